"""The simple computer players of the first Lyngk program.

They choose whole turns: possibly a claim, and the move of a stack. A claim is a move by itself. If
the chosen turn begins with a claim, the claim is played first; then the same method chooses the
move of a stack.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random

from tabuleiro.core.game import Choose
from tabuleiro.core.message import MoveError
from tabuleiro.games.lyngk.evaluation import EvaluatedLyngk
from tabuleiro.games.lyngk.rules import CLAIM, MOST_CLAIMS, PIECES, PLACES, is_claim

POINT = 20
UNCLAIMED = 10  # for each colour that a player can still claim
WINDOW = 10_000  # larger than any evaluation
DEPTHS = (1, 2, 3)  # deeper ones are slow, but can be requested
DEEP = re.compile("alphabeta-[1-9]")
REMEMBERED = 8  # strong turns for each depth; the best number by measurement

NO_CLAIM = 0

Turn = tuple[int, int]  # a claim or NO_CLAIM, and the move of a stack


# --- players -------------------------------------------------------------------------------


def choose_random(position: EvaluatedLyngk, random: Random) -> int:
    """A random turn. All turns, that is claims with the moves after them, are equally likely."""
    turns = [(claim, move) for claim, begun in branches(position) for move in stack_moves(begun)]
    return first_move(random.choice(turns))


def choose_to_depth(depth: int) -> Choose:
    """The player that looks `depth` turns ahead for the highest evaluation; nothing is random."""

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
    """The ways to begin a turn, without or with a claim, and the positions that follow."""
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
    """The position after a turn that was legal elsewhere; None if it is not legal here."""
    try:
        return after_turn(position, turn)
    except MoveError:
        return None


# --- evaluation ----------------------------------------------------------------------------


def evaluate(position: EvaluatedLyngk, player: int) -> int:
    """The value of the position for a player, without regard to the opponent: points, colours left
    to claim, and the heights of own stacks on the board, up to four."""
    points = POINT * position.scores()[player]
    return points + unclaimed(position, player) + position.own_height(player)


def unclaimed(position: EvaluatedLyngk, player: int) -> int:
    """The value of the colours that a player can still claim."""
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
    """The sort key of equally good turns, of which the last is played. It has the row and column of
    the start, then of the end, then the name of the claim or `none`."""
    claim, move = turn
    word = "none" if claim == NO_CLAIM else PIECES[claim - CLAIM]
    return (*PLACES[move >> 6], *PLACES[move & 63], word)


# --- search --------------------------------------------------------------------------------


def best_turn(position: EvaluatedLyngk, depth: int) -> Turn:
    """The turn of highest value, searched `depth` turns deep; of equal ones the last in rank.

    The player maximises their evaluation, the opponent minimises it. A forced pass is a turn.
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
        # A turn of equal value is better only if its rank is higher.
        low = best if place < best_rank else best - 1
        value = search.value(after_turn(position, turn), depth - 1, low, WINDOW, own=False)
        if value > low:
            best, best_rank, chosen = value, place, turn
    return chosen


class TurnSearch:
    """Alpha-beta for one player. `strong` has the turns that caused the last cutoffs at each depth,
    the latest first. They are tried first in the next position of that depth."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.strong: dict[int, list[Turn]] = defaultdict(list)

    def value(self, position: EvaluatedLyngk, depth: int, low: int, high: int, own: bool) -> int:
        """The player's evaluation after `depth` turns, of which the first is their `own` or the
        opponent's: exact between the bounds, otherwise on a bound or beyond it."""
        if position.over or depth == 0:
            return evaluate(position, self.player)
        if own != (position.player == self.player):  # the player who should move has passed
            return self.value(position, depth - 1, low, high, not own)
        for value, turn in self.promising(position, depth, own):
            if depth > 1:
                value = self.value(after_turn(position, turn), depth - 1, low, high, not own)
            if own:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                self.remember(depth, turn)
                break
        return low if own else high

    def remember(self, depth: int, turn: Turn) -> None:
        """Put a strong turn before all others."""
        others = [other for other in self.strong[depth] if other != turn]
        self.strong[depth] = [turn, *others][:REMEMBERED]

    def promising(
        self, position: EvaluatedLyngk, depth: int, own: bool
    ) -> Iterator[tuple[int, Turn]]:
        """Turns with their evaluations, the most promising for the player to move first. At depth
        1, only the best turn after each claim."""
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
    """Players by name. There is a player `alphabeta-N` for every N up to 9, listed or not."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or bool(isinstance(name, str) and DEEP.fullmatch(name))

    def __missing__(self, name: str) -> Choose:
        if not DEEP.fullmatch(name):
            raise KeyError(name)
        return choose_to_depth(int(name[-1]))


CLASSIC = ClassicPlayers(
    {"random": choose_random, "greedy": choose_to_depth(1)}
    | {f"alphabeta-{depth}": choose_to_depth(depth) for depth in DEPTHS}
)
