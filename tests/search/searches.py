"""The searches that the tests of this folder try, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from search.opinions import Even
from tabuleiro.players.searches import SEARCHES as KNOWN
from tabuleiro.players.searches import Plan
from tabuleiro.players.searching import Search
from tabuleiro.search.advised import Advised

TWO = Plan({"threads": 2, "playouts": 0.5}, megabytes=128)

SEARCHES: Mapping[str, Callable[[], Search]] = {
    name: partial(search.make, Plan({})) for name, search in KNOWN.items()
} | {
    f"{name} with 2 threads": partial(search.make, TWO)
    for name, search in KNOWN.items()
    if "threads" in search.settings
}
SEARCHES = {**SEARCHES, "advised": lambda: Advised(Even())}
