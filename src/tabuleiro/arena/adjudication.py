"""Ends games early: by a proof of the result, or when all players agree who wins."""

from __future__ import annotations

from typing import NamedTuple

from tabuleiro.arena.game import End
from tabuleiro.arena.tournament import Adjudication
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
        if self._rules.score is None:
            return
        for winner in range(self._seats):
            if progress and self._expects(player == winner, progress.value):
                self._agreed[winner].append(player)
            else:
                self._agreed[winner].clear()

    def _expects(self, own: bool, value: float) -> bool:
        score = self._rules.score or 1.0
        return value >= score if own else value <= 1 - score

    def verdict(self, position: Position) -> Verdict | None:
        """How the game ends here, if it does."""
        return self._by_score() or self._by_proof(position)

    def _by_score(self) -> Verdict | None:
        for winner, players in enumerate(self._agreed):
            if len(players) >= self._rules.moves and len(set(players)) == self._seats:
                return Verdict(self._scores((winner,)), End.score, f"p{winner + 1}win")
        return None

    def _by_proof(self, position: Position) -> Verdict | None:
        if self._solver is None:
            return None
        solution = self._solver.solve(position, Limit(nodes=self._rules.proof))
        if solution is None:
            return None
        winners = solution.winners
        result = f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"
        return Verdict(self._scores(winners), End.proof, result)

    def _scores(self, winners: tuple[int, ...]) -> tuple[float, ...]:
        return tuple((seat in winners) / len(winners) for seat in range(self._seats))
