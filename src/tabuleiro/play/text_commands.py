"""The text commands that players can type at a prompt, in every language, and answers to questions.

A question about a game in progress is a command, such as `board` or `moves c4`, or just the name of
a place on the board. Some names are also moves (`c4` in Squex): if that move is legal and the
player is to move, the name is the move, and `at c4` is the question. A prompt for part of a move
takes a name as the answer first.
"""

import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from unicodedata import combining, normalize

from tabuleiro.core.message import Message, MoveError, TabuleiroError, from_file, say
from tabuleiro.core.position import Position
from tabuleiro.core.prompts import MoveEntry
from tabuleiro.core.scene import player_name
from tabuleiro.core.scene_description import (
    CONTROLS,
    board_in_words,
    find_site,
    owned_in_words,
    site_in_words,
    sites_in_words,
)
from tabuleiro.play.clock import DAY, MINUTE, Clock
from tabuleiro.play.event_wording import PROPOSALS, move_in_words
from tabuleiro.play.finish import finish_in_words
from tabuleiro.play.table import Table
from tabuleiro.records.ply import move_numbers

Argument = Literal["none", "may follow", "must follow"]
EXAMPLES = {"place": "c4", "move": "c4"}
"""What the usage of a command names, unless a position has better examples."""
HOUR = 60 * MINUTE
FEW = 30
"""Up to this number, all legal moves are listed."""
MOST = 60
"""Moves that are listed at most."""

Answer = tuple[Message, ...]


class CommandError(TabuleiroError):
    """A command with too many or too few words."""


@dataclass(frozen=True, slots=True)
class TextCommand:
    """A command. `words` are all names for it, in all languages; accents may be left out. `usage`
    is how the help shows it, in the reader's language. `argument` says whether an argument
    follows."""

    name: str
    words: tuple[str, ...]
    usage: Message
    explanation: Message
    argument: Argument = "none"


def read_commands(kind: str) -> tuple[TextCommand, ...]:
    """The commands of one kind in `text_commands.toml`."""
    text = Path(__file__).with_name("text_commands.toml").read_text("utf-8")
    return tuple(
        TextCommand(
            one["name"],
            tuple(one["words"]),
            from_file(one["usage"], **EXAMPLES),
            from_file(one["explanation"]),
            one.get("argument", "none"),
        )
        for one in tomllib.loads(text)[kind]
    )


TEXT_COMMANDS = read_commands("command")
PUZZLE_COMMANDS = read_commands("puzzle")
ALL_NAMES = frozenset(command.name for command in TEXT_COMMANDS)


def find_command(
    text: str, commands: Sequence[TextCommand] = TEXT_COMMANDS
) -> tuple[TextCommand, str] | None:
    """The command at the start of a text, and its argument; None if the text is not a command.

    CommandError if an argument is missing or not allowed.
    """
    first, _, rest = text.strip().partition(" ")
    command = next(
        (each for each in commands if plain_word(first) in map(plain_word, each.words)), None
    )
    if command is None:
        return None
    argument = rest.strip()
    if argument and command.argument == "none":
        raise CommandError(say("write nothing after {word}", word=first))
    if not argument and command.argument == "must follow":
        raise CommandError(say("write {usage}", usage=command.usage))
    return command, argument


def plain_word(word: str) -> str:
    """A word in lower case and without accents."""
    return "".join(letter for letter in normalize("NFKD", word.casefold()) if not combining(letter))


def help_in_words(position: Position, names: Collection[str] = ALL_NAMES) -> tuple[Message, ...]:
    """The commands of these names with their explanations, and a legal move as the example. A game
    without draws has no command for them."""
    examples = {
        name: text
        for move in position.legal_moves()[:1]
        for name, text in (
            ("move", position.move_text(move)),
            ("place", position.steps(move)[0][0]),
        )
    }
    return tuple(
        say(
            "{usage}: {explanation}",
            usage=from_file(command.usage.template, **(EXAMPLES | examples)),
            explanation=command.explanation,
        )
        for command in TEXT_COMMANDS
        if command.name in names and (position.game.draws or command.name != "draw")
    )


# --- questions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A question: the table, the seat that asks, the time, and the argument of the command."""

    table: Table
    seat: int
    now: float
    about: str = ""


def answer_question(table: Table, seat: int, now: float, text: str) -> Answer | None:
    """The answer to a question of the player on `seat`; None if the text is not a question. A
    TabuleiroError says what is wrong with a question, such as a place that does not exist."""
    found = find_command(text)
    if found is not None:
        command, about = found
        reply = ANSWERS.get(command.name)
        return reply and reply(TableQuestion(table, seat, now, about))
    name = text.strip().lower()
    if not is_site(table, name) or is_move(table, seat, name):
        return None
    return what_stands_there(TableQuestion(table, seat, now, name))


def is_site(table: Table, name: str) -> bool:
    """Whether this is the name of a place for pieces: not a handle, dot or supply."""
    return any(
        site.name == name and not site.inside and site.shape not in CONTROLS
        for site in table.position.scene().sites
    )


def is_move(table: Table, seat: int, text: str) -> bool:
    """Whether the player on `seat` is to move and this is a legal move."""
    return table.player == seat and table.position.explain(text) is None


def what_stands_there(asked: TableQuestion) -> Answer:
    """What is on a place."""
    return (site_in_words(asked.table.scene(), asked.about),)


# --- moves ---------------------------------------------------------------------------------


def last_move(asked: TableQuestion) -> Answer:
    """The number and text of the last move, who made it and what it did."""
    plies = asked.table.plies
    if not plies:
        return (say("no move has been made yet"),)
    before, text = asked.table.positions[-2], plies[-1].move
    players = (position.player for position in asked.table.positions[:-1])
    number = say("Move {number}: {move}", number=move_numbers(players)[-1], move=text)
    return (number, *move_in_words(before, text, plies[-1].by))


def legal_moves(asked: TableQuestion) -> Answer:
    """The number of legal moves, and the moves; all, or those that involve a place."""
    if asked.table.over:
        return (say("the game is over"),)
    position = asked.table.position
    if asked.about:
        return moves_with(asked.table, asked.about)
    moves = position.legal_moves()
    if len(moves) == 1:
        return (say("1 legal move: {move}", move=position.move_text(moves[0])),)
    return (say("{count} legal moves", count=len(moves)), *list_moves_in_words(position, moves))


def list_moves_in_words(position: Position, moves: Sequence[int]) -> Answer:
    """The moves if there are few; else how many start from each place."""
    if len(moves) <= FEW:
        return (moves_text(position, moves),)
    beginnings: dict[str, int] = {}
    for move in moves:
        place = position.steps(move)[0][0]
        beginnings[place] = beginnings.get(place, 0) + 1
    if len(beginnings) == len(moves):
        return (say("{places}", places=sites_in_words(position.scene(), beginnings)),)
    counts = tuple(
        say("{place}: {count}", place=place, count=count) for place, count in beginnings.items()
    )
    example = next(place for place, count in beginnings.items() if count > 1)
    return (
        say("Moves by first place: {counts}", counts=counts),
        say("To list them, add a place: moves {place}", place=example),
    )


def moves_with(table: Table, name: str) -> Answer:
    """The moves that involve a place."""
    position, place = table.position, find_site(table.scene(), name).name
    ways = position.moves_and_steps()
    moves = [move for move, steps in ways if any(place in step for step in steps)]
    if not moves:
        return (say("no legal move with {place}", place=place),)
    if len(moves) == 1:
        return (say("1 legal move with {place}", place=place), moves_text(position, moves))
    count = say("{count} legal moves with {place}", count=len(moves), place=place)
    return (count, moves_text(position, moves))


def moves_text(position: Position, moves: Sequence[int]) -> Message:
    """The texts of the moves; only the first ones if there are many."""
    texts = tuple(position.move_text(move) for move in moves[:MOST])
    if len(moves) <= MOST:
        return say("{moves}", moves=texts)
    return say("{moves} and {count} more", moves=texts, count=len(moves) - MOST)


def why_not(asked: TableQuestion) -> Answer:
    """The rule that forbids a move, or that it is legal; the rules in brief if no move is named."""
    position = asked.table.position
    if not asked.about:
        return (*position.game.rules, say("To see why a move is not legal, write it after why"))
    try:
        found = MoveEntry.of(position).answer(asked.about)
    except MoveError as error:
        return (error.message,)
    if isinstance(found, MoveEntry):
        return (say("{text} is only a part of a move", text=asked.about),)
    return (say("{move} is a legal move", move=position.move_text(found)),)


# --- how the game stands -------------------------------------------------------------------


def time_left(asked: TableQuestion) -> Answer:
    """The clock of each player, and whose is running."""
    if asked.table.clock is None:
        return (say("This game is played without clocks"),)
    return tuple(
        clock_in_words(asked.table.clock, seat, asked.now)
        for seat in range(asked.table.position.players)
    )


def clock_in_words(clock: Clock, seat: int, now: float) -> Message:
    """The time that a player has left."""
    player, time = player_name(seat), time_in_words(clock.remaining(seat, now))
    if seat == clock.running:
        return say("{player}: {time}, running", player=player, time=time)
    return say("{player}: {time}", player=player, time=time)


def time_in_words(time: float) -> Message:
    """A time in words, without fractions of a second."""
    days, rest = divmod(int(time), DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    units = {"days": days, "hours": hours, "minutes": minutes, "seconds": seconds}
    if days:
        return say("{days} d {hours} h {minutes} min", **units)
    if hours:
        return say("{hours} h {minutes} min {seconds} s", **units)
    return say("{minutes} min {seconds} s", **units) if minutes else say("{seconds} s", **units)


def whose_turn(asked: TableQuestion) -> Answer:
    """Who is to move, what they can do, what is proposed; or how the game ended."""
    table = asked.table
    if table.finish:
        return tuple(finish_in_words(table.finish))
    if table.free_seats:
        return (say("the game has not started: a seat is still free"),)
    if table.asked_about_layout is not None:
        player = player_name(table.asked_about_layout)
        return (say("{player} is to say whether to keep this start", player=player),)
    caption, proposed = table.position.scene().captions[0], table.open_proposal
    if proposed is None:
        return (caption,)
    return (caption, PROPOSALS[proposed.what](player_name(proposed.seat)))


ANSWERS: dict[str, Callable[[TableQuestion], Answer]] = {
    "board": lambda asked: board_in_words(asked.table.scene()),
    "at": what_stands_there,
    "mine": lambda asked: owned_in_words(asked.table.scene(), asked.seat),
    "last": last_move,
    "moves": legal_moves,
    "score": lambda asked: (asked.table.position.describe_score(),),
    "clock": time_left,
    "why": why_not,
    "turn": whose_turn,
}
"""The function that answers each command."""
