"""What is wrong with the words of a command, in our own messages instead of Typer's."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from inspect import signature
from typing import Any, get_args

from tabuleiro.core.message import Message, quote, say, suggest


def usage_error(error: Any) -> Message:
    """The reason for an exception of Typer, with the command that shows help."""
    reason = REASONS.get(type(error).__name__, other_error)(error)
    if context := getattr(error, "ctx", None):
        return say("{reason}; try {command} --help", reason=reason, command=context.command_path)
    return reason


def unknown_option(error: Any) -> Message:
    """An option that the command does not have."""
    known = [word for one in error.ctx.command.get_params(error.ctx) for word in one.opts]
    name = error.option_name
    return suggest(say("there is no option {name}", name=quote(name)), name, known)


def bad_option_usage(error: Any) -> Message:
    """An option without its value, or a flag with one."""
    if "does not take" in error.message:
        return say("{name} does not take a value", name=error.option_name)
    return say("{name} needs a value", name=error.option_name)


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


def other_error(error: Any) -> Message:
    """An unknown or missing command, words that are too many, or anything else."""
    text = error.format_message().rstrip(".")
    if found := re.match(r"No such command '(.*?)'", text):
        reason = say("there is no command {name}", name=quote(found[1]))
        return suggest(reason, found[1], error.ctx.command.commands)
    if found := re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", text):
        return say("unexpected words: {words}", words=quote(found[1]))
    if text == "Missing command":
        return say("name one of its commands: {names}", names=tuple(error.ctx.command.commands))
    return say("{reason}", reason=text)


def name_of(parameter: Any) -> str:
    """The name of an option, or what the help calls an argument."""
    is_option = parameter.param_type_name == "option"
    return str(max(parameter.opts, key=len) if is_option else parameter.metavar)


REASONS: dict[str, Callable[[Any], Message]] = {
    "MissingParameter": lambda error: say("{name} is missing", name=name_of(error.param)),
    "NoSuchOption": unknown_option,
    "BadOptionUsage": bad_option_usage,
    "BadParameter": bad_value,
}
"""The function for each class of exceptions, which Typer does not export."""
