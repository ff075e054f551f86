"""The simple computer players of the first Fuse program.

All but the first look at the largest groups, even if the product of groups is scored. Kings and,
with `ring-counts`, discs on the ring count as in the score. Of equally good moves they choose the
first by the row and column of its end, then of its spot.
"""

from random import Random

from tabuleiro.core.game import Choose, choose_random
from tabuleiro.games.fuse.rules import Fuse


def choose_easy(position: Fuse, random: Random) -> int:
    """The largest own group after the move."""
    me = position.player
    return max(in_order(position), key=lambda move: after(position, move).largest_group(me))


def choose_normal(position: Fuse, random: Random) -> int:
    """The best lead after the move."""
    me = position.player
    return max(in_order(position), key=lambda move: lead(after(position, move), me))


def choose_hard(position: Fuse, random: Random) -> int:
    """The smallest group of the opponent after their reply."""
    you = 1 - position.player
    return min(
        in_order(position), key=lambda move: answered(position, move, random).largest_group(you)
    )


def choose_very_hard(position: Fuse, random: Random) -> int:
    """The best lead after the opponent's answer."""
    me = position.player
    return max(in_order(position), key=lambda move: lead(answered(position, move, random), me))


def in_order(position: Fuse) -> list[int]:
    """The legal moves by row and column of the end, then of the spot."""

    def order(move: int) -> tuple[int, int, int, int]:
        spot, end = divmod(move, 64)
        return end & 7, end >> 3, spot & 7, spot >> 3

    return sorted(position.legal_moves(), key=order)


def after(position: Fuse, move: int) -> Fuse:
    """The position after a move."""
    following = position.play(move)
    assert isinstance(following, Fuse)
    return following


def answered(position: Fuse, move: int, random: Random) -> Fuse:
    """The position after a move and the opponent's easy answer, if there is one."""
    following = after(position, move)
    if following.player != 1 - position.player:
        return following
    return after(following, choose_easy(following, random))


def lead(position: Fuse, player: int) -> int:
    """By how much the player's largest group exceeds the opponent's."""
    return position.largest_group(player) - position.largest_group(1 - player)


CLASSIC: dict[str, Choose] = {
    "very-easy": choose_random,
    "easy": choose_easy,
    "normal": choose_normal,
    "hard": choose_hard,
    "very-hard": choose_very_hard,
}
