"""The evaluation of Lyngk positions: points, own stacks, claims to come and stacks to complete."""

import cython

from tabuleiro.core.position import LARGEST_EVALUATION
from tabuleiro.core.primitives import MoveList
from tabuleiro.games.lyngk.rules import COLOURS, VARIANTS, Lyngk, is_claim

if not cython.compiled:
    from tabuleiro.core.bits import count_bits, lowest_bit
    from tabuleiro.games.lyngk.rules import height_of, top_of

_LAST_COLOUR = len(COLOURS)
_STACK6 = VARIANTS.index("stack6")
_OBSTACLE_CAPTURE = VARIANTS.index("obstacle-capture")
_LAST_STACKS = 20  # from which on the game may end soon

# Weights, fitted to the results of games between searches. The fewer stacks are left, the more a
# lead decides: it is multiplied by (50 - stacks)² / 2048, about 1 with five stacks.
_POINT = 670
_MOBILE = [0, 210, 235, 250, 315, 640]  # an own stack that can move, by its height
_STUCK = [0, 80, 70, 130, 280, 520]  # one that cannot move: it may still count in a tie
_COMPLETION = 380  # the player to move can complete a stack
_THREAT = 200  # the opponent could, if it were their turn
_STAGES = 50
_STAGE_BITS = 11
_CERTAIN = LARGEST_EVALUATION


class EvaluatedLyngk(Lyngk):
    """Lyngk with an evaluation, and with the numbers that the classic players use."""

    def _evaluate(self, player: int) -> int:
        chances = self._chances()
        return chances if player == self.player else -chances

    def _chances(self) -> int:
        """The evaluation for the player to move. In `stack6`, a six that they can complete wins."""
        mover, other = self.player, 1 - self.player
        mine, theirs = self._incomplete(self.claims[mover]), self._incomplete(self.claims[other])
        my_claims, their_claims = self._claimable(mover), self._claimable(other)
        lead = self._material(mover, mine) - self._material(other, theirs)
        if my_claims:
            open_to_me = self._incomplete(my_claims)
            lead += self._prospects(mover, my_claims, open_to_me)
            mine |= 0 if self.claimed else open_to_me
        if their_claims:
            open_to_them = self._incomplete(their_claims)
            lead -= self._prospects(other, their_claims, open_to_them)
            theirs |= open_to_them
        if self._can_complete(mine):
            if self.variant == _STACK6:
                return _CERTAIN
            lead += _COMPLETION
        if self._can_complete(theirs):
            lead -= _THREAT
        stage = _STAGES - count_bits(self.occupied)
        return max(-_CERTAIN, min(lead * stage * stage >> _STAGE_BITS, _CERTAIN))

    def _material(self, player: int, stacks: int) -> int:
        """The value of a player's points and own incomplete stacks, which are given."""
        worth = _POINT * self.points[player]
        movable = self._movable(stacks)
        while stacks:
            cell = lowest_bit(stacks)
            stacks &= stacks - 1
            height = height_of(self.cells[cell])
            worth += _MOBILE[height] if movable >> cell & 1 else _STUCK[height]
        return worth

    def _prospects(self, player: int, colours: int, stacks: int) -> int:
        """The value of the best colours that a player may still claim. The colours and their
        incomplete stacks are given."""
        best = second = 0
        for colour in range(1, _LAST_COLOUR + 1):
            if colours >> colour & 1:
                worth = self._prospect(colour, stacks)
                second = max(second, min(best, worth))
                best = max(best, worth)
        return best if self.claims[player] else best + second

    def _prospect(self, colour: int, stacks: int) -> int:
        """The value of claiming a colour: its incomplete stacks, which are among those given, and
        the obstacles that the claim takes."""
        worth = 0
        cells = stacks & self.holds[colour]
        while cells:
            if top_of(self.cells[lowest_bit(cells)]) == colour:
                worth += _MOBILE[1]
            cells &= cells - 1
        if self.variant == _OBSTACLE_CAPTURE:
            worth += _POINT * count_bits(self._obstacles(colour))
        return worth

    def _may_end(self) -> bool:
        """When few stacks are left, or when a single one may decide."""
        return self.variant == _STACK6 or count_bits(self.occupied) <= _LAST_STACKS

    # --- For the classic players -------------------------------------------------------------

    def own_height(self, player: int) -> int:
        """The sum of the heights, up to four, of the stacks with a colour of the player on top."""
        mine = self.claims[player]
        cells = self._showing(mine, self._holding(mine) & self.low[4])
        total = 0
        while cells:
            total += height_of(self.cells[lowest_bit(cells)])
            cells &= cells - 1
        return total

    def tallies(self, player: int) -> list[tuple[int, int, int]]:
        """Every legal move of a stack, with the player's points and `own_height` after it."""
        moves = MoveList()
        self._list_moves(moves)
        after = cython.cast(EvaluatedLyngk, self._copy())
        found = []
        for i in range(moves.count):
            move = moves.items[i]
            if not is_claim(move):
                after._copy_from(self)
                after._apply(move)
                found.append((move, after.points[player], after.own_height(player)))
        return found
