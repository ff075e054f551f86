"""Table events in words."""

from collections.abc import Callable, Iterator
from typing import Any

from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.play import events
from tabuleiro.play.finish import Ending, Finish, finish_in_words, ranking_in_words
from tabuleiro.play.questions import PROPOSALS, move_in_words
from tabuleiro.play.table import Table

Sentences = tuple[Message, ...]

AFTERWARDS = (events.Proposed, events.Answered, events.Followed)
"""What can still happen once a game is over."""


def describe_latest_events(table: Table, most: int) -> Iterator[tuple[int, Sentences]]:
    """Yields the latest events in words with the table version after each, the latest first.

    At most `most`, and none before a takeback: the positions of moves that were taken back are
    gone.
    """
    moves = len(table.plies)
    ending = ending_version(table)
    for version in range(table.version, max(0, table.version - most), -1):
        event = table.events[version - 1]
        moves -= isinstance(event, events.Moved)
        sentences = DESCRIPTIONS[type(event)](event, table.positions[moves])
        if version == ending and table.finish and table.finish.ending != "rules":
            winner, *reason = finish_in_words(table.finish)
            said = isinstance(event, events.Resigned | events.TimedOut)
            reason = [] if said else reason
            sentences = (*sentences, winner, *reason, *ranking_in_words(table.finish))
        yield version, sentences
        if isinstance(event, events.TakenBack | events.Redone | events.Redrawn):
            return


def ending_version(table: Table) -> int | None:
    """The version in which the game ended; None if it is not over."""
    if not table.over:
        return None
    numbered = enumerate(table.events, start=1)
    return max(version for version, event in numbered if not isinstance(event, AFTERWARDS))


def ending_in_words(finish: Finish) -> Sentences:
    """Who has won and why; with more than two players also the ranking."""
    return (*finish_in_words(finish), *ranking_in_words(finish))


def reasons_in_words(table: Table) -> Sentences:
    """Who left a game that is over, and why it ended; without who has won."""
    finish = table.finish
    if finish is None:
        return ()
    left = [LEAVING[reason](player_name(seat)) for seat, reason in table.forfeits]
    if finish.ending == "rules":
        _, *reasons = table.position.game.view.describe_result(table.position)
    else:
        _, *reasons = finish_in_words(finish)
    return tuple(left or reasons)


LEAVING: dict[Ending, Callable[[Message], Message]] = {
    "resignation": lambda player: say("{player} resigned", player=player),
    "time": lambda player: say("{player} ran out of time", player=player),
}
"""How a player lost without the rules."""


def describe_layout_answer(event: events.LayoutAnswered, before: Position) -> Sentences:
    """Whether a player accepts the start."""
    player = player_name(event.seat)
    if event.likes:
        return (say("{player} accepts this starting layout", player=player),)
    return (say("{player} would like another starting layout", player=player),)


def describe_answered(event: events.Answered, before: Position) -> Sentences:
    """How a player answers a proposal."""
    player = player_name(event.seat)
    if event.agrees:
        return (say("{player} agrees", player=player),)
    return (say("{player} declines", player=player),)


def describe_joined(event: events.Joined, before: Position) -> Sentences:
    """Who has taken a seat."""
    return (say("{player} has joined", player=event.name or player_name(event.seat)),)


def by_player(word: Callable[[Message], Message]) -> Callable[[Any, Position], Sentences]:
    """Describes events by the player who caused them."""
    return lambda event, before: (word(player_name(event.seat)),)


def always(message: Message) -> Callable[[Any, Position], Sentences]:
    """Describes all events of a kind with the same message."""
    return lambda event, before: (message,)


DESCRIPTIONS: dict[type[events.Event], Callable[[Any, Position], Sentences]] = {
    events.Opened: lambda event, before: (),
    events.Joined: describe_joined,
    events.LayoutAnswered: describe_layout_answer,
    events.Redrawn: always(say("Nobody wanted this starting layout: another one was drawn")),
    events.Moved: lambda event, before: move_in_words(before, event.move, event.by),
    events.Proposed: lambda event, before: (PROPOSALS[event.what](player_name(event.seat)),),
    events.Answered: describe_answered,
    events.TakenBack: always(say("Taken back.")),
    events.Redone: always(say("The move is restored.")),
    events.Drawn: lambda event, before: (),
    events.Resigned: by_player(lambda player: say("{player} resigns.", player=player)),
    events.TimedOut: by_player(LEAVING["time"]),
    events.Followed: always(say("The next game begins")),
    events.Paused: always(say("Clocks paused")),
    events.Continued: always(say("Clocks running again")),
}
"""The function that describes each kind of event, given the event and the position before it."""
