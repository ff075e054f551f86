"""The computer players of a table: their moves, hints and answers to draw offers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.play.table import Table
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.search.limit import NO_LIMIT, Limit, RemainingTime

HINT_PLAYER = "level:10,time=1"
"""Gives hints."""

WORSE = -EVALUATION_UNIT // 2
"""A computer player agrees to a draw when its chances look as bad as this."""


class ComputerPlayers:
    """Computer players, each made when it is needed first; they remember what they thought."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._players: dict[tuple[int, str], Player] = {}

    def think(self, table: Table, now: float, stop: StopFlag | None = None) -> Iterator[MoveChoice]:
        """The move that the computer player to move would choose so far, now and then; the last
        is its choice.

        The table is looked at now. The player is made with the first choice, so that whoever thinks
        in a thread makes it there and meets its faults there.
        """
        seat, position = table.position.player, table.position
        return self._choices(seat, table.computer_at(seat), position, limit_of(table, now), stop)

    def hint(self, position: Position, stop: StopFlag | None = None) -> MoveChoice:
        """A move for whoever is to move, and why: the line that a strong player expects."""
        return self._player(position.player, HINT_PLAYER, position).choose(position, stop=stop)

    def _choices(
        self, seat: int, name: str, position: Position, limit: Limit, stop: StopFlag | None
    ) -> Iterator[MoveChoice]:
        yield from self._player(seat, name, position).think(position, limit, stop)

    def _player(self, seat: int, name: str, position: Position) -> Player:
        if (seat, name) not in self._players:
            seed = self._chance.randrange(2**32)
            self._players[seat, name] = make_player(name, position.game, seed)
        return self._players[seat, name]


def answer_proposals(table: Table, now: float) -> None:
    """Lets every computer player say whether it takes the draw that is proposed, if one is."""
    for seat in table.remaining:
        proposed = table.open_proposal
        if proposed is None or proposed.what != "draw":
            return
        if table.computer_at(seat) and seat not in proposed.agreed:
            table.answer(seat, agrees_to_draw(table.position, seat), now)


def agrees_to_draw(position: Position, seat: int) -> bool:
    """Whether a computer player takes a draw: when it seems to be losing."""
    return position.evaluate(seat) <= WORSE


def limit_of(table: Table, now: float) -> Limit:
    """What the clocks of a table leave a computer player."""
    if table.clock is None:
        return NO_LIMIT
    control = table.clock.control
    left = [table.clock.remaining(seat, now) for seat in range(table.position.players)]
    return Limit(
        clocks=tuple(RemainingTime(int(1000 * each), 1000 * control.increment) for each in left)
    )
