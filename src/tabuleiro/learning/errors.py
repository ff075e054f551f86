"""What goes wrong in learning, said in words."""

from __future__ import annotations

from tabuleiro.core.message import TabuleiroError


class LearningError(TabuleiroError):
    """A game that cannot be learnt, settings that do not fit, a run that cannot go on."""
