"""The evaluation of Fuse positions: scores, discs inside the area and discs still to come."""

import cython

from tabuleiro.games.fuse.rules import Fuse

if not cython.compiled:
    from math import log, sqrt

    from tabuleiro.core.bits import count_bits

# Weights, fitted to the results of games. Of two, the first is for the largest group and the second
# for the product. They add up to less than the bounds of an evaluation.
_SIZE = 168  # a disc in the largest group
_LAST_DISCS = 4  # on the ring, from which on the game may end soon
_LOGARITHM = 268  # a factor of e in the product
_INWARD = [75, -36]  # a step of a disc away from the edge
_COMING = [200, 290]  # a disc that can still slide in
_WAY = [52, 61]  # a move of such a disc
_TURN = [5, -143]  # the turn, after which the player has a disc less


class EvaluatedFuse(Fuse):
    """Fuse with an evaluation."""

    def _evaluate(self, player: int) -> int:
        """The lead in what there is and what may come; it is surer the fewer discs may come."""
        mine = self._coming(player)
        theirs = self._coming(1 - player)
        lead = self._standing(player, mine) - self._standing(1 - player, theirs)
        lead += _TURN[self.product] if self.player == player else -_TURN[self.product]
        return int(lead / sqrt(1 + mine + theirs))

    def _standing(self, player: int, coming: int) -> int:
        """The value of the player's score, their place in the area, and the discs still to come."""
        score = self._score(player)
        value = int(_LOGARITHM * log(max(score, 1))) if self.product else _SIZE * score
        value += _INWARD[self.product] * self._inwards(self.discs[player] & self.area)
        return value + _COMING[self.product] * coming + _WAY[self.product] * self._ways(player)

    def _inwards(self, discs: int) -> int:
        """How many steps these discs of the area are away from its edges, counted from the nearer
        edge along each line, at most two."""
        steps = count_bits(discs & self.area << 1 & self.area >> 1)
        steps += count_bits(discs & self.area << 2 & self.area >> 2)
        steps += count_bits(discs & self.area << 8 & self.area >> 8)
        return steps + count_bits(discs & self.area << 16 & self.area >> 16)

    def _may_end(self) -> bool:
        """When few discs are left on the ring."""
        return count_bits((self.discs[0] | self.discs[1]) & ~self.area) <= _LAST_DISCS
