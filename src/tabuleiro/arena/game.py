"""One game of a match: two or more players, one position, and a sheet to write on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter

from tabuleiro.arena.match import Match
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import NOBODY, Position
from tabuleiro.players import Player
from tabuleiro.search.limit import NO_LIMIT, Limit

MARGIN = 0.5  # seconds by which a turn may exceed its time: what passes around the players
MOST_WORDS = 200  # characters of what a failing player says


class End(StrEnum):
    """How a game of a match ended."""

    rules = "rules"  # as its rules say
    cap = "cap"  # after too many moves
    failed = "failed"  # a player raised an exception
    illegal = "illegal"  # a player chose a move that is none
    slow = "slow"  # a turn took too long
    hung = "hung"  # a turn took so long that its process was ended
    died = "died"  # the process of a player ended


class Forfeit(Exception):  # noqa: N818 - no error of ours, but a way to lose
    """The player whose turn it is has lost in a way that the rules of the game do not know."""

    def __init__(self, end: End, detail: str) -> None:
        super().__init__(end, detail)
        self.end = end
        self.detail = detail


@dataclass(frozen=True)
class Result:
    """A game that has ended, from the first player's view.

    `number` counts the games of the match from 0; `seat` is where the first player sat. The moves
    are those after the opening, whose full text is `opening`. `turns` and `seconds` are what
    first and second player used. `fault` is who lost by forfeit, or NOBODY.
    """

    number: int
    seat: int
    opening: str
    moves: tuple[str, ...]
    turns: tuple[int, int]
    seconds: tuple[float, float]
    score: float
    end: End
    fault: int
    detail: str

    def note(self, match: Match) -> Message | None:
        """What is to be said of a game that did not end by the rules."""
        if self.end is End.rules:
            return None
        player = match.name_at(self.number, self.fault)
        what = self._how_it_ended(player)
        return say("game {number}: {what}", number=self.number + 1, what=what)

    def _how_it_ended(self, player: str) -> Message:
        detail = self.detail
        match self.end:
            case End.failed:
                return say("{player} failed and loses: {detail}", player=player, detail=detail)
            case End.illegal:
                return say(
                    "{player} loses by an illegal move: {detail}", player=player, detail=detail
                )
            case End.slow:
                return say(
                    "{player} took {detail} s for a turn and loses", player=player, detail=detail
                )
            case End.hung:
                return say(
                    "{player} gave no answer in {detail} s and loses", player=player, detail=detail
                )
            case End.died:
                return say(
                    "{player} ended its process and loses: exit code {detail}",
                    player=player,
                    detail=detail,
                )
            case _:
                return say("a draw, since {moves} moves were made", moves=len(self.moves))


@dataclass
class Sheet:
    """A game in progress, as far as others must know should it break off.

    `player` is whose turn is on; while `turns` are all 0, who is still being made.
    """

    number: int
    seat: int
    seats: int
    opening: str
    player: int = NOBODY
    moves: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def begun(self) -> bool:
        """Whether the players are made and a turn is on."""
        return any(self.turns)

    def begin_turn(self, player: int) -> None:
        """A turn of that player."""
        self.player = player
        self.turns[self._side()] += 1

    def spend(self, seconds: float) -> None:
        """Time of the player whose turn it is."""
        self.seconds[self._side()] += seconds

    def ended(self, last: Position) -> Result:
        """The result when the game ended in that position, by its rules or by the cap."""
        outcome = last.outcome()
        if outcome is None:
            return self._result(1 / self.seats, End.cap)
        return self._result(outcome.values[self.seat], End.rules)

    def forfeited(self, end: End, detail: str) -> Result:
        """The result when the player whose turn it is loses so: the others share first place."""
        score = 0.0 if self.player == self.seat else 1 / (self.seats - 1)
        return self._result(score, end, self.player, detail)

    def _side(self) -> int:
        return int(self.player != self.seat)

    def _result(self, score: float, end: End, fault: int = NOBODY, detail: str = "") -> Result:
        return Result(
            self.number,
            self.seat,
            self.opening,
            tuple(self.moves),
            (self.turns[0], self.turns[1]),
            (self.seconds[0], self.seconds[1]),
            score,
            end,
            fault,
            detail,
        )


Tell = Callable[[Sheet], None]
"""Hears of every turn, and of every player that is made, just before it begins."""


def play_game(
    match: Match, number: int, opening: Position, tell: Tell = lambda sheet: None
) -> Result:
    """Plays one game of a match with new players. A player that fails loses."""
    sheet = Sheet(number, number % match.seats, match.seats, opening.full_text)
    try:
        players = seat_players(match, sheet, tell)
        return sheet.ended(play_on(match, players, opening, sheet, tell))
    except Forfeit as forfeit:
        return sheet.forfeited(forfeit.end, forfeit.detail)


def seat_players(match: Match, sheet: Sheet, tell: Tell) -> list[Player]:
    """A new player on every seat."""
    players = []
    for seat in range(match.seats):
        sheet.player = seat
        tell(sheet)
        with blamed(End.failed):
            players.append(match.make_at(sheet.number, seat))
    return players


def play_on(
    match: Match, players: list[Player], position: Position, sheet: Sheet, tell: Tell
) -> Position:
    """Plays to the end of the game or to the cap; gives the last position."""
    while not position.over and len(sheet.moves) < match.cap:
        sheet.begin_turn(position.player)
        tell(sheet)
        position = play_turn(match, players[position.player], position, sheet)
    return position


def play_turn(match: Match, player: Player, position: Position, sheet: Sheet) -> Position:
    """All moves of one turn; gives the position after them."""
    spent = 0.0
    for _ in range(match.rules.moves_a_turn):
        begun = perf_counter()
        with blamed(End.failed):
            move = player.choose(position, time_left(match, spent)).move
        seconds = perf_counter() - begun
        sheet.spend(seconds)
        spent += seconds
        if match.turn_time is not None and spent > match.turn_time + MARGIN:
            raise Forfeit(End.slow, f"{spent:.2f}")
        position = play_move(position, move, sheet)
        if position.player != sheet.player or len(sheet.moves) == match.cap:
            break
    return position


def play_move(position: Position, move: int, sheet: Sheet) -> Position:
    """The position after a move, which is written down."""
    try:
        after = position.play(move)
        sheet.moves.append(position.move_text(move))
    except Exception as error:  # a player may hand over anything
        raise Forfeit(End.illegal, repr(move)[:MOST_WORDS]) from error
    return after


def time_left(match: Match, spent: float) -> Limit:
    """What is left of a turn."""
    if match.turn_time is None:
        return NO_LIMIT
    return Limit(movetime=max(0, int(1000 * (match.turn_time - spent))))


@contextmanager
def blamed(end: End) -> Iterator[None]:
    """Whatever a player raises meanwhile, it loses."""
    try:
        yield
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        raise Forfeit(end, " ".join(words.split())[:MOST_WORDS]) from error
