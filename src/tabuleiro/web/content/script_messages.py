"""Messages that the scripts of the pages show, as templates in the reader's language.

Scripts fill in the values themselves, so these are given to them as templates. Text that depends
only on the state of a game is translated in `web/games/state.py` instead.
"""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.core.message import Message, say
from tabuleiro.language import Translate
from tabuleiro.play import TimeControl
from tabuleiro.play.clock import DAY

LATER: dict[str, object] = {}
"""No values yet: a script fills them in (`format` in `static/board/dom.js`)."""

GAME: Mapping[str, Message] = {
    # players
    "yourself": say("{name} (you)", **LATER),
    "player": say("Player {number}", **LATER),
    "free": say("waiting for somebody"),
    "left": say("has left the game"),
    "place": say("place {place}", **LATER),
    "thinking": say("is thinking"),
    "to_move": say("to move"),
    # the connection
    "reconnecting": say("The connection is lost. Trying again…"),
    "unsent": say("No connection. What you did is sent as soon as there is one."),
    "unreachable": say("The server cannot be reached. Try again in a moment."),
    # moves
    "count": say("move {count}", **LATER),
    "past": say("After move {count} of {all}", **LATER),
    "start": say("The start"),
    "line": say("Expected: {line}", **LATER),
    "expects": say("{player} expects {share} %", **LATER),
    "unknown": say("No evaluation yet"),
    "hint": say("Hint: {move}. The line: {line}", **LATER),
    "hint_wait": say("Looking for a good move…"),
    "not_now": say("That cannot be done now."),
    # questions
    "ask_draw": say("Do you propose a draw?"),
    "ask_resign": say("Do you resign?"),
    "waiting": say("Waiting for an opponent"),
    "invite": say("Send this link to whoever is to play. The first to join has the seat."),
    "invitation": say("Link for Player {number}", **LATER),
    "withdraw": say("Withdraw the game"),
    "layout": say("Do you like this start? If nobody does, another is drawn."),
    "keep": say("Keep it"),
    "another": say("Another one"),
    "draw": say("{player} proposes a draw.", **LATER),
    "takeback": say("{player} asks to take back a move.", **LATER),
    "rematch_wanted": say("{player} wants to play again.", **LATER),
    "proposed": say("Your proposal waits for an answer."),
    "agree": say("Agree"),
    "decline": say("Decline"),
    "rematch": say("Rematch"),
    "you_won": say("You have won"),
    "you_lost": say("You have lost"),
    "player_won": say("Player {number} has won", **LATER),
    "undecided": say("A draw"),
    "next": say("To the next game"),
    "review": say("Review this game"),
    "study": say("Study this game"),
    # links
    "copy": say("Copy"),
    "copied": say("Copied"),
    "device": say("Open this link once on your other device"),
    "link_open": say("made {day}, not used yet", **LATER),
    "link_used": say("made {day}, used", **LATER),
    "revoke": say("Revoke"),
}
"""The page of a game."""

STUDY: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "copy": GAME["copy"],
    "copied": GAME["copied"],
    "player": GAME["player"],
    # moves
    "start": GAME["start"],
    "count": GAME["count"],
    "variation": say("Variation {number} of {all}", **LATER),
    "delete": say("Do you delete the whole study?"),
    "remove": say("Do you delete {move} and everything after it?", **LATER),
    "marking": say("Touch a place twice to circle it, or two places to draw an arrow."),
    # analysis
    "waiting": say("Waiting for a free process…"),
    "searched": say("depth {depth} · {nodes} positions", **LATER),
    "proved": say("proved"),
    "off": say("Analysis is off."),
    "paused": say("Paused while nobody looks."),
    "elsewhere": say("Analysis goes on in another window of yours."),
    "over": say("The game is over here."),
    "expects": GAME["expects"],
    "unknown": GAME["unknown"],
    "of_search": say("of the search"),
    # keeping
    "unsaved": say("Not saved"),
    "saving": say("Saving…"),
    "saved": say("Saved"),
    "stale": say("This study was changed elsewhere. Load the page again to see it."),
}
"""The page of a study."""

REVIEW: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "elsewhere": say("Another window of yours has an analysis now. Load the page to begin anew."),
    "looking": say("Looking at the game: position {done} of {all}.", **LATER),
    "found": say(
        "The game has been looked at. Moments in which a better move can be found: {count}.",
        **LATER,
    ),
    "none": say("The game has been looked at. There is no moment to go back to."),
    "none_own": say(
        "The game has been looked at. There is no moment of yours to go back to, but others "
        "have some."
    ),
    "moment": say("Moment {at} of {all}", **LATER),
    "task": say("{player} played {played}. Find a better move.", **LATER),
    "same": say("{move} was played. Look for a better move.", **LATER),
    "checking": say("Looking what {move} is worth…", **LATER),
    "right": say("Right: {move} is better, and nothing better was found.", **LATER),
    "better": say("{move} is better than {played}, but there is something better still.", **LATER),
    "no_better": say("{move} is no better than {played}. Look again.", **LATER),
    "hint": say("Hint: the move begins at {site}.", **LATER),
    "begin": say("Begin"),
    "next": say("Next"),
    "summary": say("Summary"),
    "over": say("The game is over here."),
}
"""The page of a review."""

PUZZLES: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "wrong": say("{move} does not win. Look again.", **LATER),
    "tempting": say("{move} is tempting, but it does not win.", **LATER),
    "checking": say("Looking whether {move} wins as well…", **LATER),
    "as_well": say("{move} wins as well. The solution goes on with {right}.", **LATER),
    "unproved": say(
        "{move} may win as well, but that is not proved. The solution goes another way: which?",
        **LATER,
    ),
    "right": say("Right: {move} wins. Go on.", **LATER),
    "answered": say("The answer is {move}. How does it go on?", **LATER),
    "done": say("Solved: this wins."),
    "shown": say("This is the solution: {line}", **LATER),
    "hint": say("Hint: the move begins at {site}.", **LATER),
    "solved": say("Solved: {done} of {all}", **LATER),
    "solved_one": say("solved"),
    "again": say("You have solved this one."),
}
"""The pages of puzzles."""

TRYING: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "step": say("Next move: {move}", **LATER),
    "again": say("From the beginning"),
    "over": say("The game is over here."),
    "elsewhere": say("{move} is possible too, but for now: {task}", **LATER),
}
"""The boards in rules and lessons, on which positions can be tried."""

REPLAY: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "start": GAME["start"],
    "past": GAME["past"],
    "copied": GAME["copied"],
}
"""The boards that show a line move by move."""

IMPORTING: Mapping[str, Message] = {
    **REPLAY,
    "place": say("Line {line}, column {column}: {reason}", **LATER),
    "games": say("{count} games: choose one", **LATER),
    "more": say("There are more than {count} games: those after are not listed.", **LATER),
    "moves": say("moves: {count}", **LATER),
    "empty": say("Paste a record, or choose a file."),
    "reading": say("Reading…"),
}
"""The page for importing records."""

EDITING: Mapping[str, Message] = {
    "unreachable": GAME["unreachable"],
    "copied": GAME["copied"],
    "kept": say("The board shows the last text that could be read."),
    "text_only": say("Of this game only the text can be edited."),
    "tool": say("{label} (key {key})", **LATER),
}
"""The position editor."""


def control_in_words(control: TimeControl) -> Message:
    """A time control as people say it: `10 min + 5 s`, `3 days a turn`."""
    if control.turn:
        days = control.turn // DAY
        return say("1 day a turn") if days == 1 else say("{days} days a turn", days=days)
    minutes, _, seconds = str(control).partition("+")
    return say("{minutes} min + {seconds} s", minutes=minutes, seconds=seconds)


def message_templates(words: Mapping[str, Message], translate: Translate) -> dict[str, str]:
    """The templates of a language, by name."""
    return {name: translate(message.template) for name, message in words.items()}
