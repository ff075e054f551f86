"""The guided first game of Control+V."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "control_v size=5 castles=1 | 5/5/5/5/5 x",
        say("First each player places a castle, which blocks everyone. Select the middle, c3."),
        "c3",
        say("Nothing can be placed on a castle. Now orange places one."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | 5/5/2#2/5/4# x",
        say("Now place your first territory: select the corner a1."),
        "a1",
        say("From here you grow by copying. The player with the most cells wins."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | x4/5/2#1o/5/4# x",
        say("Copy your block to its mirror image: select a1, then the axis h below."),
        "a1=h",
        say("The copy is on b1. Both cells are now one block."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | xx3/4o/2#1o/5/4# x",
        say(
            "You can also copy a block by a half turn around a crossing of two axes. Select the "
            "block on a1, then the crossing of b and g."
        ),
        "a1=bg",
        say("The whole block was copied to c4 and d4. The original stays."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | xx3/xx1oo/xx#oo/2xx1/4# x",
        say("Orange has no room left. Select your block on c4, then the axis g."),
        "c4=g",
        say("Nobody can copy any more. You have 10 cells, orange has 4: you win!"),
    ),
)
