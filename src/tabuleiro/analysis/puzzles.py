"""Finding puzzles: positions with exactly one winning move, proved by the solver and graded.

They come from recorded games of two players, searched from the end backwards because late positions
are easier to solve. Everything is proved: the one move wins, and no other move does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.symmetry import Key, symmetry_key
from tabuleiro.core.wording import line_texts
from tabuleiro.records import Record
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

SOLVING = Limit(nodes=20_000)  # for each position given to the solver
SOLVER_MEGABYTES = 64
STAGES = (100, 10)  # all moves are tried with these fractions of the limit before the whole limit
MOST_UNSOLVED = 3  # unsolved turns in a row after which the rest of a game is skipped
FEWEST_MOVES = 4  # a position with fewer legal moves is no puzzle
SHALLOW = Limit(nodes=40)  # of the search that finds tempting wrong moves
MANY_TEMPTING = 3  # with this many tempting moves a puzzle is harder
LENGTHS = (2, 5, 9)  # each of these solution lengths adds to the grade
MANY_MOVES = 20  # with this many legal moves a position is harder
GRADES = range(1, 6)


@dataclass(frozen=True)
class Puzzle:
    """A position in which only one move wins.

    `solution` has the moves to the end of the game against the best defence, as texts; only for the
    first is it proved that no other move wins. `tempting` are the wrong moves that a shallow search
    prefers. `grade` goes from 1, easy, to 5.
    """

    position: Position
    solution: tuple[str, ...]
    tempting: tuple[str, ...]
    grade: int

    @property
    def key(self) -> str:
        """The move that wins."""
        return self.solution[0]

    @property
    def first_site(self) -> str:
        """The site that is touched first to enter the winning move."""
        return self.position.steps(self.position.move(self.key))[0][0]

    def positions(self) -> list[Position]:
        """The positions of the solution, starting with the puzzle itself."""
        return list(accumulate(self.solution, Position.play, initial=self.position))


def find_puzzles(
    records: Iterable[Record],
    *,
    limit: Limit = SOLVING,
    stop: StopFlag | None = None,
    solver: Solver | None = None,
) -> Iterator[Puzzle]:
    """Yields the puzzles of these games as they are found. Mirror images and rotations of earlier
    puzzles, or of positions in their solutions, are skipped; so are games of more than two players.
    The limit applies to each position given to the solver. Setting `stop` ends the search."""
    search = PuzzleSearch(solver or Solver(megabytes=SOLVER_MEGABYTES), limit, stop or StopFlag())
    known: set[Key] = set()
    for record in records:
        for puzzle in search.puzzles_of(record):
            if symmetry_key(puzzle.position) not in known:
                known.update(map(symmetry_key, puzzle.positions()[:-1]))
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
        """The puzzles of a game, in the order of its moves. The search goes back from the end until
        several turns in a row are too hard to solve."""
        if record.start.players != 2:
            return []
        self.solver.clear()  # so that the puzzles of a game do not depend on earlier games
        found: list[Puzzle] = []
        most = left = MOST_UNSOLVED * record.start.game.moves_a_turn
        for position in reversed(record.positions()):
            if left == 0 or self.stop.is_set:
                break
            if position.over:
                continue
            winners = self.winners(position)
            left = most if winners else left - 1
            if winners == (position.player,) and (puzzle := self.puzzle_at(position)):
                found.append(puzzle)
        return found[::-1]

    def winners(self, position: Position, part: int = 1) -> tuple[int, ...] | None:
        """Who wins with best play; None if that was not proved with this fraction of the limit."""
        if outcome := position.outcome():
            return outcome.winners
        nodes = self.limit.nodes and max(1, self.limit.nodes // part)
        solution = self.solver.solve(position, replace(self.limit, nodes=nodes), self.stop)
        return solution.winners if solution else None

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """The puzzle of a position that the player to move wins; None if another move may win."""
        if len(position.legal_moves()) < FEWEST_MOVES:
            return None
        solution = self.solver.solve(position, self.limit, self.stop)
        if solution is None or not self.is_alone(position, solution.line[0]):
            return None
        return graded_puzzle(position, solution.line)

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


def graded_puzzle(position: Position, line: tuple[int, ...]) -> Puzzle | None:
    """The puzzle with this solution, graded; None if it does not reach the end of the game."""
    texts = tuple(line_texts(position, line))
    search = GuidedMcts(megabytes=1)
    *_, _ = search.search(position, SHALLOW)
    liked = [each.move for each in search.tree.variations(len(position.legal_moves()))]
    wrong = takewhile(lambda move: move != line[0], liked)
    tempting = tuple(position.move_text(move) for move in wrong)
    grade = grade_of(len(line), len(position.legal_moves()), len(tempting))
    puzzle = Puzzle(position, texts, tempting, grade)
    return puzzle if puzzle.positions()[-1].over else None


def grade_of(length: int, moves: int, tempting: int) -> int:
    """The difficulty of a puzzle, from 1 to 5. It depends on the length of the solution, the number
    of tempting wrong moves and the number of legal moves. A win in one is always 1."""
    if length == 1:
        return GRADES[0]
    points = sum(length >= each for each in LENGTHS)
    points += (tempting > 0) + (tempting >= MANY_TEMPTING)
    points += moves >= MANY_MOVES
    return GRADES[min(points, len(GRADES)) - 1]
