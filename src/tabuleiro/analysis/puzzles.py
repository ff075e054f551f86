"""Finding puzzles: positions with exactly one winning move, proved by the solver.

They come from recorded games of two players, searched from the end backwards because late positions
are easier to solve. The solver proves that one move wins and that no other does. The levels of the
game measure how hard a puzzle is: each tries ten times to find the move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import attrgetter

from tabuleiro.analysis.multi_pv import make_search
from tabuleiro.analysis.position_analysis import analyse
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.symmetry import Key, symmetry_key
from tabuleiro.core.wording import line_texts
from tabuleiro.players import make_player
from tabuleiro.records import Record
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

SOLVING = Limit(nodes=50_000)  # for each position given to the solver
SOLVER_MEGABYTES = 64
STAGES = (100, 10)  # all moves are tried with these fractions of the limit before the whole limit
MOST_UNSOLVED = 2  # unsolved turns in a row after which the rest of a game is skipped
FEWEST_MOVES = 4  # a position with fewer legal moves is no puzzle
LOOK = Limit(nodes=100)  # of the search for plausible moves
PLAUSIBLE = 5  # moves of a position that are tried
MOST_OF_GAME = 2  # puzzles of a game that are kept

LEVELS = range(1, 10)  # those that try to find the move
TRIES = 10  # of each level
ENOUGH = 8  # this many of them must succeed
MEGABYTES = 16  # of each player that tries
TEMPTING = 5  # a wrong move that was played this often is tempting
GRADES = range(1, 6)


@dataclass(frozen=True)
class Puzzle:
    """A position in which only one move wins.

    `solution` has the moves to the end of the game against the best defence, as texts; only for the
    first is it proved that no other move wins. `tempting` are the wrong moves that levels played
    often. `level` is the lowest level that finds the move in 8 of 10 tries, 10 if none below does.
    `found` says how often each level from 1 on found it; it is empty if that was not measured.
    """

    position: Position
    solution: tuple[str, ...]
    tempting: tuple[str, ...]
    level: int
    found: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The move that wins."""
        return self.solution[0]

    @property
    def grade(self) -> int:
        """The difficulty from 1, easy, to 5."""
        return (self.level + 1) // 2

    @property
    def first_site(self) -> str:
        """The site that is touched first to enter the winning move."""
        return self.position.steps(self.position.move(self.key))[0][0]

    def positions(self) -> list[Position]:
        """The positions of the solution, starting with the puzzle itself."""
        return list(accumulate(self.solution, Position.play, initial=self.position))


LEVEL = attrgetter("level")


def find_puzzles(
    records: Iterable[Record],
    *,
    limit: Limit = SOLVING,
    stop: StopFlag | None = None,
    solver: Solver | None = None,
) -> Iterator[Puzzle]:
    """Yields the puzzles of these games as they are found, the hardest of each game. Mirror images
    and rotations of earlier puzzles, or of positions in their solutions, are skipped; so are games
    of more than two players. The limit applies to each position given to the solver. Setting `stop`
    ends the search."""
    search = PuzzleSearch(solver or Solver(megabytes=SOLVER_MEGABYTES), limit, stop or StopFlag())
    puzzles: set[Key] = set()
    lines: set[Key] = set()  # the positions of their solutions
    for record in records:
        for puzzle in search.puzzles_of(record):
            line = [symmetry_key(position) for position in puzzle.positions()[:-1]]
            if line[0] not in lines and puzzles.isdisjoint(line):
                puzzles.add(line[0])
                lines.update(line)
                yield puzzle
        if search.stop.is_set:
            return


class PuzzleSearch:
    """Finds puzzles with one solver."""

    def __init__(self, solver: Solver, limit: Limit, stop: StopFlag) -> None:
        self.solver = solver
        self.limit = limit
        self.stop = stop

    def puzzles_of(self, record: Record) -> list[Puzzle]:
        """The hardest puzzles of a game, each with another winning move. The search goes back from
        the end until several turns in a row are too hard to solve. In each position it tries other
        plausible moves than the one played too, because answers to mistakes make good puzzles."""
        if record.start.players != 2:
            return []
        self.solver.clear()  # so that the puzzles of a game do not depend on earlier games
        look = make_search(record.start)
        seen: set[Position] = set()
        found: dict[str, Puzzle] = {}
        most = left = MOST_UNSOLVED * record.start.game.moves_a_turn
        for position in reversed(record.positions()):
            if left == 0 or self.stop.is_set:
                break
            if position.over:
                continue
            if self.winners(position) is None:
                left -= 1
                continue
            left = most
            lines = analyse(position, LOOK, lines=PLAUSIBLE, stop=self.stop, search=look).lines
            for following in (position, *(position.play(line.move) for line in lines)):
                if following in seen:
                    continue
                seen.add(following)
                if puzzle := self.puzzle_at(following):
                    puzzle = measured(puzzle)
                    found[puzzle.key] = max(puzzle, found.get(puzzle.key, puzzle), key=LEVEL)
        return sorted(found.values(), key=LEVEL, reverse=True)[:MOST_OF_GAME]

    def winners(self, position: Position, part: int = 1) -> tuple[int, ...] | None:
        """Who wins with best play; None if that was not proved with this fraction of the limit."""
        if outcome := position.outcome():
            return outcome.winners
        nodes = self.limit.nodes and max(1, self.limit.nodes // part)
        solution = self.solver.solve(position, replace(self.limit, nodes=nodes), self.stop)
        return solution.winners if solution else None

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """The puzzle of a position, its difficulty not yet measured; None if the player to move
        does not win, or may win by another move too."""
        if len(position.legal_moves()) < FEWEST_MOVES:
            return None
        solution = self.solver.solve(position, self.limit, self.stop)
        if solution is None or solution.winners != (position.player,):
            return None
        if not self.is_alone(position, solution.line[0]):
            return None
        puzzle = Puzzle(position, tuple(line_texts(position, solution.line)), (), LEVELS.stop)
        return puzzle if puzzle.positions()[-1].over else None

    def is_alone(self, position: Position, key: int) -> bool:
        """Whether no other move wins. All moves are tried with small limits first, since most
        positions have another winning move."""
        unsolved = [position.play(move) for move in position.legal_moves() if move != key]
        for part in STAGES:
            found = [(other, self.winners(other, part)) for other in unsolved]
            if any(winners == (position.player,) for _, winners in found):
                return False
            unsolved = [other for other, winners in found if winners is None]
        return all(self.winners(other) not in (None, (position.player,)) for other in unsolved)


# --- difficulty ------------------------------------------------------------------------------


def measured(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its difficulty: how often each level finds the move."""
    found: list[int] = []
    wrong: Counter[str] = Counter()
    for level in LEVELS:
        tried = tries(puzzle.position, level)
        found.append(tried.pop(puzzle.key, 0))
        wrong += tried
    tempting = tuple(move for move, count in wrong.most_common() if count >= TEMPTING)
    return replace(puzzle, tempting=tempting, level=level_of(found), found=tuple(found))


def tries(position: Position, level: int) -> Counter[str]:
    """How often a level plays each move in its tries."""
    name = f"level:{level},megabytes={MEGABYTES}"
    players = (make_player(name, position.game, seed) for seed in range(1, TRIES + 1))
    return Counter(position.move_text(player.choose(position).move) for player in players)


def level_of(found: Sequence[int]) -> int:
    """The lowest level that found the move often enough; the one after the last if none did."""
    successes = (level for level, count in enumerate(found, start=1) if count >= ENOUGH)
    return next(successes, LEVELS.stop)
