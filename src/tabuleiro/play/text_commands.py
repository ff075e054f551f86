"""The text commands that players can type at a prompt, in every language."""

import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from unicodedata import combining, normalize

from tabuleiro.core.message import Message, TabuleiroError, from_file, say
from tabuleiro.core.position import Position

Argument = Literal["none", "may follow", "must follow"]
EXAMPLES = {"place": "c4", "move": "c4"}
"""What the usage of a command names, unless a position has better examples."""


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
