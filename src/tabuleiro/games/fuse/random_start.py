"""Drawing a random start of Fuse.

Half of the discs are white (`x`) and half black (`o`), and no three neighbours round the ring,
which is circular, have one colour. Every such ring is as likely as any other; so is every choice
of a player's kings among their discs. A seed gives the same start on every machine.
"""

from __future__ import annotations

from functools import cache

from tabuleiro.core.primitives import Random

COLOURS = "xo"


def spots(rows: int, columns: int) -> list[tuple[int, int]]:
    """The ring spots as (row, column) of the whole grid, clockwise from the top left."""
    across, down = range(1, columns + 1), range(1, rows + 1)
    return [
        *((0, column) for column in across),
        *((row, columns + 1) for row in down),
        *((rows + 1, column) for column in reversed(across)),
        *((row, 0) for row in reversed(down)),
    ]


def start_rows(rows: int, columns: int, kings: int, seed: int) -> list[str]:
    """The grid of the start that `seed` draws: a letter a cell, capitals for kings."""
    random = Random(seed)
    ring = draw_ring(rows + columns, random)
    for colour in COLOURS:
        ring = crown(ring, colour, kings, random)
    grid = [["."] * (columns + 2) for _ in range(rows + 2)]
    for (row, column), disc in zip(spots(rows, columns), ring, strict=True):
        grid[row][column] = disc
    return ["".join(row) for row in grid]


def draw_ring(discs: int, random: Random) -> str:
    """A ring with that many discs a player: its number is drawn, then it is looked up."""
    number = random.draw(count_rings(discs))
    ring = ""
    while len(ring) < 2 * discs:
        with_white = count_rings(discs, ring + "x")
        if number < with_white:
            ring += "x"
        else:
            number -= with_white
            ring += "o"
    return ring


def crown(ring: str, colour: str, kings: int, random: Random) -> str:
    """The ring after that many discs of a colour, drawn one by one, have become kings."""
    for _ in range(kings):
        discs = [place for place, disc in enumerate(ring) if disc == colour]
        place = discs[random.draw(len(discs))]
        ring = ring[:place] + colour.upper() + ring[place + 1 :]
    return ring


def count_rings(discs: int, beginning: str = "") -> int:
    """How many rings with that many discs a player begin so."""
    white, black = (discs - beginning.count(colour) for colour in COLOURS)
    return completions(beginning[:2], beginning[-3:], white, black)


@cache
def completions(head: str, tail: str, white: int, black: int) -> int:
    """How many ways there are to lay that many white and black discs after those of `tail`,
    when `head` are the first two of the ring."""
    if white < 0 or black < 0 or three_alike(tail):
        return 0
    if white == black == 0:
        return 0 if three_alike(tail + head) else 1
    with_white = completions((head + "x")[:2], (tail + "x")[-3:], white - 1, black)
    with_black = completions((head + "o")[:2], (tail + "o")[-3:], white, black - 1)
    return with_white + with_black


def three_alike(discs: str) -> bool:
    """Whether three neighbours have one colour."""
    return "xxx" in discs or "ooo" in discs
