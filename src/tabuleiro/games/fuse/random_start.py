"""Drawing a random start of Fuse.

Half of the discs are white (`x`) and half black (`o`). No three neighbours on the ring, which is
circular, have the same colour. All such rings are equally likely, and so are all choices of a
player's kings. A seed gives the same start on every machine.
"""

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
    """The grid of the start with that seed: a letter for each cell, capitals for kings."""
    random = Random(seed)
    ring = draw_ring(rows + columns, random)
    for colour in COLOURS:
        ring = crown(ring, colour, kings, random)
    grid = [["."] * (columns + 2) for _ in range(rows + 2)]
    for (row, column), disc in zip(spots(rows, columns), ring, strict=True):
        grid[row][column] = disc
    return ["".join(row) for row in grid]


def draw_ring(discs: int, random: Random) -> str:
    """A random ring with that many discs of each player. Its number is drawn, then it is built."""
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
    """The ring with that many random discs of a colour turned into kings."""
    for _ in range(kings):
        discs = [place for place, disc in enumerate(ring) if disc == colour]
        place = discs[random.draw(len(discs))]
        ring = ring[:place] + colour.upper() + ring[place + 1 :]
    return ring


def count_rings(discs: int, beginning: str = "") -> int:
    """How many rings with that many discs of each player have this beginning."""
    white, black = (discs - beginning.count(colour) for colour in COLOURS)
    return completions(beginning[:2], beginning[-3:], white, black)


@cache
def completions(head: str, tail: str, white: int, black: int) -> int:
    """The number of ways to place that many white and black discs after `tail`, if the first two
    discs of the ring are `head`."""
    if white < 0 or black < 0 or three_alike(tail):
        return 0
    if white == black == 0:
        return 0 if three_alike(tail + head) else 1
    with_white = completions((head + "x")[:2], (tail + "x")[-3:], white - 1, black)
    with_black = completions((head + "o")[:2], (tail + "o")[-3:], white, black - 1)
    return with_white + with_black


def three_alike(discs: str) -> bool:
    """Whether three neighbours have the same colour."""
    return "xxx" in discs or "ooo" in discs
