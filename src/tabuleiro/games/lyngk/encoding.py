"""How Lyngk positions and moves are encoded for neural networks.

The board lies on a square grid whose rows, columns and falling diagonals are its lines, whichever
lines the options choose. A colour that is claimed fills a plane. Which stacks can move, and where
to, is shown for both players, whoever's turn it is. A move of a stack is found where it starts and
where it ends, there in the plane of the way along which it arrives, or in that of links if it
cannot see the end from its start. A claim is found in the middle of the board.
"""

from itertools import product

from tabuleiro.core.encoding import Encoding, Shape, Symmetry, Way, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.lyngk.rules import GRID, GRID_WAYS, PIECES, PLACES, grid_place

COLOUR_NAMES = PIECES[1:]
WAY_NAMES = ("up", "right", "down right", "down", "left", "up left")
MIDDLE = GRID // 2

Turn = tuple[Way, Way]
"""The grid turned about its middle, or mirrored: which ways become down and right."""


def shape(options: Options) -> Shape:
    """The grid."""
    return GRID, GRID


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The board turned and mirrored as far as it looks the same, with every colour in the place of
    the next one, the one after it and so on."""
    lines = str(options["lines"])
    board = {grid_place(lines, place) for place in PLACES.values()}
    turns = [turn for turn in product(GRID_WAYS, GRID_WAYS) if _keeps(turn, board)]
    choices = product(turns, range(len(COLOUR_NAMES)))
    return tuple(
        _symmetry(turn, board, shift) for turn, shift in choices if (turn, shift) != (STILL, 0)
    )


STILL: Turn = ((1, 0), (0, 1))


def _keeps(turn: Turn, board: set[Way]) -> bool:
    """Whether lines become lines, and the board itself."""
    return _source_way(turn, (1, 1)) in GRID_WAYS and board == {_source(turn, at) for at in board}


def _symmetry(turn: Turn, board: set[Way], shift: int) -> Symmetry:
    """What lies beyond the board stays where it is."""
    places = product(range(GRID), range(GRID))
    sources = [_source(turn, place) if place in board else place for place in places]
    cells = [GRID * row + column for row, column in sources]
    planes = [PLANES.index(_recoloured(name, shift)) for name in PLANES]
    answers = [ANSWERS.index(_recoloured(name, shift)) for name in ANSWERS]
    first = ANSWERS.index(f"along {WAY_NAMES[0]}")
    for number, way in enumerate(GRID_WAYS):
        answers[first + number] = first + GRID_WAYS.index(_source_way(turn, way))
    return Symmetry(permuted_entries(planes, cells), permuted_entries(answers, cells))


def _source(turn: Turn, place: Way) -> Way:
    """The place of the grid that takes this one."""
    row, column = _source_way(turn, (place[0] - MIDDLE, place[1] - MIDDLE))
    return MIDDLE + row, MIDDLE + column


def _source_way(turn: Turn, way: Way) -> Way:
    """The way that becomes this one."""
    down, right = turn
    return way[0] * down[0] + way[1] * right[0], way[0] * down[1] + way[1] * right[1]


def _recoloured(name: str, shift: int) -> str:
    """The name of a plane, with another colour if it ends with one."""
    *words, last = name.split()
    if last not in COLOUR_NAMES:
        return name
    return " ".join((*words, COLOUR_NAMES[(COLOUR_NAMES.index(last) + shift) % len(COLOUR_NAMES)]))


PLANES = (
    "board",
    *(f"holding {colour}" for colour in COLOUR_NAMES),
    *(f"topped by {piece}" for piece in PIECES),
    "own top",
    "other top",
    *(f"at least {height} high" for height in range(1, 7)),
    *(f"own claim of {colour}" for colour in COLOUR_NAMES),
    *(f"other claim of {colour}" for colour in COLOUR_NAMES),
    *("own stacks that move", "reached by own", "completed by own"),
    *("other stacks that move", "reached by other", "completed by other"),
    *("neutral stacks that move", "reached by neutral"),
)

ANSWERS = (
    "from",
    *(f"along {way}" for way in WAY_NAMES),
    "by links",
    *(f"claim {colour}" for colour in COLOUR_NAMES),
)

ENCODING = Encoding(
    planes=PLANES,
    numbers={
        "own points": 8,
        "other points": 8,
        "may claim": 1,
        "stacks of six": 1,
        "obstacle capture": 1,
        "horizontal lines": 1,
    },
    policy_planes=ANSWERS,
    shape=shape,
    policy_parts=2,
    symmetries=symmetries,
    curriculum=(
        (0.6, {}),
        (0.15, {"lines": "horizontal"}),
        (0.1, {"variant": "stack6"}),
        (0.1, {"variant": "obstacle-capture"}),
        (0.05, {"variant": "stack6", "lines": "horizontal"}),
    ),
)
