"""The errors of learning; imports optional packages or says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tabuleiro.core.message import TabuleiroError, say


class LearningError(TabuleiroError):
    """A game that cannot be learnt, settings that do not fit, a run that cannot go on."""


def import_package(name: str, extra: str = "learn") -> Any:
    """A package of an extra; where it is missing, the error says how to get it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise LearningError(
            say(
                "{package} is not installed; to mend it: {command}",
                package=name.partition(".")[0],
                command=f"pip install tabuleiro[{extra}]",
            )
        ) from error
