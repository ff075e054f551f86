"""Computer players by name: `random`, `classic:greedy`, `mcts:nodes=5000`."""

from __future__ import annotations

from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.players.player import Choice, Player
from tabuleiro.players.searching import SearchingPlayer
from tabuleiro.players.simple import SimplePlayer, at_random
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

__all__ = ["Choice", "Player", "PlayerError", "make_player"]


class PlayerError(TabuleiroError):
    """A name that no player has, or with a setting that is none."""


def make_player(name: str, game: Game[Any], seed: int = 1) -> Player:
    """A new player of the game; chance comes from the seed."""
    kind, _, rest = name.partition(":")
    if kind == "random":
        return SimplePlayer(at_random, seed)
    if kind == "classic" and rest in game.classic:
        return SimplePlayer(game.classic[rest], seed)
    if kind == "mcts" and rest.startswith("nodes="):
        return SearchingPlayer(Mcts(seed=seed), Limit(nodes=int(rest.removeprefix("nodes="))))
    raise PlayerError(say("no player is called {name}", name=quote(name)))
