"""Table events in words."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.play import events
from tabuleiro.play.finish import Ending, Finish, finish_in_words, ranking_in_words
from tabuleiro.play.table import Table

Sentences = tuple[Message, ...]

DESCRIBED = 4_096  # moves whose descriptions are cached: each is among the latest for a while
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
        sentences = describe_event(event, table.positions[moves])
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


def describe_event(event: events.Event, before: Position) -> Sentences:
    """An event in words, given the position before it."""
    if isinstance(event, events.Moved):
        return move_in_words(before, event.move, event.by)
    sentence = sentence_about(event, player_name(getattr(event, "seat", 0)))
    return (sentence,) if sentence else ()


@lru_cache(DESCRIBED)
def move_in_words(before: Position, move: str, by: str) -> Sentences:
    """What a move did, and whether a stand-in made it."""
    sentences = before.describe(before.move(move))
    if not by:
        return sentences
    player = player_name(before.player)
    return (say("A computer player stands in for {player}", player=player), *sentences)


def sentence_about(event: events.Event, player: Message) -> Message | None:
    """What `player`, or anybody, did; None if there is nothing to say."""
    match event:
        case events.Joined():
            return say("{player} has joined", player=event.name or player)
        case events.LayoutAnswered(likes=True):
            return say("{player} accepts this starting layout", player=player)
        case events.LayoutAnswered():
            return say("{player} would like another starting layout", player=player)
        case events.Proposed():
            return PROPOSALS[event.what](player)
        case events.Answered(agrees=True):
            return say("{player} agrees", player=player)
        case events.Answered():
            return say("{player} declines", player=player)
        case events.Resigned():
            return say("{player} resigns.", player=player)
        case events.TimedOut():
            return LEAVING["time"](player)
    return REMARKS.get(type(event))


PROPOSALS: dict[events.ProposalKind, Callable[[Message], Message]] = {
    "draw": lambda player: say("{player} offers a draw", player=player),
    "takeback": lambda player: say("{player} asks to take back a move", player=player),
    "rematch": lambda player: say("{player} wants to play again", player=player),
}
"""Each kind of proposal in words."""

REMARKS: dict[type[events.Event], Message] = {
    events.Redrawn: say("Nobody wanted this starting layout: another one was drawn"),
    events.TakenBack: say("Taken back."),
    events.Redone: say("The move is restored."),
    events.Followed: say("The next game begins"),
    events.Paused: say("Clocks paused"),
    events.Continued: say("Clocks running again"),
}
"""Events that are described without a player."""
