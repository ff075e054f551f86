# cython: annotation_typing=False
"""The rules of Lyngk: build stacks of five with one of your colours on top.

43 pieces, eight of each of five colours and three jokers, lie at random on the 43 intersections.
A stack counts as the colour of its top piece. A turn is one move, before which a player with
fewer than two colours may claim one that nobody has. A move puts a whole stack on top of another,
the first one met along a line: a stack of a neutral colour or of one's own, never the opponent's
and never a joker. Together they are at most five high and hold no colour twice (jokers aside),
and a neutral stack never goes onto a higher one. A stack of one's own may also travel further
along stacks of its colour (the LYNGK rule): each one that it meets may be a link, from which it
goes on along any line. Five high with an own colour on top, a stack is removed for a point; with
a neutral top it stays as an obstacle. Who has no turn passes; when nobody has one, most points
win, then most own stacks of height 4, 3, 2, 1. Variants: `stack6` keeps fives on the board and
is won by a six with an own top; with `obstacle-capture` a claim takes the obstacles of its colour.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import LARGEST_EVALUATION, Position
from tabuleiro.core.primitives import MoveList, Random

VARIANTS = ("standard", "stack6", "obstacle-capture")
LINES = ("standard", "horizontal")

# Pieces: a joker is 0, a colour its place in this order, which is that of the claims' texts.
PIECES = ("joker", "black", "blue", "green", "ivory", "red")
LETTERS = "wdbgir"
JOKER = 0
COLOURS = (1, 2, 3, 4, 5)
OF_EACH_COLOUR = 8
JOKERS = 3
MOST_CLAIMS = 2

# --- the board: nine columns of intersections, each higher by half a step than its neighbours ---

ROWS = 13
MIDDLE_ROW = 6
MIDDLE_COLUMN = 4
HALF_HEIGHTS = (0, 3, 6, 5, 6, 5, 6, 3, 0)  # how far each column reaches from the middle row

# Cells are numbered from 0 in the order of their names: a1 b1 ... b4 c1 ... i1. Bit n of a board
# stands for cell n.
CELLS = 43

# The texts of claims stand between those of moves from column c and from column d.
CLAIM = 64 * 11 + 48  # plus a colour from 1 on

# The ways along lines as (rows down, columns to the right), those to higher cell numbers; the
# others are their opposites.
WAYS_AHEAD = {
    "standard": ((-2, 0), (-1, 1), (1, 1)),
    "horizontal": ((0, 2), (-1, 1), (1, 1)),
}

# Networks see the board on a square grid whose rows, columns and falling diagonals are the lines.
GRID = 9
GRID_WAYS = ((-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1))


def grid_place(lines: str, place: tuple[int, int]) -> tuple[int, int]:
    """The row and the column of the grid for a place of the matrix."""
    row, column = place
    if lines == "standard":
        return (row + column) // 2 - 1, column
    return (row + column) // 2 - 1, (column - row) // 2 + 5


def _places() -> dict[int, tuple[int, int]]:
    """The matrix row and column of each cell."""
    places = [
        (row, column)
        for column, half in enumerate(HALF_HEIGHTS)
        for row in range(MIDDLE_ROW + half, MIDDLE_ROW - half - 1, -2)
    ]
    return dict(enumerate(places))


def _names() -> dict[int, str]:
    """`c4` is the fourth cell from the bottom of column c."""
    return {
        number: f"{chr(97 + column)}{(MIDDLE_ROW + HALF_HEIGHTS[column] - row) // 2 + 1}"
        for number, (row, column) in PLACES.items()
    }


PLACES = _places()
NAMES = _names()
CELL_AT = {place: number for number, place in PLACES.items()}

# The same for the engine room: typed in rules.pxd, out of Python's sight when compiled.
_CLAIM = CLAIM
_CELLS = CELLS
_JOKER = JOKER
_LAST_COLOUR = len(COLOURS)
_ALL_COLOURS = 0b111110
_JOKER_ALONE = 0b000001
_STACK6 = VARIANTS.index("stack6")
_OBSTACLE_CAPTURE = VARIANTS.index("obstacle-capture")
_BOARD = (1 << CELLS) - 1
_MOST_MOVES = CELLS * CELLS
_PLACES_TO_DRAW = 5 + 6 * CELLS
_LAST_STACKS = 20  # when the end is looked for
_TRIES = 24  # found by measuring
_GRID_CELLS = GRID * GRID
_GRID_WORDS = 2
_MOST_SHOWN = 255  # of points: what a byte holds

# The planes that networks are shown, named in sight.py: the number of each, or of the first.
_HOLDING = 1
_TOPPED = 6
_OWN_TOP = 12
_HIGH = 14
_CLAIMED = 20
_REACHING = 30
_PLANES = 38

# The planes of their answers, likewise.
_ALONG = 1
_LINKED = 7
_CLAIMING = 8

# What evaluations weigh, fitted to the results of games between searches. The fewer stacks are
# left, the more a lead decides: it counts (50 - stacks)² / 2048 times, about once with five.
_POINT = 670
_MOBILE = [0, 210, 235, 250, 315, 640]  # a stack of one's own that can move, by its height
_STUCK = [0, 80, 70, 130, 280, 520]  # one that cannot: it may still count in a tie
_COMPLETION = 380  # the player to move can complete a stack
_THREAT = 200  # the opponent could, were it his turn
_STAGES = 50
_STAGE_BITS = 11
_CERTAIN = LARGEST_EVALUATION

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, highest_bit, lowest_bit, set_bit, set_byte

    RAYS = [[[0] * 6 for _ in range(CELLS)] for _ in LINES]
    GRID_CELLS = [[0] * CELLS for _ in LINES]
    GRID_WAY = [[0] * 6 for _ in LINES]


def _fill_rays() -> None:
    """RAYS: the cells along each of the six ways from a cell; the first three lead to higher
    numbers, the others back."""
    for kind, lines in enumerate(LINES):
        for number, place in PLACES.items():
            for way, (down, right) in enumerate(WAYS_AHEAD[lines]):
                RAYS[kind][number][way] = _ray(place, down, right)
                RAYS[kind][number][way + 3] = _ray(place, -down, -right)


def _ray(place: tuple[int, int], down: int, right: int) -> int:
    """The board of the cells that follow `place` that way, up to the edge."""
    ray = 0
    at = (place[0] + down, place[1] + right)
    while at in CELL_AT:
        ray |= 1 << CELL_AT[at]
        at = (at[0] + down, at[1] + right)
    return ray


def _fill_grid() -> None:
    """GRID_CELLS: where each cell is on the grid, row by row; GRID_WAY: the place among GRID_WAYS
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


_fill_rays()
_fill_grid()


def is_claim(move: int) -> bool:
    """Whether a move is a claim."""
    return _CLAIM < move <= _CLAIM + _LAST_COLOUR


def bit_of(cell: int) -> int:
    """The board of that cell alone."""
    bit = 1
    bit <<= cell
    return bit


# A cell is a word: the board of the cells seen from it in bits 0 to 42; then its stack, three bits
# a piece from the top down, in bits 43 to 60; the height of the stack in bits 61 to 63.


def seen_of(word: int) -> int:
    """The board of the first occupied cells along the lines from a cell."""
    return word & _BOARD


def letters_of(word: int) -> int:
    """The pieces of a cell's stack, top first."""
    return word >> 43 & 0x3FFFF


def top_of(word: int) -> int:
    """The piece on top of a cell's stack."""
    return word >> 43 & 7


def height_of(word: int) -> int:
    """The height of a cell's stack; 0 when the cell is empty."""
    return word >> 61


def stack_word(letters: int, height: int) -> int:
    """The word of a cell with that stack, but without the cells it sees."""
    word = height
    word = word << 18 | letters
    return word << 43


class Lyngk(Position):
    """A Lyngk position.

    A move is 64 * (cell it starts from) + (cell it ends on); a claim is CLAIM + colour. A piece is
    its place in LETTERS; a set of colours has bit c for colour c, like `claims[p]` of player p.
    `cells` holds the words of the cells, 0 for an empty one; what cells see is kept up to date.
    Boards tell where stacks are: `occupied` all, `holds[c]` with colour c anywhere (nothing for
    jokers), `low[h]` at most h high. `claimed` tells that the player has claimed in this turn and
    owes the move.
    """

    variant: int
    lines: int
    limit: int
    claimed: bool
    occupied: int
    cells: list[int]
    holds: list[int]
    low: list[int]
    claims: list[int]
    points: list[int]

    def __init__(self, variant: str, lines: str) -> None:
        self._allocate()
        self.players = 2
        self.player = 0
        self.winners = 0
        self.variant = VARIANTS.index(variant)
        self.lines = LINES.index(lines)
        self.limit = 6 if self.variant == _STACK6 else 5
        self.claimed = False
        self._clear()

    # --- what texts and pictures need ------------------------------------------------------

    def options(self) -> dict[str, Value]:
        return {"variant": VARIANTS[self.variant], "lines": LINES[self.lines]}

    def stack(self, cell: int) -> str:
        """The letters of the stack on a cell, top first; empty when there is none."""
        letters = letters_of(self.cells[cell])
        height = height_of(self.cells[cell])
        return "".join([LETTERS[letters >> 3 * i & 7] for i in range(height)])

    def claims_of(self, player: int) -> tuple[int, ...]:
        """The colours that a player has claimed."""
        return tuple([c for c in COLOURS if self.claims[player] >> c & 1])

    def sees(self, cell: int) -> list[int]:
        """The first occupied cell along each line from an occupied one."""
        return [other for other in range(_CELLS) if self.cells[cell] >> other & 1]

    def can_move(self, player: int) -> bool:
        """Whether a player has a stack to move without claiming."""
        return bool(self._can_move(player, self.claims[player], self.occupied))

    def has_turn(self, player: int) -> bool:
        """Whether a player has a move, or a claim with a move to follow."""
        return bool(self._has_turn(player))

    def tie_breaks(self, player: int) -> dict[int, int]:
        """The number of own stacks on the board by height, in the order that breaks ties."""
        return {h: self._own_stacks(player, h) for h in range(self.limit - 1, 0, -1)}

    # --- what the classic players weigh ----------------------------------------------------

    def own_height(self, player: int) -> int:
        """The heights of the stacks that show a colour of the player's, those of at most four
        added up."""
        mine = self.claims[player]
        cells = self._holding(mine) & self.low[4]
        total = 0
        while cells:
            word = self.cells[lowest_bit(cells)]
            cells &= cells - 1
            if mine >> top_of(word) & 1:
                total += height_of(word)
        return total

    def tallies(self, player: int) -> list[tuple[int, int, int]]:
        """Every legal move of a stack, with the player's points and own height after it."""
        moves = MoveList()
        self._list_moves(moves)
        after = cython.cast(Lyngk, self._copy())
        found = []
        for i in range(moves.count):
            move = moves.items[i]
            if not is_claim(move):
                after._assign(self)
                after._apply(move)
                found.append((move, after.points[player], after.own_height(player)))
        return found

    # --- the engine room: stacks on the board ----------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.cells = [0] * _CELLS
            self.holds = [0] * 6
            self.low = [0] * 6
            self.claims = [0] * 2
            self.points = [0] * 2
        return 0

    def _clear(self) -> int:
        self.occupied = 0
        for cell in range(_CELLS):
            self.cells[cell] = 0
        for i in range(6):
            self.holds[i] = self.low[i] = 0
        for player in range(2):
            self.claims[player] = self.points[player] = 0
        return 0

    def _copy_from(self, other: Position) -> int:
        return self._assign(cython.cast(Lyngk, other))

    def _assign(self, other: Lyngk) -> int:
        self._copy_base(other)
        self.variant = other.variant
        self.lines = other.lines
        self.limit = other.limit
        self.claimed = other.claimed
        self.occupied = other.occupied
        for cell in range(_CELLS):
            self.cells[cell] = other.cells[cell]
        for i in range(6):
            self.holds[i] = other.holds[i]
            self.low[i] = other.low[i]
        for player in range(2):
            self.claims[player] = other.claims[player]
            self.points[player] = other.points[player]
        return 0

    def _put(self, cell: int, word: int) -> int:
        """A stack comes to an empty cell."""
        self.cells[cell] = word | self._look(cell, self.occupied)
        self._toggle_sight(cell)
        return self._toggle_boards(cell)

    def _lift(self, cell: int) -> int:
        """The stack of a cell leaves the board."""
        self._toggle_sight(cell)
        self._toggle_boards(cell)
        self.cells[cell] = 0
        return 0

    def _toggle_sight(self, cell: int) -> int:
        """The stack comes between the two next to it on each line, or leaves them to see each
        other."""
        bit = bit_of(cell)
        self.occupied ^= bit
        for way in range(3):
            ahead = self.cells[cell] & RAYS[self.lines][cell][way]
            behind = self.cells[cell] & RAYS[self.lines][cell][way + 3]
            if ahead:
                self.cells[lowest_bit(ahead)] ^= bit | behind
            if behind:
                self.cells[lowest_bit(behind)] ^= bit | ahead
        return 0

    def _toggle_boards(self, cell: int) -> int:
        """The stack comes to the boards of colours and heights, or leaves them."""
        bit = bit_of(cell)
        letters = letters_of(self.cells[cell])
        height = height_of(self.cells[cell])
        for h in range(height, 6):
            self.low[h] ^= bit
        for _ in range(height):
            self.holds[letters & 7] ^= bit
            letters >>= 3
        self.holds[_JOKER] = 0  # jokers clash with nothing
        return 0

    # --- moves of stacks -------------------------------------------------------------------

    def _look(self, cell: int, occupied: int) -> int:
        """The first occupied cell along each way from `cell`, found on its rays."""
        seen = 0
        for way in range(3):
            ahead = RAYS[self.lines][cell][way] & occupied
            behind = RAYS[self.lines][cell][way + 3] & occupied
            if ahead:
                seen |= bit_of(lowest_bit(ahead))
            if behind:
                seen |= bit_of(highest_bit(behind))
        return seen

    def _seen(self, cell: int, occupied: int) -> int:
        """The same from an occupied cell; with the board as it is, its word tells."""
        if occupied == self.occupied:
            return seen_of(self.cells[cell])
        return self._look(cell, occupied)

    def _linked(self, cell: int, occupied: int) -> int:
        """What a stack of one's own sees from its cell and from every link: a stack of the same
        top colour that it meets, directly or from another link."""
        colour = top_of(self.cells[cell])
        waiting = bit_of(cell)
        unmet = self.holds[colour] ^ waiting
        reached = 0
        while waiting:
            link = lowest_bit(waiting)
            waiting &= waiting - 1
            if top_of(self.cells[link]) == colour:
                seen = self._seen(link, occupied)
                reached |= seen
                waiting |= seen & unmet
                unmet ^= seen & unmet
        return reached

    def _bases(self, cell: int, own: bool) -> int:
        """The stacks that the one on `cell` may be put on by height and colours."""
        letters = letters_of(self.cells[cell])
        height = height_of(self.cells[cell])
        highest = self.limit - height
        if not own and height < highest:
            highest = height  # a neutral stack never goes onto a higher one
        clashing = 0
        for _ in range(6):  # what follows the letters is 0, like a joker
            clashing |= self.holds[letters & 7]
            letters >>= 3
        return self.low[highest] & (clashing ^ _BOARD)

    def _goals(self, cell: int, own: bool, occupied: int) -> int:
        """Where the stack on `cell` may go, being the mover's own or neutral."""
        bases = self._bases(cell, own)
        if not bases:
            return 0
        return bases & (self._linked(cell, occupied) if own else self._seen(cell, occupied))

    def _barred(self, player: int) -> int:
        """The set of tops that a player cannot move: the opponent's colours and the joker."""
        return self.claims[1 - player] | _JOKER_ALONE

    def _can_move(self, player: int, mine: int, occupied: int) -> bool:
        """Whether a player with the colours `mine` has a stack to move on the occupied cells."""
        barred = self._barred(player)
        cells = occupied
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            top = top_of(self.cells[cell])
            if not barred >> top & 1 and self._goals(cell, mine >> top & 1 != 0, occupied):
                return True
        return False

    def _holding(self, colours: int) -> int:
        """The stacks that hold one of the colours, on top or below."""
        cells = 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1:
                cells |= self.holds[colour]
        return cells

    def _list_stacks(self, out: MoveList, colours: int) -> int:
        """Adds the player's moves of the stacks with one of these colours on top."""
        mine = self.claims[self.player]
        cells = self._holding(colours)
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            top = top_of(self.cells[cell])
            if colours >> top & 1:
                goals = self._goals(cell, mine >> top & 1 != 0, self.occupied)
                while goals:
                    out.items[out.count] = 64 * cell + lowest_bit(goals)
                    out.count += 1
                    goals &= goals - 1
        return 0

    # --- claims ----------------------------------------------------------------------------

    def _free_colours(self) -> int:
        """The set of colours that nobody has claimed."""
        return _ALL_COLOURS ^ (self.claims[0] | self.claims[1])

    def _claimable(self, player: int) -> int:
        """The set of colours that a player may claim if a move follows."""
        mine = self.claims[player]
        return 0 if mine & (mine - 1) else self._free_colours()

    def _obstacles(self, colour: int) -> int:
        """The stacks that a claim of the colour takes from the board: fives that show it."""
        return self._topped(1 << colour, 5) if self.variant == _OBSTACLE_CAPTURE else 0

    def _topped(self, colours: int, height: int) -> int:
        """The stacks of that height with one of the colours on top."""
        topped = self.low[height] ^ self.low[height - 1]
        cells = topped
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if not colours >> top_of(self.cells[cell]) & 1:
                topped ^= bit_of(cell)
        return topped

    def _move_follows(self, player: int, colour: int) -> bool:
        """Whether a player can move once he has claimed the colour."""
        mine = self.claims[player] | 1 << colour
        return self._can_move(player, mine, self.occupied ^ self._obstacles(colour))

    def _may_claim(self, colour: int) -> bool:
        """Whether the player to move may claim the colour."""
        if self.claimed or not self._claimable(self.player) >> colour & 1:
            return False
        return self._move_follows(self.player, colour)

    def _list_claims(self, out: MoveList) -> int:
        """Adds the claims. A claim takes no move away: with a move at hand, one can follow."""
        colours = self._claimable(self.player)
        at_hand = out.count > 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1 and (at_hand or self._move_follows(self.player, colour)):
                out.items[out.count] = _CLAIM + colour
                out.count += 1
        return 0

    # --- turns -----------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        out.reserve(_MOST_MOVES)
        out.count = 0
        if self.player >= 0:
            self._list_stacks(out, self.claims[self.player])
            self._list_neutral(out)
        return 0

    def _list_neutral(self, out: MoveList) -> int:
        """Adds the moves of neutral stacks and the claims to those of own stacks."""
        self._list_stacks(out, self._free_colours())
        return 0 if self.claimed else self._list_claims(out)

    def _is_legal(self, move: int) -> bool:
        if self.player < 0 or move >= 64 * _CELLS:
            return False
        if is_claim(move):
            return self._may_claim(move - _CLAIM)
        cell = move >> 6
        top = top_of(self.cells[cell])
        if not self.cells[cell] or self._barred(self.player) >> top & 1:
            return False
        own = self.claims[self.player] >> top & 1 != 0
        return self._goals(cell, own, self.occupied) >> (move & 63) & 1 != 0

    def _apply(self, move: int) -> int:
        if is_claim(move):
            return self._claim(move - _CLAIM)
        return self._move_stack(move >> 6, move & 63)

    def _claim(self, colour: int) -> int:
        """The colour is the player's from now on; his move is still to come."""
        obstacles = self._obstacles(colour)
        while obstacles:
            self._lift(lowest_bit(obstacles))
            self.points[self.player] += 1
            obstacles &= obstacles - 1
        self.claims[self.player] |= 1 << colour
        self.claimed = True
        return 0

    def _move_stack(self, start: int, end: int) -> int:
        """One stack goes on top of another; complete with an own top, the whole scores."""
        moved = self.cells[start]
        self._lift(start)
        complete = self._stack_up(end, moved)
        if not complete or not self.claims[self.player] >> top_of(moved) & 1:
            return self._next_turn()
        self.points[self.player] += 1
        if self.variant == _STACK6:
            return self._finish()
        self._lift(end)
        return self._next_turn()

    def _stack_up(self, cell: int, moved: int) -> bool:
        """The moved stack comes on top of the one there; tells whether that is complete."""
        base = self.cells[cell]
        height = height_of(moved)
        letters = letters_of(moved) | letters_of(base) << 3 * height
        height += height_of(base)
        self._toggle_boards(cell)
        self.cells[cell] = stack_word(letters, height) | seen_of(base)
        self._toggle_boards(cell)
        return height == self.limit

    def _has_turn(self, player: int) -> bool:
        """Whether a player can move, be it after a claim."""
        if self._can_move(player, self.claims[player], self.occupied):
            return True
        colours = self._claimable(player)
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1 and self._move_follows(player, colour):
                return True
        return False

    def _next_turn(self) -> int:
        """The opponent's turn, or the player's again if he has none, or the end."""
        self.claimed = False
        if self._has_turn(1 - self.player):
            self.player = 1 - self.player
        elif not self._has_turn(self.player):
            self._finish()
        return 0

    # --- the end ---------------------------------------------------------------------------

    def _own_stacks(self, player: int, height: int) -> int:
        """How many stacks of that height show a colour of the player's."""
        count = 0
        cells = self._topped(self.claims[player], height)
        while cells:
            count += 1
            cells &= cells - 1
        return count

    def _finish(self) -> int:
        """Most points win, then most own stacks of the greatest height where they differ."""
        self.claimed = False
        lead = self.points[0] - self.points[1]
        height = self.limit - 1
        while lead == 0 and height > 0:
            lead = self._own_stacks(0, height) - self._own_stacks(1, height)
            height -= 1
        return self._end(1 if lead > 0 else 2 if lead < 0 else 3)

    def _score(self, player: int) -> int:
        return self.points[player]

    # --- random games ----------------------------------------------------------------------

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        # Each legal move has one place: those of own stacks in a list, claims and moves of neutral
        # stacks among the places of `_move_at`, many of which hold none. Drawing places until one
        # holds a move is uniform, and so is drawing from the whole list once that takes too long.
        scratch.reserve(_MOST_MOVES)
        many = True
        count = 0
        while self.player >= 0 and count < limit:
            scratch.count = 0
            self._list_stacks(scratch, self.claims[self.player])
            move = self._draw(random, scratch) if many else -1
            if move < 0:
                many = False
                self._list_neutral(scratch)
                move = scratch.items[random.below(scratch.count)]
            self._apply(move)
            count += 1
        return count

    def _draw(self, random: Random, own: MoveList) -> int:
        """One of the moves of own stacks, a claim or the move of a neutral stack, every legal one
        as likely; -1 when it has not been found soon."""
        for _ in range(_TRIES):
            place = random.below(_PLACES_TO_DRAW + own.count) - own.count
            move = self._move_at(place) if place >= 0 else own.items[place + own.count]
            if move >= 0:
                return move
        return -1

    def _move_at(self, place: int) -> int:
        """The legal move at one of the places to draw, or -1: a place for each claim, and one
        for each cell and way, where a neutral stack moves that way."""
        if place < 5:
            return _CLAIM + 1 + place if self._may_claim(place + 1) else -1
        cell = (place - 5) // 6
        word = self.cells[cell]
        goal = word & RAYS[self.lines][cell][(place - 5) % 6] & self._bases(cell, False)
        if goal and self._free_colours() >> top_of(word) & 1:
            return 64 * cell + lowest_bit(goal)
        return -1

    def _hash(self) -> int:
        turn = (self.player + 1) << 1 | self.claimed
        claims = self.claims[0] << 6 | self.claims[1]
        options = self.variant << 1 | self.lines
        key = self._mix(0, turn << 16 | claims << 4 | options)
        key = self._mix(key, self.points[0])
        key = self._mix(key, self.points[1])
        for cell in range(0, _CELLS - 1, 2):
            # The stacks of two cells: 42 bits.
            key = self._mix(key, self.cells[cell] >> 43 << 21 | self.cells[cell + 1] >> 43)
        return self._mix(key, self.cells[_CELLS - 1] >> 43)

    def _may_end(self) -> bool:
        """With few stacks left, or where a single one may decide."""
        return self.variant == _STACK6 or count_bits(self.occupied) <= _LAST_STACKS

    # --- what networks see, named in sight.py ----------------------------------------------

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
        """A plane with the cells of a board."""
        while board:
            set_bit(words, at, GRID_CELLS[self.lines][lowest_bit(board)])
            board &= board - 1
        return 0

    def _show_tops(self, words: Row, at: int) -> int:
        """The planes of the pieces on top, jokers first, then those of whose they are."""
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
        """A plane for each colour, the whole board if it is the player's."""
        for colour in range(1, _LAST_COLOUR + 1):
            if self.claims[player] >> colour & 1:
                self._show(_BOARD, words, at + _GRID_WORDS * (colour - 1))
        return 0

    def _show_reach(self, colours: int, own: bool, words: Row, at: int) -> int:
        """The planes of the stacks with one of the colours on top that can move, of where they can
        go, and, if they have an owner, of where they would be complete."""
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
        """A stack is found where it starts and where it arrives; a claim in the middle."""
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

    def _set_up(
        self,
        stacks: Mapping[int, str],
        claims: tuple[str, str],
        points: tuple[int, int],
        player: int,
        claimed: bool,
    ) -> None:
        """Becomes the given position; with nobody to move, the game is over."""
        for cell, stack in stacks.items():
            letters = sum([LETTERS.index(letter) << 3 * i for i, letter in enumerate(stack)])
            self._put(cell, stack_word(letters, len(stack)))
        for p in range(2):
            self.points[p] = points[p]
            for letter in claims[p]:
                self.claims[p] |= 1 << LETTERS.index(letter)
        self.player = player
        self.claimed = claimed
        if player < 0:
            self._finish()

    # --- what a position is worth ----------------------------------------------------------

    def _evaluate(self, player: int) -> int:
        chances = self._chances()
        return chances if player == self.player else -chances

    def _chances(self) -> int:
        """The evaluation for the player to move. A six that he can complete wins `stack6`."""
        mover = self.player
        lead = self._wealth(mover) - self._wealth(1 - mover)
        if self._can_complete(mover):
            if self.variant == _STACK6:
                return _CERTAIN
            lead += _COMPLETION
        if self._can_complete(1 - mover):
            lead -= _THREAT
        stage = _STAGES - count_bits(self.occupied)
        return max(-_CERTAIN, min(lead * stage * stage >> _STAGE_BITS, _CERTAIN))

    def _wealth(self, player: int) -> int:
        """What a player has: points, stacks of his own, and claims still to make."""
        worth = _POINT * self.points[player] + self._prospects(player)
        cells = self._incomplete(self.claims[player])
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            height = height_of(self.cells[cell])
            mobile = self._goals(cell, True, self.occupied) != 0
            worth += _MOBILE[height] if mobile else _STUCK[height]
        return worth

    def _incomplete(self, colours: int) -> int:
        """The stacks with one of the colours on top that are not complete."""
        showing = self._holding(colours) & self.low[self.limit - 1]
        cells = showing
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if not colours >> top_of(self.cells[cell]) & 1:
                showing ^= bit_of(cell)
        return showing

    def _prospects(self, player: int) -> int:
        """What the best colours that a player may still claim are worth to him."""
        colours = self._claimable(player)
        best = second = 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1:
                worth = self._prospect(colour)
                second = max(second, min(best, worth))
                best = max(best, worth)
        return best if self.claims[player] else best + second

    def _prospect(self, colour: int) -> int:
        """What a claim of the colour would bring: its stacks, and the obstacles that it takes."""
        stacks = count_bits(self._incomplete(1 << colour))
        return _MOBILE[1] * stacks + _POINT * count_bits(self._obstacles(colour))

    def _can_complete(self, player: int) -> bool:
        """Whether a player whose turn it is could complete a stack, be it after a claim."""
        colours = self.claims[player]
        if not (self.claimed and player == self.player):
            colours |= self._claimable(player)
        cells = self._incomplete(colours)
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            height = self.limit - height_of(self.cells[cell])
            others = self._bases(cell, True) & (self.low[height] ^ self.low[height - 1])
            if others and others & self._linked(cell, self.occupied):
                return True
        return False


def start(options: Options) -> Lyngk:
    """The pieces in an order drawn with the seed: the same on every machine."""
    pieces = [*LETTERS[1:] * OF_EACH_COLOUR, *LETTERS[JOKER] * JOKERS]
    random = Random(int(options["seed"]))
    for last in range(len(pieces) - 1, 0, -1):
        drawn = random.draw(last + 1)
        pieces[last], pieces[drawn] = pieces[drawn], pieces[last]
    return set_up(options, dict(zip(NAMES, pieces, strict=True)), ("", ""), (0, 0), 0, False)


def set_up(
    options: Options,
    stacks: Mapping[int, str],
    claims: tuple[str, str],
    points: tuple[int, int],
    player: int,
    claimed: bool,
) -> Lyngk:
    """The position with these stacks (letters, top first, by the number of their cell) and claims
    (letters); `claimed` tells that the player has claimed in this turn."""
    position = Lyngk(str(options["variant"]), str(options["lines"]))
    position._set_up(stacks, claims, points, player, claimed)
    return position
