"""Moving between sites with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from tabuleiro.core.drawing.canvas import Spot

Direction = Literal["left", "right", "up", "down"]

TALL = 2
"""How many times higher than wide a character is."""

AHEAD: Mapping[Direction, Callable[[int, int], tuple[int, int]]] = MappingProxyType(
    {
        "left": lambda down, right: (-right, abs(down)),
        "right": lambda down, right: (right, abs(down)),
        "up": lambda down, right: (-down, abs(right)),
        "down": lambda down, right: (down, abs(right)),
    }
)
"""How far ahead and how far aside something lies that is so far down and to the right."""


def next_site(spots: Mapping[str, Spot], start: Spot, direction: Direction) -> str | None:
    """The site that an arrow key leads to from a spot: rather one ahead than one aside, and none
    where nothing lies in that direction."""
    best, least = None, (True, 0, 0)
    for name, (row, column) in spots.items():
        ahead, aside = AHEAD[direction](TALL * (row - start[0]), column - start[1])
        cost = (aside > ahead, ahead + aside, aside)
        if ahead > 0 and (best is None or cost < least):
            best, least = name, cost
    return best


def closest_site(spots: Mapping[str, Spot], names: Iterable[str], start: Spot) -> str | None:
    """Of some sites the one nearest to a spot; the first of them where several are."""

    def distance(name: str) -> int:
        row, column = spots[name]
        return (TALL * (row - start[0])) ** 2 + (column - start[1]) ** 2

    return min((name for name in names if name in spots), default=None, key=distance)
