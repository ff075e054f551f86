"""The searches that the tests of this folder try, by name: a new one joins with its line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from search.opinions import Indifferent
from tabuleiro.players.searching import Search
from tabuleiro.search.advised import Advised
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided import Guided
from tabuleiro.search.mcts import Mcts

Make = Callable[..., Search]
"""Makes a search; the memory that it is to have may be given as `megabytes`."""

SEARCHES: dict[str, Make] = {
    "mcts": Mcts,
    "mcts with 2 threads": partial(Mcts, threads=2),
    "guided": Guided,
    "guided with playouts": partial(Guided, playouts=0.5),
    "guided with 2 threads": partial(Guided, threads=2),
    "advised": partial(Advised, Indifferent()),
    "alphabeta": AlphaBeta,
}
