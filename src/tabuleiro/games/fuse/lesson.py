"""The guided first game of Fuse."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/x3x/o3x/o3o/1xxo1 x",
        say("You are white. Slide a disc in from the ring: touch e1, then b1 at the far end."),
        "e1b1",
        say("A disc may stop anywhere on its way. It never leaves the area again."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/xx3/1o2x/o3o/1xxo1 x",
        say("The disc on a1 can go in as well. Touch a1, then b1, where a disc of yours lies."),
        "a1b1",
        say("It has pushed the other disc ahead to c1. They are neighbours: a group of two."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/1xx2/1o2x/1o2o/1xxo1 x",
        say("Push from above: touch c0, then c1."),
        "c0c1",
        say("The disc on c1 went down to c2. A push must never send a disc out of the area."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 5/1xoo1/1xxo1/x1ox1/5 x",
        say("One disc is left, and both largest groups have three. Touch a3, then b3."),
        "a3b3",
        say("Your group has four discs and black's three: you have won."),
    ),
)
