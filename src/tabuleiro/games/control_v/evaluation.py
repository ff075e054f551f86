"""The evaluation of Control+V positions, and fast random games.

Each player has a strength; the difference of two strengths is the log odds of winning between the
two players. Territory counts for more the less room there is left for a change, and so does the
largest block that can be copied. A player with many copies to choose from will have one for long.
"""

from math import exp, log

import cython

from tabuleiro.core.position import EVALUATION_UNIT, LARGEST_EVALUATION
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.games.control_v.rules import ControlV, cell_at

_PARITIES = 4  # words in a set of cells

# Weights, fitted to the results of games between tree searches.
_CELL = 1800  # a cell of territory, divided by the room that is left
_LARGEST = 1300  # a cell of the largest block that can be copied, divided likewise
_ROOM = 10  # added to the empty cells, because the last few are seldom filled
_TO_MOVE = 50  # the turn
_HIGHEST = LARGEST_EVALUATION
_BEATEN = -4000  # fewer cells than another player and no copy left: that is final
CHOICE = 1.5 * EVALUATION_UNIT  # times the log of 1 + the number of copies
_MOST_COPIES = 1023  # in CHOICES
_CLOSEST = 2047  # in TOGETHER; at a larger distance the smaller one does not count

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit

    CHOICES = [0] * (_MOST_COPIES + 1)
    TOGETHER = [0] * (_CLOSEST + 1)


def _fill_logs() -> None:
    """CHOICES: the value of each number of copies. TOGETHER: what is added to the larger of two log
    odds to combine both, by their distance."""
    for copies in range(_MOST_COPIES + 1):
        CHOICES[copies] = round(CHOICE * log(1 + copies))
    for distance in range(_CLOSEST + 1):
        TOGETHER[distance] = round(EVALUATION_UNIT * log(1 + exp(-distance / EVALUATION_UNIT)))


_fill_logs()


def bit_number(n: int, word: int) -> int:
    """The number of the set bit of a word that has n set bits below it."""
    for _ in range(n):
        word &= word - 1
    return lowest_bit(word)


class EvaluatedControlV(ControlV):
    """Control+V with an evaluation and fast random games."""

    def _evaluate(self, player: int) -> int:
        """The player's strength against all others combined; 0 during the set-up."""
        if self._setting_up():
            return 0
        others = 0
        for step in range(1, self.players):
            strength = self._strength((player + step) % self.players)
            others = self._together(others, strength) if step > 1 else strength
        return min(max(self._strength(player) - others, -_HIGHEST), _HIGHEST)

    def _together(self, first: int, second: int) -> int:
        """The log odds of either, from those of both."""
        return max(first, second) + TOGETHER[min(abs(first - second), _CLOSEST)]

    def _strength(self, player: int) -> int:
        copies = 0
        largest = 0
        for w in range(_PARITIES):
            left = self.heads[w] & self.own[player][w]
            while left:
                head = 64 * w + lowest_bit(left)
                left &= left - 1
                count = self._count_block(head)
                if count:
                    copies += count
                    largest = max(largest, self._block_size(head))
        if copies == 0 and not self._leaders() >> player & 1:
            return _BEATEN
        strength = CHOICES[min(copies, _MOST_COPIES)] + (_TO_MOVE if player == self.player else 0)
        return strength + (_CELL * self._score(player) + _LARGEST * largest) // self._room()

    def _block_size(self, head: int) -> int:
        size = 1
        cell = self.ring[head]
        while cell != head:
            size += 1
            cell = self.ring[cell]
        return size

    def _room(self) -> int:
        room = _ROOM
        for w in range(_PARITIES):
            room += count_bits(self.empty[w])
        return room

    def _may_end(self) -> bool:
        """When a third of the board or less is empty."""
        return 3 * self._room() <= self.size * self.size

    # --- Random games ------------------------------------------------------------------------

    def _playout(self, random: Random, scratch: MoveList, limit: int) -> int:
        # Counting the copies of a block is faster than listing them, so no move is listed. The
        # count also shows who cannot copy; `_apply` would look for that ahead of their turn.
        count = 0
        while count < limit and self._setting_up():
            self._place(self._random_empty(random))
            count += 1
        while self.player >= 0 and count < limit:
            move = self._random_copy(random, scratch)
            if move:
                self._copy_block(move)
                count += 1
            else:
                self.stuck |= 1 << self.player
            self._hand_over()
        self._settle()
        return count

    def _random_empty(self, random: Random) -> int:
        while True:
            # Nearly all cells are empty in the set-up, so few draws are in vain.
            row = random.below(self.size)  # a line of its own: C would draw in any order
            cell = cell_at(row, random.below(self.size))
            if self.empty[cell >> 6] >> (cell & 63) & 1:
                return cell

    def _random_copy(self, random: Random, scratch: MoveList) -> int:
        """One of the player's copies, all equally likely; 0 if there is none."""
        total = self._count_copies(scratch)
        if total == 0:
            return 0
        drawn = random.below(total)
        n = scratch.count - 2
        while scratch.items[n + 1] > drawn:
            n -= 2
        return self._copy_number(drawn - scratch.items[n + 1], scratch.items[n])

    def _copy_number(self, n: int, head: int) -> int:
        """The copy of one block with that number, in the order of `_count_block`."""
        batch = 0
        landings = self._landings(head, batch)
        while n >= count_bits(landings):
            n -= count_bits(landings)
            batch += 1
            landings = self._landings(head, batch)
        return self._move_to(head, batch, bit_number(n, landings))
