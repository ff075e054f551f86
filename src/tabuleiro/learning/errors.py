"""The errors of learning; imports optional packages or says how to install them."""

from importlib import import_module
from typing import Any

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.primitives import COMPILED


class LearningError(TabuleiroError):
    """A game that cannot be learnt, wrong settings, or a run that cannot continue."""


def import_package(name: str, extra: str = "learn") -> Any:
    """A package of an extra; if it is missing, the error says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        command = f"pip install tabuleiro[{extra}]"
        raise missing(name.partition(".")[0], command) from error


def check_all_uncompiled() -> None:
    """Raise an error if only the rules and searches are compiled, as after `make play`: compiled
    and uncompiled modules do not work together."""
    if COMPILED:
        raise missing("tabuleiro.learning", "make build")


def missing(package: str, command: str) -> LearningError:
    """The error that names what is missing, and the command that installs it."""
    return LearningError(
        say("{package} is not installed; to fix it: {command}", package=package, command=command)
    )
