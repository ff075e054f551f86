"""Solves positions near the end of the game, so that they are played exactly."""

from tabuleiro.core.playouts import random_games
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.player import MoveChoice
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress
from tabuleiro.search.solver import Solution, Solver

SAMPLE = 8  # random games that show how near the end is
HORIZON = 12  # the position is solved only if their mean length is at most this


class EndgameSolver:
    """Solves positions near the end, with two players. Lost positions are left to a search, which
    makes the win harder for the opponent."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    def is_near(self, position: Position, limit: Limit) -> bool:
        """Whether an attempt is worth its time."""
        return not limit.infinite and is_near_end(position)

    def attempt(
        self, position: Position, limit: Limit, stop: StopFlag | None
    ) -> tuple[MoveChoice | None, int]:
        """The move of best play, or None if it is not known or the game is lost; and the nodes."""
        if (move := winning_move(position)) is not None:
            return MoveChoice(move, Progress(1, 1.0, 1, 1, 0.0, (move,))), 1
        *_, solution = self._solver.search(position, limit, stop)
        return solution_choice(solution) if solution.value else None, solution.nodes

    def forget(self) -> None:
        """Forgets what was solved."""
        self._solver.clear()


def is_near_end(position: Position) -> bool:
    """Whether a game of two players is nearly over."""
    if position.players != 2:
        return False
    return random_games(position, SAMPLE, seed=1).moves <= SAMPLE * HORIZON


def winning_move(position: Position) -> int | None:
    """A move that wins at once; it is better than a longer win."""
    alone = 1 << position.player
    moves = position.legal_moves()
    return next((move for move in moves if position.play(move).winners == alone), None)


def solution_choice(solution: Solution) -> MoveChoice:
    """The first move of a solution. The number of moves to the win is not known: the loser may have
    had a longer line."""
    value, line = solution.value or 0.0, solution.line
    return MoveChoice(
        line[0], Progress(len(line), value, None, solution.nodes, solution.seconds, line)
    )
