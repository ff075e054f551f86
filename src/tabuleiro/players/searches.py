"""The searches by name, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.first_sight import FirstSight
from tabuleiro.players.names import FILE
from tabuleiro.players.networks import find_network, has_network
from tabuleiro.players.searching import Search
from tabuleiro.players.tempered import Tempered
from tabuleiro.search import advised, guided
from tabuleiro.search.advised import Advised
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided import Guided
from tabuleiro.search.mcts import Mcts

MEGABYTES = 64


@dataclass(frozen=True)
class Plan:
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

    def tempered(self, search: Mcts) -> Search:
        """A tree search, its move left to chance as far as that is wanted."""
        temperature = self.temperature()
        return Tempered(search, temperature, self.seed) if temperature else search


@dataclass(frozen=True)
class SearchKind:
    """One search: its name at the beginning of a sentence and in the middle of one, the settings
    that it has besides those of all searches, how it is made, whether a game has all that it
    needs, and whether it answers at once, whatever its limits."""

    title: Message
    description: Message
    settings: tuple[str, ...]
    make: Callable[[Plan], Search]
    serves: Callable[[Game[Any]], bool] = lambda game: True
    at_once: bool = False


def plain_tree(plan: Plan) -> Mcts:
    """Monte Carlo tree search."""
    return Mcts(seed=plan.seed, megabytes=plan.megabytes, threads=plan.threads())


def guided_tree(plan: Plan) -> Mcts:
    """Tree search guided by the evaluation."""
    return Guided(
        seed=plan.seed,
        megabytes=plan.megabytes,
        threads=plan.threads(),
        playouts=plan.numbers.get("playouts", 0.0),
        exploration=plan.numbers.get("exploration", guided.EXPLORATION),
    )


def advised_tree(plan: Plan) -> Mcts:
    """Tree search that asks a network, in one thread."""
    return Advised(
        find_network(plan.game, plan.file),
        seed=plan.seed,
        megabytes=plan.megabytes,
        batch=int(plan.numbers.get("batch", advised.BATCH)),
        exploration=plan.numbers.get("exploration", advised.EXPLORATION),
    )


def make_policy(plan: Plan) -> Search:
    """What a network says at first sight."""
    network = find_network(plan.game, plan.file)
    return FirstSight(network, seed=plan.seed, temperature=plan.temperature())


def make_alphabeta(plan: Plan) -> Search:
    """Alpha-beta, in one thread."""
    return AlphaBeta(seed=plan.seed, megabytes=plan.megabytes)


TREES: Mapping[str, Callable[[Plan], Mcts]] = {
    "mcts": plain_tree,
    "guided": guided_tree,
    "net": advised_tree,
}
"""The searches that grow a tree."""


def make_tree(name: str) -> Callable[[Plan], Search]:
    """How the tree search of a name is made."""
    return lambda plan: plan.tempered(TREES[name](plan))


SEARCHES = {
    "mcts": SearchKind(
        say("Tree search"),
        say("Monte Carlo tree search"),
        ("temperature", "threads"),
        make_tree("mcts"),
    ),
    "guided": SearchKind(
        say("Guided tree search"),
        say("tree search guided by an evaluation"),
        ("playouts", "exploration", "temperature", "threads"),
        make_tree("guided"),
    ),
    "net": SearchKind(
        say("Tree search with a network"),
        say("tree search with a trained network"),
        ("exploration", "temperature", "batch", FILE),
        make_tree("net"),
        has_network,
    ),
    "policy": SearchKind(
        say("Network without search"),
        say("what a trained network says at first sight"),
        ("temperature", FILE),
        make_policy,
        has_network,
        at_once=True,
    ),
    "alphabeta": SearchKind(say("Alpha-beta search"), say("alpha-beta search"), (), make_alphabeta),
}
