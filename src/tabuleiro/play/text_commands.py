"""The text commands that players can type at a prompt, in every language, as data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, normalize

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position

Argument = Literal["none", "may follow", "must follow"]


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


TEXT_COMMANDS = (
    TextCommand("board", ("board", "tabuleiro"), say("board"), say("the whole board")),
    TextCommand(
        "at",
        ("at", "what", "em"),
        say("at {place}", place="c4"),
        say("what stands on a place; its name alone, where that is no legal move"),
        "must follow",
    ),
    TextCommand("mine", ("mine", "minhas"), say("mine"), say("what you have on the board")),
    TextCommand("last", ("last", "última"), say("last"), say("the last move and what it did")),
    TextCommand(
        "moves",
        ("moves", "jogadas"),
        say("moves, moves {place}", place="c4"),
        say("the legal moves, all or those with a place"),
        "may follow",
    ),
    TextCommand(
        "score", ("score", "pontos", "pontuação"), say("score"), say("how the players stand")
    ),
    TextCommand(
        "clock", ("clock", "relógio"), say("clock"), say("the time that everybody has left")
    ),
    TextCommand(
        "why",
        ("why", "porquê"),
        say("why, why {move}", move="c4"),
        say("the rules in brief, or the rule that forbids a move"),
        "may follow",
    ),
    TextCommand(
        "turn", ("turn", "vez"), say("turn"), say("who is to move, and what is left to do")
    ),
    TextCommand(
        "undo", ("undo", "desfazer", "anular"), say("undo"), say("takes your last move back")
    ),
    TextCommand("redo", ("redo", "refazer"), say("redo"), say("plays what was taken back again")),
    TextCommand("hint", ("hint", "dica", "sugestão"), say("hint"), say("a move to consider")),
    TextCommand("draw", ("draw", "empate"), say("draw"), say("proposes a draw, or agrees to one")),
    TextCommand("resign", ("resign", "desistir"), say("resign"), say("gives the game up")),
    TextCommand(
        "save",
        ("save", "guardar", "gravar"),
        say("save, save FILE"),
        say("says where the game is saved, or writes it to a file as well"),
        "may follow",
    ),
    TextCommand("rules", ("rules", "regras"), say("rules"), say("the rules of the game")),
    TextCommand("help", ("help", "ajuda", "?"), say("help"), say("this list")),
    TextCommand(
        "exit",
        ("exit", "quit", "sair"),
        say("exit"),
        say("leaves; the game is saved and can be resumed"),
    ),
)
ALL_NAMES = frozenset(command.name for command in TEXT_COMMANDS)


def find_command(text: str) -> tuple[TextCommand, str] | None:
    """The command at the start of a text, and its argument; None if the text is not a command.

    CommandError if an argument is missing or not allowed.
    """
    first, _, rest = text.strip().partition(" ")
    command = next(
        (each for each in TEXT_COMMANDS if plain_word(first) in map(plain_word, each.words)), None
    )
    if command is None:
        return None
    argument = rest.strip()
    if argument and command.argument == "none":
        raise CommandError(say("{word} stands alone: write nothing after it", word=first))
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
            usage=Message(command.usage.template, **(command.usage.values | examples)),
            explanation=command.explanation,
        )
        for command in TEXT_COMMANDS
        if command.name in names and (position.game.draws or command.name != "draw")
    )
