"""How Lyngk positions and moves are encoded for neural networks.

The board lies on a square grid whose rows, columns and falling diagonals are its lines, for both
choices of lines. A claimed colour fills a plane. Which stacks can move, and where to, is shown for
both players, not only the one to move. The move of a stack has two entries: its start, and its end
in the plane of the way along which it arrives, or in the plane of links if it cannot see the end
from its start. A claim has the middle of the board.
"""

from itertools import product

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Encoding, Flip, Shape, Symmetry, Way, permuted_entries
from tabuleiro.core.options import Options
from tabuleiro.games.lyngk.features import FEATURES, FeaturedLyngk
from tabuleiro.games.lyngk.rules import (
    CELLS,
    CLAIM,
    COLOURS,
    LINES,
    MIDDLE_ROW,
    PIECES,
    PLACES,
    VARIANTS,
    WAYS_AHEAD,
    is_claim,
)

# A square grid whose rows, columns and falling diagonals are the lines.
GRID = 9
GRID_WAYS = ((-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1))
MIDDLE_COLUMN = 4

COLOUR_NAMES = PIECES[1:]
WAY_NAMES = ("up", "right", "down right", "down", "left", "up left")


def shape(options: Options) -> Shape:
    """The grid."""
    return GRID, GRID


def symmetries(options: Options) -> tuple[Symmetry, ...]:
    """The rotations and reflections that keep the board, each with every cyclic shift of the
    colours."""
    lines = str(options["lines"])
    board = {grid_place(lines, place) for place in PLACES.values()}
    turns = [Flip(down, right) for down, right in product(GRID_WAYS, GRID_WAYS)]
    choices = product([turn for turn in turns if _keeps(turn, board)], range(len(COLOUR_NAMES)))
    return tuple(
        _symmetry(turn, board, shift) for turn, shift in choices if (turn, shift) != (STILL, 0)
    )


STILL = Flip((1, 0), (0, 1))


def grid_place(lines: str, place: tuple[int, int]) -> tuple[int, int]:
    """The grid row and column of a place of the matrix."""
    row, column = place
    if lines == "standard":
        return (row + column) // 2 - 1, column
    return (row + column) // 2 - 1, (column - row) // 2 + 5


def _keeps(turn: Flip, board: set[Way]) -> bool:
    """Whether lines stay lines and the board stays the board."""
    return turn.way((1, 1)) in GRID_WAYS and board == {
        turn.place(*at, (GRID, GRID)) for at in board
    }


def _symmetry(turn: Flip, board: set[Way], shift: int) -> Symmetry:
    """Cells outside the board stay where they are."""
    places = product(range(GRID), range(GRID))
    sources = [turn.place(*at, (GRID, GRID)) if at in board else at for at in places]
    cells = [GRID * row + column for row, column in sources]
    planes = [PLANES.index(_recoloured(name, shift)) for name in PLANES]
    answers = [ANSWERS.index(_recoloured(name, shift)) for name in ANSWERS]
    first = ANSWERS.index(f"along {WAY_NAMES[0]}")
    for number, way in enumerate(GRID_WAYS):
        answers[first + number] = first + GRID_WAYS.index(turn.way(way))
    return Symmetry(permuted_entries(planes, cells), permuted_entries(answers, cells))


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


def actions(options: Options, player: int) -> list[int]:
    """From every cell to every other one, then the claims."""
    moves = [64 * cell + end for cell in range(CELLS) for end in range(CELLS) if end != cell]
    return moves + [CLAIM + colour for colour in COLOURS]


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
    features=FEATURES,
    colour_planes=tuple(
        tuple(number for number, name in enumerate(PLANES) if name.endswith(f" {colour}"))
        for colour in COLOUR_NAMES
    ),
)

# The same as C numbers, typed in encoding.pxd. The planes: the number of each, or of the first.
_HOLDING = 1
_TOPPED = 6
_OWN_TOP = 12
_HIGH = 14
_CLAIMED = 20
_REACHING = 30
_PLANES = 38

# The planes of the policy.
_ALONG = 1
_LINKED = 7
_CLAIMING = 8

_CLAIM = CLAIM
_LAST_COLOUR = len(COLOURS)
_STACK6 = VARIANTS.index("stack6")
_OBSTACLE_CAPTURE = VARIANTS.index("obstacle-capture")
_BOARD = (1 << CELLS) - 1
_GRID_CELLS = GRID * GRID
_GRID_WORDS = 2
_MOST_SHOWN = 255  # points: the largest number in a byte

if not cython.compiled:
    from tabuleiro.core.bits import lowest_bit, set_bit, set_byte
    from tabuleiro.games.lyngk.rules import RAYS, bit_of, height_of, top_of

    GRID_CELLS = [[0] * CELLS for _ in LINES]
    GRID_WAY = [[0] * 6 for _ in LINES]


def _fill_grid() -> None:
    """GRID_CELLS: the number of each cell on the grid, row by row. GRID_WAY: the index in GRID_WAYS
    of each of the six ways."""
    for kind, lines in enumerate(LINES):
        for number, place in PLACES.items():
            row, column = grid_place(lines, place)
            GRID_CELLS[kind][number] = GRID * row + column
        for way, (down, right) in enumerate(WAYS_AHEAD[lines]):
            row, column = grid_place(lines, (MIDDLE_ROW + down, MIDDLE_COLUMN + right))
            ahead = (row - GRID // 2, column - GRID // 2)
            GRID_WAY[kind][way] = GRID_WAYS.index(ahead)
            GRID_WAY[kind][way + 3] = GRID_WAYS.index((-ahead[0], -ahead[1]))


_fill_grid()


class LyngkPosition(FeaturedLyngk):
    """A Lyngk position: rules, evaluation, features and encoding."""

    def _encode(self, words: Row, at: int) -> int:
        self._show(_BOARD, words, at)
        for colour in range(1, _LAST_COLOUR + 1):
            self._show(self.holds[colour], words, at + _GRID_WORDS * (_HOLDING + colour - 1))
        self._show_tops(words, at)
        for height in range(1, 7):
            higher = self.occupied ^ self.low[height - 1]
            self._show(higher, words, at + _GRID_WORDS * (_HIGH + height - 1))
        self._show_claims(self.player, words, at + _GRID_WORDS * _CLAIMED)
        self._show_claims(1 - self.player, words, at + _GRID_WORDS * (_CLAIMED + _LAST_COLOUR))
        mine, other = self.claims[self.player], self.claims[1 - self.player]
        self._show_reach(mine, True, words, at + _GRID_WORDS * _REACHING)
        self._show_reach(other, True, words, at + _GRID_WORDS * (_REACHING + 3))
        self._show_reach(self._free_colours(), False, words, at + _GRID_WORDS * (_REACHING + 6))
        return self._show_numbers(words, at + _GRID_WORDS * _PLANES)

    def _show(self, board: int, words: Row, at: int) -> int:
        """Write a plane with the cells of a board."""
        while board:
            set_bit(words, at, GRID_CELLS[self.lines][lowest_bit(board)])
            board &= board - 1
        return 0

    def _show_tops(self, words: Row, at: int) -> int:
        """Write the planes of the pieces on top, jokers first, then those of the owners."""
        cells = self.occupied
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            seen = GRID_CELLS[self.lines][cell]
            top = top_of(self.cells[cell])
            set_bit(words, at + _GRID_WORDS * (_TOPPED + top), seen)
            if self.claims[self.player] >> top & 1:
                set_bit(words, at + _GRID_WORDS * _OWN_TOP, seen)
            elif self.claims[1 - self.player] >> top & 1:
                set_bit(words, at + _GRID_WORDS * (_OWN_TOP + 1), seen)
        return 0

    def _show_claims(self, player: int, words: Row, at: int) -> int:
        """Write a plane for each colour: the whole board if the player has claimed it."""
        for colour in range(1, _LAST_COLOUR + 1):
            if self.claims[player] >> colour & 1:
                self._show(_BOARD, words, at + _GRID_WORDS * (colour - 1))
        return 0

    def _show_reach(self, colours: int, own: bool, words: Row, at: int) -> int:
        """Write the planes of the stacks with one of the colours on top that can move, of where
        they can go and, if they have an owner, of where they would be complete."""
        moving = goals = complete = 0
        cells = self._incomplete(colours)
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            reached = self._goals(cell, own, self.occupied)
            if reached:
                moving |= bit_of(cell)
                goals |= reached
                height = self.limit - height_of(self.cells[cell])
                complete |= reached & (self.low[height] ^ self.low[height - 1])
        self._show(moving, words, at)
        self._show(goals, words, at + _GRID_WORDS)
        return self._show(complete, words, at + 2 * _GRID_WORDS) if own else 0

    def _show_numbers(self, words: Row, at: int) -> int:
        set_byte(words, at, 0, min(self.points[self.player], _MOST_SHOWN))
        set_byte(words, at, 1, min(self.points[1 - self.player], _MOST_SHOWN))
        set_byte(words, at, 2, not self.claimed and self._claimable(self.player) != 0)
        set_byte(words, at, 3, self.variant == _STACK6)
        set_byte(words, at, 4, self.variant == _OBSTACLE_CAPTURE)
        set_byte(words, at, 5, self.lines)
        return 0

    def _policy_indices(self, move: int, entries: Row, at: int) -> int:
        """A stack has its start and its end; a claim has the middle of the board."""
        if is_claim(move):
            entries[at] = _GRID_CELLS * (_CLAIMING + move - _CLAIM - 1) + _GRID_CELLS // 2
            return 1
        arrival = self._arrival(move >> 6, move & 63)
        entries[at] = GRID_CELLS[self.lines][move >> 6]
        entries[at + 1] = _GRID_CELLS * arrival + GRID_CELLS[self.lines][move & 63]
        return 2

    def _arrival(self, start: int, end: int) -> int:
        """The plane of how a stack arrives: along a way, or by links if it cannot see the end."""
        seen = self.cells[start] & bit_of(end)
        for way in range(6):
            if seen & RAYS[self.lines][start][way]:
                return _ALONG + GRID_WAY[self.lines][way]
        return _LINKED
