"""The searches that the tests of this folder try, by name: a new one joins with its line."""

from __future__ import annotations

from collections.abc import Callable

from search.opinions import Even
from tabuleiro.players.searching import Search
from tabuleiro.search.advised import Advised
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided import Guided
from tabuleiro.search.mcts import Mcts

SEARCHES: dict[str, Callable[[], Search]] = {
    "mcts": Mcts,
    "mcts with 2 threads": lambda: Mcts(threads=2, megabytes=128),
    "guided": Guided,
    "advised": lambda: Advised(Even()),
    "guided with 2 threads": lambda: Guided(threads=2, megabytes=128, playouts=0.5),
    "alphabeta": AlphaBeta,
}
