"""The searches by name, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tabuleiro.core.message import Message, say
from tabuleiro.players.searching import Search
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided import EXPLORATION, Guided
from tabuleiro.search.mcts import Mcts

MEGABYTES = 64


@dataclass(frozen=True)
class Plan:
    """What a search is made from: settings by name, its chance, its memory."""

    numbers: Mapping[str, float]
    seed: int = 1
    megabytes: int = MEGABYTES

    def threads(self) -> int:
        """How many threads search."""
        return int(self.numbers.get("threads", 1))


@dataclass(frozen=True)
class SearchKind:
    """One search: its name at the beginning of a sentence and in the middle of one, the settings
    that it has besides those of all searches, and how it is made."""

    title: Message
    description: Message
    settings: tuple[str, ...]
    make: Callable[[Plan], Search]


def make_mcts(plan: Plan) -> Mcts:
    """Monte Carlo tree search."""
    return Mcts(seed=plan.seed, megabytes=plan.megabytes, threads=plan.threads())


def make_guided(plan: Plan) -> Mcts:
    """Tree search guided by the evaluation."""
    return Guided(
        seed=plan.seed,
        megabytes=plan.megabytes,
        threads=plan.threads(),
        playouts=plan.numbers.get("playouts", 0.0),
        exploration=plan.numbers.get("exploration", EXPLORATION),
    )


def make_alphabeta(plan: Plan) -> Search:
    """Alpha-beta, in one thread."""
    return AlphaBeta(seed=plan.seed, megabytes=plan.megabytes)


SEARCHES = {
    "mcts": SearchKind(say("Tree search"), say("Monte Carlo tree search"), ("threads",), make_mcts),
    "guided": SearchKind(
        say("Guided tree search"),
        say("tree search guided by an evaluation"),
        ("playouts", "exploration", "threads"),
        make_guided,
    ),
    "alphabeta": SearchKind(say("Alpha-beta search"), say("alpha-beta search"), (), make_alphabeta),
}
