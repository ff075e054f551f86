"""The computer players of a table: their moves, hints and answers to draw offers."""

from collections.abc import Iterator
from random import Random

from tabuleiro.core.position import EVALUATION_UNIT, Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.play.table import Table
from tabuleiro.players import MoveChoice, Player, make_player
from tabuleiro.search.limit import NO_LIMIT, Limit

HINT_PLAYER = "level:10,time=1"
"""The player that gives hints."""

DRAW_EVALUATION = -EVALUATION_UNIT // 2
"""A computer player agrees to a draw when its evaluation is this bad or worse."""


class ComputerPlayers:
    """Computer players, each created when it is first needed; they keep what they have found."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._players: dict[tuple[int, str], Player] = {}

    def think(self, table: Table, now: float, stop: StopFlag | None = None) -> Iterator[MoveChoice]:
        """Yields what the computer player to move would choose so far; the last item is its choice.

        The table is read now, but the player is created with the first item: the thread that
        iterates creates the player and gets its errors.
        """
        seat, position = table.position.player, table.position
        return self._choices(seat, table.computer_at(seat), position, limit_of(table, now), stop)

    def hint(self, position: Position, stop: StopFlag | None = None) -> MoveChoice:
        """A move for the player to move, with the line that a strong player expects."""
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
    """Lets every computer player answer an open draw offer."""
    for seat in table.remaining:
        proposed = table.open_proposal
        if proposed is None or proposed.what != "draw":
            return
        if table.computer_at(seat) and seat not in proposed.agreed:
            table.answer(seat, agrees_to_draw(table.position, seat), now)


def agrees_to_draw(position: Position, seat: int) -> bool:
    """Whether a computer player accepts a draw: only if it seems to be losing."""
    return position.evaluate(seat) <= DRAW_EVALUATION


def limit_of(table: Table, now: float) -> Limit:
    """The limit that the clocks of a table set for a computer player."""
    return Limit(clocks=table.clock.search_clocks(now)) if table.clock else NO_LIMIT
