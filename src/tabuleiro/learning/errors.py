"""The errors of learning."""

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.primitives import COMPILED


class LearningError(TabuleiroError):
    """A game that cannot be learnt, wrong settings, or a run that cannot continue."""


def check_all_uncompiled() -> None:
    """Raise an error if only the rules and searches are compiled, as after `make play`: compiled
    and uncompiled modules do not work together."""
    if COMPILED:
        facts = {"package": "tabuleiro.learning", "command": "make build"}
        raise LearningError(say("{package} is not installed; to fix it: {command}", **facts))
