"""What is wrong with the words of a command, in our own messages instead of Typer's."""

import tomllib
from collections.abc import Sequence
from enum import StrEnum
from inspect import signature
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from typer.core import TyperCommand, TyperGroup

from tabuleiro.core.message import Message, TabuleiroError, quote, say, suggest
from tabuleiro.language import LANGUAGES


class CheckedGroup(TyperGroup):
    """A group of commands, with our own message for an unknown one."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        super().format_help_text(ctx, formatter)
        write_examples(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            raise TabuleiroError(with_help(self.unknown_command(args[0]), ctx))
        return super().resolve_command(ctx, args)

    def unknown_command(self, name: str) -> Message:
        """That there is no such command, with the one that may be meant."""
        from tabuleiro.games import game_named

        reason = say("there is no command {name}", name=quote(name))
        if game := game_named(name):
            meant = f"play {game.id}"
            return say("{reason} (did you mean {near}?)", reason=reason, near=meant)
        return suggest(reason, name, self.commands)


class CheckedCommand(TyperCommand):
    """A command, with our own message for words that are too many."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        super().format_help_text(ctx, formatter)
        write_examples(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            reason = say("unexpected words: {words}", words=quote(" ".join(rest)))
            raise TabuleiroError(with_help(reason, ctx))
        return rest


def write_examples(context: Any, formatter: Any) -> None:
    """Adds the examples of a command to its help, if there are any."""
    known = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
    if examples := known.get(context.command_path.partition(" ")[2]):
        title = "Example:" if len(examples) == 1 else "Examples:"
        formatter.write("\n  " + "\n    ".join([title, *examples]) + "\n")


def with_help(reason: Message, context: Any) -> Message:
    """The reason, with the command that shows help."""
    return say("{reason}; try {command} --help", reason=reason, command=context.command_path)


def usage_error(error: Any, words: Sequence[str]) -> Message:
    """The reason for an exception of Typer about the words of a command. Its classes are known by
    their names, because Typer does not export them."""
    context = getattr(error, "ctx", None)
    match type(error).__name__:
        case "MissingParameter":
            reason = say("{name} is missing", name=name_of(error.param))
        case "NoSuchOption":
            reason = unknown_option(error)
        case "BadOptionUsage" if any(word.startswith(f"{error.option_name}=") for word in words):
            reason = say("{name} does not take a value", name=error.option_name)
        case "BadOptionUsage":
            reason = say("{name} needs a value", name=error.option_name)
        case "BadParameter":
            reason = bad_value(error)
        case _ if commands := getattr(context and context.command, "commands", None):
            reason = say("name one of its commands: {names}", names=tuple(commands))
        case _:
            reason = say("{reason}", reason=error.format_message().rstrip("."))
    return with_help(reason, context) if context else reason


def written_language(words: Sequence[str]) -> str | None:
    """The language that the words of a command ask for, also where they cannot be read."""
    pairs = [*pairwise(words), *(tuple(word.partition("=")[::2]) for word in words)]
    return next((code for word, code in pairs if word == "--lang" and code in LANGUAGES), None)


def unknown_option(error: Any) -> Message:
    """An option that the command does not have."""
    known = [word for one in error.ctx.command.get_params(error.ctx) for word in one.opts]
    name = error.option_name
    return suggest(say("there is no option {name}", name=quote(name)), name, known)


def bad_value(error: Any) -> Message:
    """What the value of a parameter must be, from its annotation."""
    parameter, name = error.param, name_of(error.param)
    annotation = signature(error.ctx.command.callback).parameters[parameter.name].annotation
    type_, bounds = get_args(annotation)
    kind = next(iter(get_args(type_)), type_)
    if kind in (int, float):
        return say("{name} must be {kind}", name=name, kind=numbers(kind, bounds.min, bounds.max))
    if issubclass(kind, StrEnum):
        return say("{name} must be one of {values}", name=name, values=tuple(kind))
    return say("{name}: {reason}", name=name, reason=error.message)


def numbers(kind: type, low: float | None, high: float | None) -> Message:
    """The numbers of this kind within these bounds."""
    number = say("a whole number") if kind is int else say("a number")
    if high is not None:
        return say("{number} from {low} to {high}", number=number, low=low, high=high)
    return number if low is None else say("{number} of at least {low}", number=number, low=low)


def name_of(parameter: Any) -> str:
    """The name of an option, or what the help calls an argument."""
    is_option = parameter.param_type_name == "option"
    return str(max(parameter.opts, key=len) if is_option else parameter.metavar)
