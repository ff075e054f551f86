"""The simple computer players of the first Lyngk program.

They choose whole turns, a claim or none and the move of a stack. A claim is a move of its own: when
the turn chosen begins with one, it is made, and the same choice among the turns that are left then
gives the move that belongs to it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random

from tabuleiro.core.game import Choose
from tabuleiro.core.message import MoveError
from tabuleiro.games.lyngk.evaluation import EvaluatedLyngk
from tabuleiro.games.lyngk.rules import CLAIM, MOST_CLAIMS, PIECES, PLACES, is_claim

POINT = 20
UNCLAIMED = 10  # for each colour that a player may still claim
WINDOW = 10_000  # no evaluation lies beyond it, on either side
DEPTHS = (1, 2, 3)  # deeper ones take too long to be played with, but may be asked for
DEEP = re.compile("alphabeta-[1-9]")
REMEMBERED = 8  # how many strong turns of a depth: found by measuring

NO_CLAIM = 0

Turn = tuple[int, int]  # a claim or NO_CLAIM, and the move of a stack


# --- players -------------------------------------------------------------------------------


def choose_random(position: EvaluatedLyngk, random: Random) -> int:
    """Draws a turn, every one as likely: a claim is as likely as all moves that can follow it."""
    turns = [(claim, move) for claim, begun in branches(position) for move in stack_moves(begun)]
    return first_move(random.choice(turns))


def choose_greedy(position: EvaluatedLyngk, random: Random) -> int:
    """The turn after which the player's evaluation is highest; nothing is left to chance."""
    return first_move(best_turn(position, depth=1))


def choose_to_depth(depth: int) -> Choose:
    """The player that looks so many turns ahead; nothing is left to chance."""

    def choose(position: EvaluatedLyngk, random: Random) -> int:
        return first_move(best_turn(position, depth))

    return choose


def first_move(turn: Turn) -> int:
    """The move with which a turn begins."""
    claim, move = turn
    return move if claim == NO_CLAIM else claim


# --- turns ---------------------------------------------------------------------------------


def stack_moves(position: EvaluatedLyngk) -> list[int]:
    """The legal moves of stacks."""
    return [move for move in position.legal_moves() if not is_claim(move)]


def branches(position: EvaluatedLyngk) -> Iterator[tuple[int, EvaluatedLyngk]]:
    """The ways to begin a turn: no claim or one of the legal ones, each with the position from
    which a stack is then moved."""
    yield NO_CLAIM, position
    for claim in filter(is_claim, position.legal_moves()):
        yield claim, after(position, claim)


def after(position: EvaluatedLyngk, *moves: int) -> EvaluatedLyngk:
    """The position after these moves."""
    for move in moves:
        played = position.play(move)
        assert isinstance(played, EvaluatedLyngk)
        position = played
    return position


def after_turn(position: EvaluatedLyngk, turn: Turn) -> EvaluatedLyngk:
    """The position after a turn."""
    claim, move = turn
    return after(position, move) if claim == NO_CLAIM else after(position, claim, move)


def try_turn(position: EvaluatedLyngk, turn: Turn) -> EvaluatedLyngk | None:
    """The position after a turn that was legal elsewhere; None when it is not legal here."""
    try:
        return after_turn(position, turn)
    except MoveError:
        return None


# --- evaluation ----------------------------------------------------------------------------


def evaluate(position: EvaluatedLyngk, player: int) -> int:
    """The value of the position for a player, whatever the opponent has: points, colours that may
    still be claimed, and the heights of own stacks on the board, up to four."""
    points = POINT * position.scores()[player]
    return points + unclaimed(position, player) + position.own_height(player)


def unclaimed(position: EvaluatedLyngk, player: int) -> int:
    """The value of the colours that a player may still claim."""
    return UNCLAIMED * (MOST_CLAIMS - len(position.claims_of(player)))


def values_after(position: EvaluatedLyngk, player: int) -> list[tuple[int, int]]:
    """The evaluation for a player after each move of a stack, with the move."""
    rest = unclaimed(position, player)
    return [
        (POINT * points + rest + height, move) for move, points, height in position.tallies(player)
    ]


def turns_with_values(position: EvaluatedLyngk, player: int) -> list[tuple[int, Turn]]:
    """All turns with the evaluation for a player after each."""
    return [
        (value, (claim, move))
        for claim, begun in branches(position)
        for value, move in values_after(begun, player)
    ]


def rank(turn: Turn) -> tuple[int, int, int, int, str]:
    """Of equal turns the last is played: by row and column of its start, then of its end, then
    by the word of the claim or `none`."""
    claim, move = turn
    word = "none" if claim == NO_CLAIM else PIECES[claim - CLAIM]
    return (*PLACES[move >> 6], *PLACES[move & 63], word)


# --- search --------------------------------------------------------------------------------


def best_turn(position: EvaluatedLyngk, depth: int) -> Turn:
    """The turn of highest value so many turns ahead, the last in rank of equal ones.

    The player's own turns raise their evaluation as far as possible, the opponent's lower it. A
    player who has no turn is skipped, and the turn that the other makes instead counts.
    """
    candidates = sorted(
        [(value, rank(turn), turn) for value, turn in turns_with_values(position, position.player)],
        reverse=True,
    )
    _, best_rank, chosen = candidates[0]
    if depth == 1:
        return chosen
    search = TurnSearch(position.player)
    best = -WINDOW
    for _, place, turn in candidates:
        # A turn of equal value is wanted only if its rank is higher.
        low = best if place < best_rank else best - 1
        value = search.value(after_turn(position, turn), depth - 1, low, WINDOW)
        if value > low:
            best, best_rank, chosen = value, place, turn
    return chosen


class TurnSearch:
    """Alpha-beta for one player. `strong` has, by depth, the turns that last cut a search short,
    the latest first: they are tried first in the next position of that depth."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.strong: dict[int, list[Turn]] = defaultdict(list)

    def value(self, position: EvaluatedLyngk, depth: int, low: int, high: int) -> int:
        """The player's evaluation after so many turns, at least one: exact between the bounds,
        else only known to lie on one or beyond it."""
        if position.over:
            return evaluate(position, self.player)
        own = position.player == self.player
        for value, turn in self.promising(position, depth, own):
            if depth > 1:
                value = self.value(after_turn(position, turn), depth - 1, low, high)
            if own:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                self.remember(depth, turn)
                break
        return low if own else high

    def remember(self, depth: int, turn: Turn) -> None:
        """Puts a strong turn before all others."""
        others = [other for other in self.strong[depth] if other != turn]
        self.strong[depth] = [turn, *others][:REMEMBERED]

    def promising(
        self, position: EvaluatedLyngk, depth: int, own: bool
    ) -> Iterator[tuple[int, Turn]]:
        """Turns with the evaluation after each, those first that promise most to the one to move;
        of last turns only the best after each claim."""
        for turn in list(self.strong[depth]):
            if after_strong := try_turn(position, turn):
                yield evaluate(after_strong, self.player), turn
        if depth > 1:
            yield from sorted(turns_with_values(position, self.player), reverse=own)
            return
        for claim, begun in branches(position):
            if values := values_after(begun, self.player):
                value, move = max(values) if own else min(values)
                yield value, (claim, move)


class ClassicPlayers(dict[str, Choose]):
    """Players by name. `alphabeta-N` has its player for every N up to 9, listed or not."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or bool(isinstance(name, str) and DEEP.fullmatch(name))

    def __missing__(self, name: str) -> Choose:
        if not DEEP.fullmatch(name):
            raise KeyError(name)
        return choose_to_depth(int(name[-1]))


CLASSIC = ClassicPlayers(
    {"random": choose_random, "greedy": choose_greedy}
    | {f"alphabeta-{depth}": choose_to_depth(depth) for depth in DEPTHS}
)
