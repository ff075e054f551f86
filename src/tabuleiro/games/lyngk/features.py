"""The features of Lyngk positions and moves, for fast networks.

Colours are seen as the player to move sees them: own, other and free ones. The kind of a stack is
its owner (that of its top; a joker has none) and whether own stacks of each player can go onto it,
without and with completing it. A position has four rows for each stack: by its cell, owner and
height; by its kind and height, whether it can move, and whether a neutral stack can go onto it; by
its cell and kind; by its colours. It has rows for the points, the stacks left, the options, and for
each free colour that a player may claim.
"""

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.encoding import Features
from tabuleiro.core.primitives import MoveList
from tabuleiro.games.lyngk.evaluation import EvaluatedLyngk
from tabuleiro.games.lyngk.rules import CELLS, CLAIM, COLOURS, LINES, VARIANTS, is_claim

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.games.lyngk.rules import bit_of, height_of, letters_of, seen_of, top_of

_CELLS = CELLS
_CLAIM = CLAIM
_LAST_COLOUR = len(COLOURS)
_HEIGHTS = 6
_OWNERS = 4
_OWN, _OTHER, _FREE = 1, 2, 3  # owners; 0 is that of a joker
_KINDS = 9 * _OWNERS
_MOST_POINTS = 5  # more count as so many
_MOST_TOPS = 8  # of a colour
_CONTENTS = 3 * 3 * 6  # how many own, other and free colours a stack holds

# Where the rows of each kind begin.
_STATUS_ROWS = _CELLS * _OWNERS * _HEIGHTS
_KIND_ROWS = _STATUS_ROWS + 4 * _KINDS * _HEIGHTS
_COLOUR_ROWS = _KIND_ROWS + 2 * _CELLS * _KINDS
_POINT_ROWS = _COLOUR_ROWS + 6 * 16 * 6
_LEFT_ROWS = _POINT_ROWS + len(VARIANTS) * (_MOST_POINTS + 1) ** 2
_OPTION_ROWS = _LEFT_ROWS + _CELLS + 1
_CLAIM_ROWS = _OPTION_ROWS + 2 * len(VARIANTS) * len(LINES)

# Of moves: the entries of claims come after those of stacks; the tables of weights follow each
# other, then those of claims.
_CLAIM_ENTRIES = 2 * 5 * _OWNERS * 5 * 3
_AFTER_TABLE = 2 * 9 * 5 * _KINDS * 5
_CONTENT_TABLE = _AFTER_TABLE + 2 * _OWNERS * 5 * 3 * 3 * 2
_CELL_TABLE = _CONTENT_TABLE + _CONTENTS * _CONTENTS
_CLAIM_TABLE = _CELL_TABLE + _CELLS * _CELLS
_RIVAL_TABLE = _CLAIM_TABLE + 2 * (_MOST_TOPS + 1) * 3
_HELD_TABLE = _RIVAL_TABLE + 3 * (_MOST_TOPS + 1)
_OBSTACLE_TABLE = _HELD_TABLE + (_MOST_TOPS + 1) ** 2

# Of the notes, where each kind begins: for each cell the stacks that hold a colour of its stack,
# the own stacks of each player that can reach it, the kind of its stack, and which colours the
# stack holds; the neutral stacks; for each colour how many stacks show it, how many of them a claim
# lets move, and how many it lets complete a stack.
_REACHING = _CELLS
_KIND = 3 * _CELLS
_CONTENT = 4 * _CELLS
_NEUTRAL = 5 * _CELLS
_PROSPECT = _NEUTRAL + 1

FEATURES = Features(
    heads=9,
    rows=_CLAIM_ROWS + 4 * (_MOST_TOPS + 1) * 3,
    most_rows=4 * CELLS + 3 + len(COLOURS),
    entries=_CLAIM_ENTRIES + _MOST_TOPS + 1,
    move_rows=_OBSTACLE_TABLE + 4 * len(VARIANTS),
    features_per_move=4,
    most_moves=CELLS * CELLS,
    notes=_PROSPECT + 3 * (len(COLOURS) + 1),
)


class FeaturedLyngk(EvaluatedLyngk):
    """Lyngk with features."""

    def _head(self) -> int:
        """By the numbers of colours that the players have claimed."""
        own, other = self.claims[self.player], self.claims[1 - self.player]
        return 3 * count_bits(own) + count_bits(other)

    def _features(self, rows: Row, notes: Row) -> int:
        mover = self.player
        movable = self._note_stacks(notes)
        movable |= self._note_reach(mover, notes, _REACHING)
        movable |= self._note_reach(1 - mover, notes, _REACHING + _CELLS)
        count = 0
        cells = self.occupied
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            self._stack_features(cell, movable >> cell & 1, rows, count, notes)
            count += 4
        points = 6 * min(self.points[mover], _MOST_POINTS)
        points += min(self.points[1 - mover], _MOST_POINTS)
        rows[count] = _POINT_ROWS + 36 * self.variant + points
        rows[count + 1] = _LEFT_ROWS + count_bits(self.occupied)
        rows[count + 2] = _OPTION_ROWS + 4 * self.variant + 2 * self.lines + self.claimed
        return self._claim_features(rows, count + 3, notes)

    def _note_stacks(self, notes: Row) -> int:
        """Notes the neutral stacks and those that share a colour with each one, and clears what can
        reach it; returns the neutral stacks that can move."""
        free = self._free_colours()
        neutral = movable = 0
        cells = self.occupied
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            letters = letters_of(self.cells[cell])
            clashing = 0
            for _ in range(6):
                clashing |= self.holds[letters & 7]
                letters >>= 3
            notes[cell] = clashing
            notes[_REACHING + cell] = notes[_REACHING + _CELLS + cell] = 0
            if free >> top_of(self.cells[cell]) & 1:
                neutral |= bit_of(cell)
                if self._goals(cell, False, self.occupied):
                    movable |= bit_of(cell)
        notes[_NEUTRAL] = neutral
        return movable

    def _note_reach(self, player: int, notes: Row, at: int) -> int:
        """Notes for each cell which own stacks of a player can reach it; returns those that can
        move."""
        movable = 0
        cells = self._incomplete(self.claims[player])
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            reached = self._linked(cell, self.occupied)
            if reached & self._bases(cell, True):
                movable |= bit_of(cell)
            while reached:
                notes[at + lowest_bit(reached)] |= bit_of(cell)
                reached &= reached - 1
        return movable

    def _cover(self, stacks: int, height: int) -> int:
        """Whether one of these stacks fits onto one of that height: 0 if not, 2 if one completes
        it, else 1."""
        room = self.limit - height
        if room <= 0 or not stacks & self.low[room]:
            return 0
        return 2 if stacks & (self.low[room] ^ self.low[room - 1]) else 1

    def _neutral_cover(self, stacks: int, height: int) -> int:
        """Whether one of these neutral stacks fits onto one of that height."""
        room = self.limit - height
        return 1 if room > 0 and stacks & (self.low[room] & ~self.low[height - 1]) else 0

    def _owner_of(self, top: int) -> int:
        """Whose a stack with that piece on top is."""
        if self.claims[self.player] >> top & 1:
            return _OWN
        if self.claims[1 - self.player] >> top & 1:
            return _OTHER
        return _FREE if top else 0

    def _stack_features(self, cell: int, mobile: int, rows: Row, at: int, notes: Row) -> int:
        """Writes the four rows of a stack, and notes its kind and its content."""
        word = self.cells[cell]
        height = height_of(word)
        owner = self._owner_of(top_of(word))
        fitting = ~notes[cell]
        mine = self._cover(notes[_REACHING + cell] & fitting, height)
        theirs = self._cover(notes[_REACHING + _CELLS + cell] & fitting, height)
        neutral = self._neutral_cover(seen_of(word) & notes[_NEUTRAL] & fitting, height)
        kind = 9 * owner + 3 * mine + theirs
        notes[_KIND + cell] = kind
        rows[at] = _HEIGHTS * (_OWNERS * cell + owner) + height - 1
        rows[at + 1] = _STATUS_ROWS + _HEIGHTS * (4 * kind + 2 * neutral + mobile) + height - 1
        rows[at + 2] = _KIND_ROWS + 2 * (_KINDS * cell + kind) + mobile
        rows[at + 3] = _COLOUR_ROWS + self._colours(cell, notes)
        return 0

    def _colours(self, cell: int, notes: Row) -> int:
        """The number of the row of the colours of a stack: which own and which other ones it holds,
        how many free ones, and which of these is on top."""
        mine, theirs = self.claims[self.player], self.claims[1 - self.player]
        letters = letters_of(self.cells[cell])
        held = free = 0
        role = 0
        for i in range(height_of(self.cells[cell])):
            piece = letters & 7
            letters >>= 3
            place = 0
            if mine >> piece & 1:  # the first or the second own colour
                place = 1 if mine & (bit_of(piece) - 1) == 0 else 2
            elif theirs >> piece & 1:
                place = 3 if theirs & (bit_of(piece) - 1) == 0 else 4
            elif piece:
                place = 5
                free += 1
            if i == 0:
                role = place
            held |= bit_of(place)
        held = held >> 1 & 15
        notes[_CONTENT + cell] = 18 * count_bits(held & 3) + 6 * count_bits(held >> 2) + free
        return 6 * (16 * role + held) + free

    def _claim_features(self, rows: Row, count: int, notes: Row) -> int:
        """Adds a row for each free colour that a player may claim; notes what a claim gives."""
        may = 1 if not self.claimed and self._claimable(self.player) else 0
        may += 2 if self._claimable(1 - self.player) else 0
        free = self._free_colours() if may else 0
        for colour in range(1, _LAST_COLOUR + 1):
            if free >> colour & 1:
                at = _PROSPECT + 3 * colour
                self._note_prospect(colour, notes, at)
                rows[count] = 3 * ((_MOST_TOPS + 1) * may + notes[at]) + notes[at + 2]
                rows[count] += _CLAIM_ROWS
                count += 1
        return count

    def _note_prospect(self, colour: int, notes: Row, at: int) -> int:
        """Notes how many incomplete stacks show a colour, how many of them could move if it was
        claimed, and how many could complete a stack."""
        tops = moving = completing = 0
        cells = self._incomplete(1 << colour)
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            tops += 1
            goals = self._goals(cell, True, self.occupied)
            if goals:
                moving += 1
                room = self.limit - height_of(self.cells[cell])
                if goals & (self.low[room] ^ self.low[room - 1]):
                    completing += 1
        notes[at] = min(tops, _MOST_TOPS)
        notes[at + 1] = min(moving, _MOST_TOPS)
        notes[at + 2] = min(completing, 2)
        return 0

    def _move_features(self, moves: MoveList, rows: Row, notes: Row) -> int:
        """The entry of a stack's move by the heights and owners of the two stacks and whether the
        opponent could then go onto the new one. Then four rows: by the kinds and heights of the two
        stacks; by who could go onto the new one; by the colours of the two; by their cells."""
        for i in range(moves.count):
            if is_claim(moves.items[i]):
                self._claim_move(moves.items[i] - _CLAIM, rows, 5 * i, notes)
            else:
                self._stack_move(moves.items[i] >> 6, moves.items[i] & 63, rows, 5 * i, notes)
        return 0

    def _stack_move(self, start: int, end: int, rows: Row, at: int, notes: Row) -> int:
        high, below = height_of(self.cells[start]), height_of(self.cells[end])
        kind, onto = notes[_KIND + start], notes[_KIND + end]
        own = 1 if kind // 9 == _OWN else 0
        owner = onto // 9
        fitting = ~(notes[start] | notes[end] | bit_of(start))
        mine = self._cover(notes[_REACHING + end] & fitting, high + below)
        theirs = self._cover(notes[_REACHING + _CELLS + end] & fitting, high + below)
        seen = seen_of(self.cells[end]) & notes[_NEUTRAL] & fitting
        neutral = self._neutral_cover(seen, high + below)
        stacks = _KINDS * (5 * (9 * own + kind % 9) + high - 1) + onto
        rows[at] = 3 * (5 * (_OWNERS * (5 * own + high - 1) + owner) + below - 1) + theirs
        rows[at + 1] = 5 * stacks + below - 1
        after = 5 * (_OWNERS * own + owner) + high + below - 2
        rows[at + 2] = _AFTER_TABLE + 2 * (3 * (3 * after + theirs) + mine) + neutral
        rows[at + 3] = _CONTENT_TABLE + _CONTENTS * notes[_CONTENT + start] + notes[_CONTENT + end]
        rows[at + 4] = _CELL_TABLE + _CELLS * start + end
        return 0

    def _claim_move(self, colour: int, rows: Row, at: int, notes: Row) -> int:
        """The entry of a claim by how many stacks show the colour. Then rows by that and the stacks
        that could be completed; by that and the opponent's claims; by the stacks that hold the
        colour and those that could move; by the obstacles."""
        first = _PROSPECT + 3 * colour
        tops = notes[first]
        held = min(count_bits(self.holds[colour]), _MOST_TOPS)
        claims = count_bits(self.claims[self.player])
        others = count_bits(self.claims[1 - self.player])
        obstacles = min(count_bits(self._topped(1 << colour, 5)), 3)
        rows[at] = _CLAIM_ENTRIES + tops
        rows[at + 1] = 3 * ((_MOST_TOPS + 1) * claims + tops) + notes[first + 2]
        rows[at + 1] += _CLAIM_TABLE
        rows[at + 2] = _RIVAL_TABLE + (_MOST_TOPS + 1) * others + tops
        rows[at + 3] = _HELD_TABLE + (_MOST_TOPS + 1) * held + notes[first + 1]
        rows[at + 4] = _OBSTACLE_TABLE + 4 * self.variant + obstacles
        return 0
