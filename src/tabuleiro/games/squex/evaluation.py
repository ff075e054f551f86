"""The evaluation of Squex positions: who has the shorter path from side to side.

A path leads over own and empty cells; its length is the number of empty cells. Its diagonal steps
are those that the opponent cannot cut, or not with one move: across two empty cells, or across two
cells of the opponent if the player owns the square or can still take it. Sets of cells are words
of four rows here, 16 bits for each row.
"""

import cython

from tabuleiro.games.squex.rules import MOST, Squex

if not cython.compiled:
    from tabuleiro.core.bits import count_bits

_MOST = MOST
_WORDS = 6  # in a set of cells, with an empty one before and after
_EVERY_ROW = 0x0001000100010001  # multiplied by the bits of a row: the same in all rows of a word
_ROW_ABOVE = 0xFFFF << 48  # the last row of the word before the first
_FINE = 16  # parts of a move, the unit of lengths

# Weights, fitted to the results of games between tree searches on boards of many sizes.
_SURE = 1100  # a path of length 0 while the opponent has the whole way to go
_TURN = 8  # the turn, in parts of a move
_SECOND = 22  # added for a second move in a row


def above(words: list[int], w: int) -> int:
    """A word of a set of cells, moved down by a row; uncompiled, it has more than 64 bits."""
    return words[w] << 16 | words[w - 1] >> 48


def below(words: list[int], w: int) -> int:
    """The same, moved up by a row."""
    return words[w] >> 16 | words[w + 1] << 48


class EvaluatedSquex(Squex):
    """Squex with an evaluation."""

    def _evaluate(self, player: int) -> int:
        """Who has the shorter path, in proportion to the length of both. A turn shortens a path."""
        first = self._way(0)
        second = self._way(1)
        turn = _TURN + _SECOND * (self.left - 1)
        lead = second - first + (turn if self.player == 0 else -turn)
        value = _SURE * abs(lead) // (first + second)
        return value if (lead > 0) == (player == 0) else -value

    def _way(self, me: int) -> int:
        """The length of the player's shortest path, in sixteenths of a move. It is one less for
        each cell of the last side that a shortest path reaches."""
        if not cython.compiled:
            mine, empty, falling, rising, near, reached = [[0] * _WORDS for _ in range(6)]
        self._pack(self.own[me], mine)
        self._find_steps(me, mine, empty, falling, rising)
        self._leave(me, reached)
        for moves in range(_MOST * _MOST):
            while self._follow(me, mine, falling, rising, near, reached):
                pass
            goals = self._goals(me, reached)
            if goals:
                return _FINE * (moves + 1) - goals
            for w in range(1, _WORDS - 1):
                reached[w] |= near[w] & empty[w]
        return _FINE * _MOST * _MOST  # cannot happen: only a winner leaves the other no way

    def _pack(self, rows: list[int], words: list[int]) -> int:
        """Four rows in each word; the first row is in word 1."""
        words[0] = words[_WORDS - 1] = 0
        for w in range(1, _WORDS - 1):
            words[w] = rows[4 * w]
            for r in range(4 * w - 1, 4 * w - 4, -1):
                words[w] = words[w] << 16 | rows[r]
        return 0

    def _find_steps(
        self, me: int, mine: list[int], empty: list[int], falling: list[int], rising: list[int]
    ) -> int:
        """Find the empty cells, and the squares that the player may cross from top left to bottom
        right (`falling`) and from bottom left to top right (`rising`)."""
        if not cython.compiled:
            theirs, squares = [[0] * _WORDS for _ in range(2)]
        self._pack(self.own[1 - me], theirs)
        self._pack(self.squares[1 - me], squares)
        self._find_empty(mine, theirs, empty)
        for w in range(1, _WORDS - 1):
            across = theirs[w] >> 1 & below(theirs, w)
            across ^= across & squares[w] & mine[w] & below(mine, w) >> 1
            falling[w] = across | empty[w] >> 1 & below(empty, w)
            across = theirs[w] & below(theirs, w) >> 1
            across ^= across & squares[w] & mine[w] >> 1 & below(mine, w)
            rising[w] = across | empty[w] & below(empty, w) >> 1
        falling[0] = rising[0] = 0
        return 0

    def _find_empty(self, mine: list[int], theirs: list[int], empty: list[int]) -> int:
        row = (1 << self.columns) - 1
        for w in range(_WORDS):
            empty[w] = 0
        for w in range(1, self._last_word() + 1):
            missing = max(4 * w - self.rows, 0)  # rows of the word
            empty[w] = (_EVERY_ROW * row >> 16 * missing) ^ mine[w] ^ theirs[w]
        return 0

    def _last_word(self) -> int:
        return self.rows + 3 >> 2

    def _leave(self, me: int, reached: list[int]) -> int:
        """At the start of a path only the first side is reached: for player 1 the row above the
        board."""
        for w in range(_WORDS):
            reached[w] = 0
        if me == 0:
            reached[0] = _ROW_ABOVE
        return 0

    def _follow(
        self,
        me: int,
        mine: list[int],
        falling: list[int],
        rising: list[int],
        near: list[int],
        reached: list[int],
    ) -> bool:
        """Find the cells beside those reached; for player 2 the first side, left of the board, is
        always reached. Own octagons there are reached too. Return whether any of them is new."""
        new = 0
        for w in range(1, self._last_word() + 1):
            here = reached[w]
            down = above(reached, w)
            up = below(reached, w)
            near[w] = here << 1 | here >> 1 | down | up | (_EVERY_ROW if me else 0)
            near[w] |= (down & above(falling, w)) << 1 | down >> 1 & above(rising, w)
            near[w] |= (up & rising[w]) << 1 | up >> 1 & falling[w]
            reached[w] |= near[w] & mine[w]
            new |= reached[w] ^ here
        return new != 0

    def _goals(self, me: int, reached: list[int]) -> int:
        """How many cells of the player's last side are reached."""
        if me == 0:
            return count_bits(reached[self._last_word()] >> 16 * (self.rows - 1 & 3))
        goals = 0
        for w in range(1, self._last_word() + 1):
            goals += count_bits(reached[w] >> (self.columns - 1) & _EVERY_ROW)
        return goals

    def _may_end(self) -> bool:
        """Not while a player lacks octagons in two rows or columns of the way between the sides."""
        if self.player == 0:
            missing = self.rows
            for r in range(1, self.rows + 1):
                missing -= self.own[0][r] != 0
        else:
            columns = 0
            for r in range(1, self.rows + 1):
                columns |= self.own[1][r]
            missing = self.columns - count_bits(columns)
        return missing < 2
