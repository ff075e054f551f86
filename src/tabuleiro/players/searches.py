"""The table of searches by name, and how each is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.fast_networks import find_fast_network
from tabuleiro.players.names import FILE
from tabuleiro.players.networks import find_network
from tabuleiro.players.policy import PolicySearch, TemperatureSearch
from tabuleiro.search import fast_mcts, guided_mcts, network_mcts
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.fast_mcts import FastMcts
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.progress import Search

MEGABYTES = 64


@dataclass(frozen=True)
class SearchSpec:
    """What a search or player is made from: its game, settings by name, seed and memory. `file` is
    that of its network, if it is not the one that ships with the game."""

    game: Game[Any]
    numbers: Mapping[str, float] = field(default_factory=dict)
    seed: int = 1
    megabytes: int = MEGABYTES
    file: str | None = None

    def threads(self) -> int:
        """The number of threads."""
        return int(self.numbers.get("threads", 1))

    def temperature(self) -> float:
        """The temperature with which the move is drawn; 0 for the best move."""
        return self.numbers.get("temperature", 0.0)


@dataclass(frozen=True)
class SearchKind:
    """One search. Its `title` stands at the start of a sentence, its `description` in the middle.
    `settings` are those besides the settings of all searches. An instant search returns at once,
    whatever its limits."""

    title: Message
    description: Message
    settings: tuple[str, ...]
    make: Callable[[SearchSpec], Search]
    is_instant: bool = False


def make_guided_mcts(spec: SearchSpec) -> Mcts:
    """Tree search guided by the evaluation."""
    return GuidedMcts(
        seed=spec.seed,
        megabytes=spec.megabytes,
        threads=spec.threads(),
        playouts=spec.numbers.get("playouts", 0.0),
        exploration=spec.numbers.get("exploration", guided_mcts.EXPLORATION),
    )


def make_network_mcts(spec: SearchSpec) -> Mcts:
    """Tree search with a network, in one thread. What is not set, the network may say."""
    network = find_network(spec.game, spec.file)
    numbers = {**network.settings, **spec.numbers}
    return NetworkMcts(
        network,
        seed=spec.seed,
        megabytes=spec.megabytes,
        batch=int(numbers.get("batch", network_mcts.BATCH)),
        exploration=numbers.get("exploration", network_mcts.EXPLORATION),
    )


def make_fast_mcts(spec: SearchSpec) -> Mcts:
    """Tree search with a fast network."""
    return FastMcts(
        find_fast_network(spec.game, spec.file),
        seed=spec.seed,
        megabytes=spec.megabytes,
        threads=spec.threads(),
        exploration=spec.numbers.get("exploration", fast_mcts.EXPLORATION),
    )


def make_policy(spec: SearchSpec) -> Search:
    """The policy of a network, without search."""
    network = find_network(spec.game, spec.file)
    return PolicySearch(network, seed=spec.seed, temperature=spec.temperature())


TREE_SEARCHES: Mapping[str, Callable[[SearchSpec], Mcts]] = {
    "mcts": lambda spec: Mcts(seed=spec.seed, megabytes=spec.megabytes, threads=spec.threads()),
    "guided": make_guided_mcts,
    "net": make_network_mcts,
    "nnue": make_fast_mcts,
}
"""The tree searches."""


def make_tree_search(name: str, spec: SearchSpec) -> Search:
    """A tree search, with a temperature if one is set."""
    search, temperature = TREE_SEARCHES[name](spec), spec.temperature()
    return TemperatureSearch(search, temperature, spec.seed) if temperature else search


SEARCHES = {
    "mcts": SearchKind(
        say("Tree search"),
        say("Monte Carlo tree search"),
        ("temperature", "threads"),
        partial(make_tree_search, "mcts"),
    ),
    "guided": SearchKind(
        say("Guided tree search"),
        say("tree search guided by an evaluation"),
        ("playouts", "exploration", "temperature", "threads"),
        partial(make_tree_search, "guided"),
    ),
    "net": SearchKind(
        say("Tree search with a network"),
        say("tree search with a trained network"),
        ("exploration", "temperature", "batch", FILE),
        partial(make_tree_search, "net"),
    ),
    "nnue": SearchKind(
        say("Tree search with a fast network"),
        say("tree search with a small network of integers"),
        ("exploration", "temperature", "threads", FILE),
        partial(make_tree_search, "nnue"),
    ),
    "policy": SearchKind(
        say("Network without search"),
        say("the moves that a trained network predicts"),
        ("temperature", FILE),
        make_policy,
        is_instant=True,
    ),
    "alphabeta": SearchKind(
        say("Alpha-beta search"),
        say("alpha-beta search"),
        (),
        lambda spec: AlphaBeta(seed=spec.seed, megabytes=spec.megabytes),
    ),
}
