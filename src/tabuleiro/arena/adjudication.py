"""Ends games early: by a proof of the result, or when all players agree who wins."""

from typing import NamedTuple

from tabuleiro.arena.game import End
from tabuleiro.arena.tournament import Adjudication
from tabuleiro.core.outcome import Outcome
from tabuleiro.core.position import Position
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress
from tabuleiro.search.solver import Solver

MEGABYTES = 16  # of the solver


class Verdict(NamedTuple):
    """How a game ends: one score per seat, the kind of end, and the result."""

    scores: tuple[float, ...]
    end: End
    detail: str


class Adjudicator:
    """Collects what the players expect and looks for proofs, if the tournament asks for that."""

    def __init__(self, rules: Adjudication, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._solver = Solver(megabytes=MEGABYTES) if rules.proof else None
        self._agreed: list[list[int]] = [[] for _ in range(seats)]  # who expects that seat to win

    def add_estimate(self, player: int, progress: Progress | None) -> None:
        """Adds what a player expected before its move; None if it did not report that."""
        score = self._rules.score
        if score is None:
            return
        for winner in range(self._seats):
            own = player == winner
            if progress and (progress.value >= score if own else progress.value <= 1 - score):
                self._agreed[winner].append(player)
            else:
                self._agreed[winner].clear()

    def verdict(self, position: Position) -> Verdict | None:
        """How the game ends here, if it does."""
        winners: tuple[int, ...] | None = None
        end = End.score
        for winner, players in enumerate(self._agreed):
            if len(players) >= self._rules.moves and len(set(players)) == self._seats:
                winners = (winner,)
        if winners is None and self._solver:
            solution = self._solver.solve(position, Limit(nodes=self._rules.proof))
            winners, end = solution.winners if solution else None, End.proof
        if winners is None:
            return None
        outcome = Outcome(winners, (0,) * self._seats)
        return Verdict(outcome.values, end, outcome.result)
