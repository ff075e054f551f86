"""A guided first game, as data: positions, the move to make in each, and what is said."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core.message import Message


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a lesson. The learner is to move in `position`, a full text. `task` tells him
    to make `move`; `lesson` says afterwards what it did and which rule that is."""

    position: str
    task: Message
    move: str
    lesson: Message


Lesson = tuple[Stage, ...]
"""From the first touch to a won game, in at most two minutes; none for a game without one."""
