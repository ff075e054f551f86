"""The guided first game of Eigenstate."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "eigenstate | xxxxxx/6/6/6/6/oooooo 000080,000080,000080,000080,000080,000080,"
        "010000,010000,010000,010000,010000,010000 x m",
        say("The upper pieces are yours. Each has one peg, below its centre. Select c1, then c2."),
        "c1c2",
        say("A piece moves the way its pegs lie from its centre: this one, one step down."),
    ),
    LessonStep(
        "eigenstate | xx1xxx/2x3/6/6/6/oooooo 000080,000080,000080,000080,000080,000080,"
        "010000,010000,010000,010000,010000,010000 x 2",
        say(
            "After the move you place two pegs. Select the piece on c2, then its hole d4, down "
            "and to the right."
        ),
        "c2:d4",
        say("Now this piece can also move diagonally. Place one more peg."),
    ),
    LessonStep(
        "eigenstate | xx1xxx/2x3/6/6/6/oooooo 000080,000080,000080,000080,000080,0000c0,"
        "010000,010000,010000,010000,010000,010000 x 1",
        say("Select c2 again, then its hole c5, two below the centre."),
        "c2:c5",
        say("With that peg the piece jumps two steps down, over anything in between."),
    ),
    LessonStep(
        "eigenstate | 2x1x1/2x3/2o3/6/4o1/6 0000c4,000080,000080,010000,010000 x m",
        say("Some moves later orange has two pieces left. Jump onto one: select c1, then c3."),
        "c1c3",
        say("Captured! Orange has only one piece left: you win."),
    ),
    LessonStep(
        "eigenstate | 6/2x3/2x3/6/2oo2/6 000080,fffffe,010000,010000 x 1",
        say(
            "There is a second way to win: with two pieces each, fill a piece. Select c3, then its "
            "last empty hole, e5."
        ),
        "c3:e5",
        say("All 24 holes of the piece hold a peg: you win."),
    ),
)
