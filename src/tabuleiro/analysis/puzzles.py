"""Finding puzzles: positions with exactly one winning move, proved by the solver and graded.

They come from recorded games of two players, from the end backwards: near the end positions can be
solved. A puzzle is proved in full: its one move wins, and each of the others does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.symmetry import Key, symmetry_key
from tabuleiro.core.wording import line_texts
from tabuleiro.records import Record
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

SOLVING = Limit(nodes=20_000)  # of each question to the solver
SOLVER_MEGABYTES = 64
STAGES = (100, 10)  # parts of the limit with which all questions are asked before the whole
PATIENCE = 3  # turns one after another that could not be solved, until a game is given up
FEWEST_MOVES = 4  # a position with fewer legal moves is no puzzle
GLANCE = Limit(nodes=40)  # of the shallow search that wrong moves may tempt
GLANCED_AT = 3  # moves that a glance may find before the right one and still find it
LENGTHS = (2, 5, 9)  # moves of a solution from which on it counts as longer
BROAD = 20  # legal moves from which on there are many to choose from
GRADES = range(1, 6)


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move alone wins.

    `solution` has the moves of the win against the best defence, to the end of the game, as texts;
    only the first is the one move that wins. `tempting` are the wrong moves that a shallow search
    prefers to it. `grade` goes from 1, easy, to 5.
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
        """The site that is touched first in the move that wins."""
        return self.position.steps(self.position.move(self.key))[0][0]

    def positions(self) -> list[Position]:
        """The positions of the solution, the puzzle's own first."""
        positions = [self.position]
        for move in self.solution:
            positions.append(positions[-1].play(move))
        return positions


def find_puzzles(
    records: Iterable[Record],
    *,
    limit: Limit = SOLVING,
    stop: StopFlag | None = None,
    solver: Solver | None = None,
) -> Iterator[Puzzle]:
    """The puzzles of these games, as they are found. None is an image of another that came before
    it, or of a position on its solution; games of more than two players have none. The limit is
    that of one question to the solver. Raised, `stop` ends it."""
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
    """Looks for puzzles with one solver."""

    def __init__(self, solver: Solver, limit: Limit, stop: StopFlag) -> None:
        self.solver = solver
        self.limit = limit
        self.stop = stop

    def puzzles_of(self, record: Record) -> list[Puzzle]:
        """The puzzles of a game, in its order. From the end it goes back until all positions of
        several turns running are too hard."""
        if record.start.players != 2:
            return []
        self.solver.clear()  # so that a game has the same puzzles whatever came before
        found: list[Puzzle] = []
        most = patience = PATIENCE * record.start.game.moves_a_turn
        for position in reversed(record.positions()):
            if patience == 0 or self.stop.is_set:
                break
            if position.over:
                continue
            winners = self.winners(position)
            patience = most if winners else patience - 1
            if winners == (position.player,) and (puzzle := self.puzzle_at(position)):
                found.append(puzzle)
        return found[::-1]

    def winners(self, position: Position, part: int = 1) -> tuple[int, ...] | None:
        """Who wins with best play; None when that was not proved within that part of the limit."""
        if outcome := position.outcome():
            return outcome.winners
        solution = self.solver.solve(position, part_of(self.limit, part), self.stop)
        return solution.winners if solution else None

    def puzzle_at(self, position: Position) -> Puzzle | None:
        """The puzzle of a position that the player to move wins; None when another move wins as
        well, or may do so."""
        moves = position.legal_moves()
        if len(moves) < FEWEST_MOVES:
            return None
        solution = self.solver.solve(position, self.limit, self.stop)
        if solution is None or not self.is_alone(position, solution.line[0]):
            return None
        return graded_puzzle(position, solution.line)

    def is_alone(self, position: Position, key: int) -> bool:
        """Whether no move but this one wins. What is soon answered is asked of all first: most
        positions have another move that wins."""
        open_ones = [position.play(move) for move in position.legal_moves() if move != key]
        for part in STAGES:
            found = [(other, self.winners(other, part)) for other in open_ones]
            if any(winners == (position.player,) for _, winners in found):
                return False
            open_ones = [other for other, winners in found if winners is None]
        return all(self.winners(other) not in (None, (position.player,)) for other in open_ones)


def part_of(limit: Limit, part: int) -> Limit:
    """A limit divided by a number."""
    return replace(limit, nodes=limit.nodes and max(1, limit.nodes // part))


def graded_puzzle(position: Position, line: tuple[int, ...]) -> Puzzle | None:
    """The puzzle with this solution, graded; None when the solution does not reach the end."""
    texts = tuple(line_texts(position, line))
    tempting = tempting_moves(position, line[0])
    grade = grade_of(len(line), len(position.legal_moves()), len(tempting))
    puzzle = Puzzle(position, texts, tempting, grade)
    return puzzle if puzzle.positions()[-1].over else None


def tempting_moves(position: Position, key: int) -> tuple[str, ...]:
    """The wrong moves that a shallow search prefers to the right one, the best first."""
    glance = GuidedMcts(megabytes=1)
    *_, _ = glance.search(position, GLANCE)
    moves = [each.move for each in glance.tree.variations(len(position.legal_moves()))]
    before = moves[: moves.index(key)] if key in moves else moves
    return tuple(position.move_text(move) for move in before)


def grade_of(length: int, moves: int, tempting: int) -> int:
    """How hard a puzzle is, from 1 to 5: by the length of its solution, by how many wrong moves a
    glance prefers, by how many moves there are. A win in one is always 1."""
    if length == 1:
        return GRADES[0]
    points = sum(length >= each for each in LENGTHS)
    points += (tempting > 0) + (tempting >= GLANCED_AT)
    points += moves >= BROAD
    return GRADES[min(points, len(GRADES)) - 1]
