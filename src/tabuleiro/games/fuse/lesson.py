"""The guided first game of Fuse."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/x3x/o3x/o3o/1xxo1 x",
        say("You are white. Slide a disc in from the ring: select e1, then b1 at the far end."),
        "e1b1",
        say("A disc may stop anywhere on its way. After that it never leaves the area."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/xx3/1o2x/o3o/1xxo1 x",
        say("The disc on a1 can go in too. Select a1, then b1, where you already have a disc."),
        "a1b1",
        say("It pushed the other disc to c1. Now they are a group of two."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 1oxo1/1xx2/1o2x/1o2o/1xxo1 x",
        say("Push from above: select c0, then c1."),
        "c0c1",
        say("The disc on c1 moved down to c2. You may not push a disc out of the area."),
    ),
    LessonStep(
        "fuse rows=3 columns=3 | 5/1xoo1/1xxo1/x1ox1/5 x",
        say("One disc is left, and both largest groups have three discs. Select a3, then b3."),
        "a3b3",
        say("Your group has four discs, black's has three: you win!"),
    ),
)
