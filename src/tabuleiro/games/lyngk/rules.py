"""The rules of Lyngk: build stacks of five with one of your colours on top.

43 pieces, eight of each of five colours and three jokers, lie at random on the 43 intersections.
A stack has the colour of its top piece. A turn is one move; before it, a player with fewer than
two colours may claim one that nobody has. A move puts a whole stack on top of another, the first
one along a line. The player moves stacks of a neutral colour or of their own, never the opponent's
and never a joker. The two stacks together are at most five high and hold no colour twice (except
jokers), and a neutral stack never goes onto a higher one. An own stack may also travel along
stacks of its colour (the LYNGK rule): each one that it meets may be a link, from which it continues
along any line. A stack of five with an own colour on top is removed and scores a point; with a
neutral top it stays as an obstacle. A player who has no turn passes. When nobody has one, most
points win, then most own stacks of height 4, 3, 2, 1. Variants: in `stack6`, fives stay on the
board and a six with an own top wins; in `obstacle-capture`, a claim takes the obstacles of its
colour.
"""

from collections.abc import Mapping
from typing import Self

import cython

from tabuleiro.core.options import Options, Value
from tabuleiro.core.position import Position
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

# --- the board: nine columns of intersections, neighbours half a step apart ----------------------

ROWS = 13
MIDDLE_ROW = 6
HALF_HEIGHTS = (0, 3, 6, 5, 6, 5, 6, 3, 0)  # how far each column reaches from the middle row

# Cells are numbered from 0 in the order of their names: a1 b1 ... b4 c1 ... i1. Bit n of a board
# stands for cell n.
CELLS = 43

# The texts of claims are between those of moves from column c and from column d.
CLAIM = 64 * 11 + 48  # plus the colour, from 1

# The ways along lines that lead to higher cell numbers, as (rows down, columns to the right). The
# other ways are their opposites.
WAYS_AHEAD = {
    "standard": ((-2, 0), (-1, 1), (1, 1)),
    "horizontal": ((0, 2), (-1, 1), (1, 1)),
}


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

# The same as C numbers, typed in rules.pxd; Python cannot see these when compiled.
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
_TRIES = 24  # found by measuring

if not cython.compiled:
    from tabuleiro.core.bits import highest_bit, lowest_bit
    from tabuleiro.core.position import copy_fields

    RAYS = [[[0] * 6 for _ in range(CELLS)] for _ in LINES]

    # A cell is a word. Bits 0 to 42 are the board of the cells seen from it, bits 43 to 60 its
    # stack, three bits for each piece from the top down, and bits 61 to 63 the height of the stack.
    # Compiled, these functions are inlined from rules.pxd, in evaluation and encoding too.

    def bit_of(cell: int) -> int:
        """The board with only that cell."""
        return 1 << cell

    def seen_of(word: int) -> int:
        """The board of the first occupied cell along each line from a cell."""
        return word & _BOARD

    def letters_of(word: int) -> int:
        """The pieces of a cell's stack, top first."""
        return word >> 43 & 0x3FFFF

    def top_of(word: int) -> int:
        """The piece on top of a cell's stack."""
        return word >> 43 & 7

    def height_of(word: int) -> int:
        """The height of a cell's stack; 0 if the cell is empty."""
        return word >> 61

    def stack_word(letters: int, height: int) -> int:
        """The word of a cell with that stack, without the cells that it sees."""
        return (height << 18 | letters) << 43


def _fill_rays() -> None:
    """RAYS: the cells along each of the six ways from a cell. The first three ways lead to higher
    cell numbers, the others back."""
    for kind, lines in enumerate(LINES):
        for number, place in PLACES.items():
            for way, (down, right) in enumerate(WAYS_AHEAD[lines]):
                RAYS[kind][number][way] = _ray(place, down, right)
                RAYS[kind][number][way + 3] = _ray(place, -down, -right)


def _ray(place: tuple[int, int], down: int, right: int) -> int:
    """The board of the cells that follow `place` in that direction, up to the edge."""
    ray = 0
    at = (place[0] + down, place[1] + right)
    while at in CELL_AT:
        ray |= 1 << CELL_AT[at]
        at = (at[0] + down, at[1] + right)
    return ray


_fill_rays()


def is_claim(move: int) -> bool:
    """Whether a move is a claim."""
    return _CLAIM < move <= _CLAIM + _LAST_COLOUR


class Lyngk(Position):
    """The moves, the end and the set-up of Lyngk.

    A move is 64 * (cell where it starts) + (cell where it ends); a claim is CLAIM + colour. A piece
    is its place in LETTERS. A set of colours has bit c for colour c, like `claims[p]` of player p.
    `cells` has the words of the cells, 0 for an empty one; what the cells see is kept up to date.
    Boards show where stacks are: `occupied` all of them, `holds[c]` those that contain colour c
    (empty for jokers), `low[h]` those at most h high. `claimed` says whether the player has claimed
    in this turn and must still move.
    """

    # --- A turn ------------------------------------------------------------------------------

    def _list_moves(self, out: MoveList) -> int:
        out.reserve(_MOST_MOVES)
        out.count = 0
        if self.player >= 0:
            self._list_stacks(out, self.claims[self.player])
            self._list_neutral(out)
        return 0

    def _list_neutral(self, out: MoveList) -> int:
        """Add the moves of neutral stacks and the claims to the moves of own stacks."""
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

    def _next_turn(self) -> int:
        """The opponent's turn; if they have none, the player's again; otherwise the end."""
        self.claimed = False
        if self._has_turn(1 - self.player):
            self.player = 1 - self.player
        elif not self._has_turn(self.player):
            self._finish()
        return 0

    def _has_turn(self, player: int) -> bool:
        """Whether a player can move, possibly after a claim."""
        if self._can_move(player, self.claims[player], self.occupied):
            return True
        colours = self._claimable(player)
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1 and self._move_follows(player, colour):
                return True
        return False

    # --- Claims ------------------------------------------------------------------------------

    def _list_claims(self, out: MoveList) -> int:
        """Add the claims. A claim removes no move, so if there is a move now, one can follow it."""
        colours = self._claimable(self.player)
        has_move = out.count > 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1 and (has_move or self._move_follows(self.player, colour)):
                out.items[out.count] = _CLAIM + colour
                out.count += 1
        return 0

    def _may_claim(self, colour: int) -> bool:
        """Whether the player to move may claim the colour."""
        if self.claimed or not self._claimable(self.player) >> colour & 1:
            return False
        return self._move_follows(self.player, colour)

    def _claimable(self, player: int) -> int:
        """The colours that a player may claim if a move follows."""
        mine = self.claims[player]
        return 0 if mine & (mine - 1) else self._free_colours()

    def _free_colours(self) -> int:
        """The colours that nobody has claimed."""
        return _ALL_COLOURS ^ (self.claims[0] | self.claims[1])

    def _move_follows(self, player: int, colour: int) -> bool:
        """Whether a player can move after claiming the colour."""
        mine = self.claims[player] | 1 << colour
        return self._can_move(player, mine, self.occupied ^ self._obstacles(colour))

    def _claim(self, colour: int) -> int:
        """Give the player the colour; their move is still to come."""
        obstacles = self._obstacles(colour)
        while obstacles:
            self._lift(lowest_bit(obstacles))
            self.points[self.player] += 1
            obstacles &= obstacles - 1
        self.claims[self.player] |= 1 << colour
        self.claimed = True
        return 0

    def _obstacles(self, colour: int) -> int:
        """The stacks that a claim of the colour removes: with `obstacle-capture`, its fives."""
        return self._topped(1 << colour, 5) if self.variant == _OBSTACLE_CAPTURE else 0

    def _topped(self, colours: int, height: int) -> int:
        """The stacks of that height with one of the colours on top."""
        return self._showing(colours, self.low[height] ^ self.low[height - 1])

    def _showing(self, colours: int, stacks: int) -> int:
        """Those of the stacks that have one of the colours on top."""
        cells = stacks
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if not colours >> top_of(self.cells[cell]) & 1:
                stacks ^= bit_of(cell)
        return stacks

    # --- Moving a stack ----------------------------------------------------------------------

    def _list_stacks(self, out: MoveList, colours: int) -> int:
        """Add the player's moves of the stacks with one of these colours on top."""
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

    def _can_move(self, player: int, mine: int, occupied: int) -> bool:
        """Whether a player with the colours `mine` can move a stack on the occupied cells."""
        barred = self._barred(player)
        cells = occupied
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            top = top_of(self.cells[cell])
            if not barred >> top & 1 and self._goals(cell, mine >> top & 1 != 0, occupied):
                return True
        return False

    def _barred(self, player: int) -> int:
        """The tops that a player cannot move: the opponent's colours and the joker."""
        return self.claims[1 - player] | _JOKER_ALONE

    def _goals(self, cell: int, own: bool, occupied: int) -> int:
        """Where the stack on `cell` may go, being the mover's own or neutral."""
        bases = self._bases(cell, own)
        if not bases:
            return 0
        return bases & (self._linked(cell, occupied) if own else self._seen(cell, occupied))

    def _bases(self, cell: int, own: bool) -> int:
        """The stacks onto which the one on `cell` may go by height and colours."""
        letters = letters_of(self.cells[cell])
        height = height_of(self.cells[cell])
        highest = self.limit - height
        if not own and height < highest:
            highest = height  # a neutral stack never goes onto a higher one
        clashing = 0
        # Not `height` times: a fixed number makes random games about an eighth faster. What
        # follows the letters is 0, like a joker.
        for _ in range(6):
            clashing |= self.holds[letters & 7]
            letters >>= 3
        return self.low[highest] & (clashing ^ _BOARD)

    def _seen(self, cell: int, occupied: int) -> int:
        """The first occupied cell along each line from an occupied cell. On the current board, the
        word of the cell has it."""
        if occupied == self.occupied:
            return seen_of(self.cells[cell])
        return self._look(cell, occupied)

    def _linked(self, cell: int, occupied: int) -> int:
        """What an own stack sees from its cell and from every link: a stack with the same colour on
        top that it meets, directly or from another link."""
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

    def _move_stack(self, start: int, end: int) -> int:
        """Move one stack onto another. A complete stack with an own top scores a point."""
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
        """Put the moved stack on top of the one there; return whether the result is complete."""
        base = self.cells[cell]
        height = height_of(moved)
        letters = letters_of(moved) | letters_of(base) << 3 * height
        height += height_of(base)
        self._toggle_boards(cell)
        self.cells[cell] = stack_word(letters, height) | seen_of(base)
        self._toggle_boards(cell)
        return height == self.limit

    # --- The end -----------------------------------------------------------------------------

    def _finish(self) -> int:
        """Most points win, then most own stacks of the greatest height where they differ."""
        self.claimed = False
        lead = self.points[0] - self.points[1]
        height = self.limit - 1
        while lead == 0 and height > 0:
            lead = self._own_stacks(0, height) - self._own_stacks(1, height)
            height -= 1
        return self._end(1 if lead > 0 else 2 if lead < 0 else 3)

    def _own_stacks(self, player: int, height: int) -> int:
        """How many stacks of that height have a colour of the player on top."""
        count = 0
        cells = self._topped(self.claims[player], height)
        while cells:
            count += 1
            cells &= cells - 1
        return count

    def _score(self, player: int) -> int:
        return self.points[player]

    # --- Set-up ------------------------------------------------------------------------------

    def __init__(
        self,
        options: Options,
        stacks: Mapping[int, str],
        claims: tuple[str, str],
        points: tuple[int, int],
        player: int,
        claimed: bool,
    ) -> None:
        """The position with these stacks (letters, top first, by the number of their cell) and
        claims (letters). `claimed` says whether the player has claimed in this turn. If nobody is
        to move, the game is over."""
        self._allocate()
        self.players = 2
        self.winners = 0
        self.variant = VARIANTS.index(str(options["variant"]))
        self.lines = LINES.index(str(options["lines"]))
        self.limit = 6 if self.variant == _STACK6 else 5
        self.occupied = 0
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

    @classmethod
    def start(cls, options: Options) -> Self:
        """The pieces in an order drawn with the seed; the same on every machine."""
        pieces = [*LETTERS[1:] * OF_EACH_COLOUR, *LETTERS[JOKER] * JOKERS]
        random = Random(int(options["seed"]))
        for last in range(len(pieces) - 1, 0, -1):
            drawn = random.draw(last + 1)
            pieces[last], pieces[drawn] = pieces[drawn], pieces[last]
        return cls(options, dict(zip(NAMES, pieces, strict=True)), ("", ""), (0, 0), 0, False)

    # --- Stacks on the board -----------------------------------------------------------------

    def _put(self, cell: int, word: int) -> int:
        """Put a stack on an empty cell."""
        self.cells[cell] = word | self._look(cell, self.occupied)
        self._toggle_seen(cell)
        return self._toggle_boards(cell)

    def _lift(self, cell: int) -> int:
        """Remove the stack of a cell from the board."""
        self._toggle_seen(cell)
        self._toggle_boards(cell)
        self.cells[cell] = 0
        return 0

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

    def _toggle_seen(self, cell: int) -> int:
        """Update what the neighbours on each line see: the stack comes between them or leaves."""
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
        """Add the stack to the boards of colours and heights, or remove it."""
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

    def _holding(self, colours: int) -> int:
        """The stacks that hold one of the colours, on top or below."""
        cells = 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1:
                cells |= self.holds[colour]
        return cells

    # --- For the evaluation and the encoding -------------------------------------------------
    # Here, because calls of `_goals` from their modules make alpha-beta about 5 % slower.

    def _incomplete(self, colours: int) -> int:
        """The stacks with one of the colours on top that are not complete."""
        return self._showing(colours, self._holding(colours) & self.low[self.limit - 1])

    def _movable(self, cells: int) -> int:
        """Those of a player's own stacks on `cells` that can move."""
        movable = 0
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            if self._goals(cell, True, self.occupied):
                movable |= bit_of(cell)
        return movable

    def _can_complete(self, cells: int) -> bool:
        """Whether a move can complete one of a player's own stacks on `cells`."""
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            height = self.limit - height_of(self.cells[cell])
            others = self._bases(cell, True) & (self.low[height] ^ self.low[height - 1])
            if others and others & self._linked(cell, self.occupied):
                return True
        return False

    # --- For texts and pictures --------------------------------------------------------------

    def options(self) -> dict[str, Value]:
        return {"variant": VARIANTS[self.variant], "lines": LINES[self.lines]}

    def stack(self, cell: int) -> str:
        """The letters of the stack on a cell, top first; empty if there is none."""
        letters = letters_of(self.cells[cell])
        height = height_of(self.cells[cell])
        return "".join([LETTERS[letters >> 3 * i & 7] for i in range(height)])

    def claims_of(self, player: int) -> tuple[int, ...]:
        """The colours that a player has claimed."""
        return tuple([c for c in COLOURS if self.claims[player] >> c & 1])

    def sees(self, cell: int) -> list[int]:
        """The first occupied cell along each line from an occupied cell."""
        return [other for other in range(_CELLS) if self.cells[cell] >> other & 1]

    def can_move(self, player: int) -> bool:
        """Whether a player can move a stack without claiming."""
        return bool(self._can_move(player, self.claims[player], self.occupied))

    def has_turn(self, player: int) -> bool:
        """Whether a player has a move, or a claim with a move after it."""
        return bool(self._has_turn(player))

    def tie_breaks(self, player: int) -> dict[int, int]:
        """The number of own stacks by height, in the order in which they break ties."""
        return {h: self._own_stacks(player, h) for h in range(self.limit - 1, 0, -1)}

    # --- For searches ------------------------------------------------------------------------

    def _allocate(self) -> int:
        if not cython.compiled:
            self.cells = [0] * _CELLS
            self.holds = [0] * 6
            self.low = [0] * 6
            self.claims = [0] * 2
            self.points = [0] * 2
        return 0

    def _copy_from(self, other: Position) -> int:
        return copy_fields(self, other, cython.sizeof(Lyngk))

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

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        # Listing the moves of neutral stacks takes long while there are many. So each legal move
        # has one place: those of own stacks in a list, claims and neutral stacks among the places
        # of `_move_at`, many of which are empty. Drawing places until one holds a move is uniform,
        # and so is drawing from the whole list, which is faster when few moves are left.
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
        """A move of an own stack, a claim or a move of a neutral stack, all equally likely; -1 if
        none is found soon."""
        for _ in range(_TRIES):
            place = random.below(_PLACES_TO_DRAW + own.count) - own.count
            move = self._move_at(place) if place >= 0 else own.items[place + own.count]
            if move >= 0:
                return move
        return -1

    def _move_at(self, place: int) -> int:
        """The legal move at one of the places to draw, or -1. Each claim has a place, and so has
        each cell and way, for the move of a neutral stack that way."""
        if place < 5:
            return _CLAIM + 1 + place if self._may_claim(place + 1) else -1
        cell = (place - 5) // 6
        word = self.cells[cell]
        goal = word & RAYS[self.lines][cell][(place - 5) % 6] & self._bases(cell, False)
        if goal and self._free_colours() >> top_of(word) & 1:
            return 64 * cell + lowest_bit(goal)
        return -1
