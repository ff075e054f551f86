"""A guided first game as data, read from the file `lesson.toml` of a game."""

import tomllib
from dataclasses import dataclass

from tabuleiro.core.message import Message, from_file


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson. The learner is to move in `position`, a full text. `task` asks for
    `move`; `lesson` says afterwards what the move did and which rule that is."""

    position: str
    task: Message
    move: str
    lesson: Message


Lesson = tuple[LessonStep, ...]
"""From the first touch to a won game in at most two minutes; empty if there is no lesson."""


def read_lesson(text: str) -> Lesson:
    """The lesson of a file: its steps in order, each a table with the fields of a LessonStep."""
    return tuple(
        LessonStep(one["position"], from_file(one["task"]), one["move"], from_file(one["lesson"]))
        for one in tomllib.loads(text)["step"]
    )
