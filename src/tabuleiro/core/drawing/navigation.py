"""Moving between sites with the arrow keys."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from tabuleiro.core.drawing.canvas import Spot

Direction = Literal["left", "right", "up", "down"]

TALL = 2
"""The height of a character, relative to its width."""

AHEAD: Mapping[Direction, Callable[[int, int], tuple[int, int]]] = {
    "left": lambda down, right: (-right, abs(down)),
    "right": lambda down, right: (right, abs(down)),
    "up": lambda down, right: (-down, abs(right)),
    "down": lambda down, right: (down, abs(right)),
}
"""From the distance down and to the right: how far ahead, and how far to the side."""


def next_site(spots: Mapping[str, Spot], start: Spot, direction: Direction) -> str | None:
    """The site to which an arrow key leads, if possible straight ahead; None if there is none."""
    best, least = None, (True, 0, 0)
    for name, (row, column) in spots.items():
        ahead, aside = AHEAD[direction](TALL * (row - start[0]), column - start[1])
        cost = (aside > ahead, ahead + aside, aside)
        if ahead > 0 and (best is None or cost < least):
            best, least = name, cost
    return best


def closest_site(spots: Mapping[str, Spot], names: Iterable[str], start: Spot) -> str | None:
    """The site nearest to a spot; the first one of several."""

    def distance(name: str) -> int:
        row, column = spots[name]
        return (TALL * (row - start[0])) ** 2 + (column - start[1]) ** 2

    return min((name for name in names if name in spots), default=None, key=distance)
