"""The searches that the tests of this folder check, by name. Add new ones here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from search.fake_networks import UniformNetwork, random_fast_network
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.fast_mcts import FastMcts
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts
from tabuleiro.search.progress import Search

Make = Callable[..., Search]
"""Makes a search; `megabytes` sets its memory."""

SEARCHES: dict[str, Make] = {
    "mcts": Mcts,
    "mcts with 2 threads": partial(Mcts, threads=2),
    "guided": GuidedMcts,
    "guided with playouts": partial(GuidedMcts, playouts=0.5),
    "guided with 2 threads": partial(GuidedMcts, threads=2),
    "network": partial(NetworkMcts, UniformNetwork()),
    "fast network": partial(FastMcts, random_fast_network(1)),
    "fast network of Fuse": partial(FastMcts, random_fast_network(1, game="fuse")),
    "fast network of Lyngk": partial(FastMcts, random_fast_network(1, game="lyngk")),
    "fast network with 2 threads": partial(FastMcts, random_fast_network(1), threads=2),
    "alphabeta": AlphaBeta,
}
