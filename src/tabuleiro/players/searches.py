"""The table of searches by name, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.names import FILE
from tabuleiro.players.networks import find_network, has_network
from tabuleiro.players.policy import PolicySearch
from tabuleiro.players.search_player import Search
from tabuleiro.players.temperature import TemperatureSearch
from tabuleiro.search import guided_mcts, network_mcts
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts

MEGABYTES = 64


@dataclass(frozen=True)
class SearchSpec:
    """What a search is made from: its game, settings by name, its chance, its memory, the file of
    its network if that is not the one that comes with the game."""

    game: Game[Any]
    numbers: Mapping[str, float] = field(default_factory=dict)
    seed: int = 1
    megabytes: int = MEGABYTES
    file: str | None = None

    def threads(self) -> int:
        """How many threads search."""
        return int(self.numbers.get("threads", 1))

    def temperature(self) -> float:
        """How far the move is left to chance."""
        return self.numbers.get("temperature", 0.0)

    def with_temperature(self, search: Mcts) -> Search:
        """A tree search, its move left to chance as far as that is wanted."""
        temperature = self.temperature()
        return TemperatureSearch(search, temperature, self.seed) if temperature else search


@dataclass(frozen=True)
class SearchKind:
    """One search: its name at the beginning of a sentence and in the middle of one, the settings
    that it has besides those of all searches, how it is made, whether a game has all that it
    needs, and whether it answers at once, whatever its limits."""

    title: Message
    description: Message
    settings: tuple[str, ...]
    make: Callable[[SearchSpec], Search]
    supports: Callable[[Game[Any]], bool] = lambda game: True
    is_instant: bool = False


def make_mcts(plan: SearchSpec) -> Mcts:
    """Monte Carlo tree search."""
    return Mcts(seed=plan.seed, megabytes=plan.megabytes, threads=plan.threads())


def make_guided_mcts(plan: SearchSpec) -> Mcts:
    """Tree search guided by the evaluation."""
    return GuidedMcts(
        seed=plan.seed,
        megabytes=plan.megabytes,
        threads=plan.threads(),
        playouts=plan.numbers.get("playouts", 0.0),
        exploration=plan.numbers.get("exploration", guided_mcts.EXPLORATION),
    )


def make_network_mcts(plan: SearchSpec) -> Mcts:
    """Tree search that asks a network, in one thread."""
    return NetworkMcts(
        find_network(plan.game, plan.file),
        seed=plan.seed,
        megabytes=plan.megabytes,
        batch=int(plan.numbers.get("batch", network_mcts.BATCH)),
        exploration=plan.numbers.get("exploration", network_mcts.EXPLORATION),
    )


def make_policy(plan: SearchSpec) -> Search:
    """What a network says at first sight."""
    network = find_network(plan.game, plan.file)
    return PolicySearch(network, seed=plan.seed, temperature=plan.temperature())


def make_alphabeta(plan: SearchSpec) -> Search:
    """Alpha-beta, in one thread."""
    return AlphaBeta(seed=plan.seed, megabytes=plan.megabytes)


TREE_SEARCHES: Mapping[str, Callable[[SearchSpec], Mcts]] = {
    "mcts": make_mcts,
    "guided": make_guided_mcts,
    "net": make_network_mcts,
}
"""The searches that grow a tree."""


def tree_search_maker(name: str) -> Callable[[SearchSpec], Search]:
    """How the tree search of a name is made."""
    return lambda plan: plan.with_temperature(TREE_SEARCHES[name](plan))


SEARCHES = {
    "mcts": SearchKind(
        say("Tree search"),
        say("Monte Carlo tree search"),
        ("temperature", "threads"),
        tree_search_maker("mcts"),
    ),
    "guided": SearchKind(
        say("Guided tree search"),
        say("tree search guided by an evaluation"),
        ("playouts", "exploration", "temperature", "threads"),
        tree_search_maker("guided"),
    ),
    "net": SearchKind(
        say("Tree search with a network"),
        say("tree search with a trained network"),
        ("exploration", "temperature", "batch", FILE),
        tree_search_maker("net"),
        has_network,
    ),
    "policy": SearchKind(
        say("Network without search"),
        say("what a trained network says at first sight"),
        ("temperature", FILE),
        make_policy,
        has_network,
        is_instant=True,
    ),
    "alphabeta": SearchKind(say("Alpha-beta search"), say("alpha-beta search"), (), make_alphabeta),
}
