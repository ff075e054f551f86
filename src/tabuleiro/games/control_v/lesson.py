"""The guided first game of Control+V."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "control_v size=5 castles=1 | 5/5/5/5/5 x",
        say("First everybody places a castle, which is in the way of all. Touch the middle, c3."),
        "c3",
        say("Nothing can ever be put on a castle. The others place theirs as well."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | 5/5/2#2/5/4# x",
        say("Now place your first piece of territory: touch the corner a1."),
        "a1",
        say("From here you grow by copying. The most cells win."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | x4/5/2#1o/5/4# x",
        say("Copy your block in an axis, as in a mirror: touch a1, then the axis h below."),
        "a1=h",
        say("The copy stands on b1, and both cells are one block now."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | xx3/4o/2#1o/5/4# x",
        say(
            "A block can also be turned about a crossing of two axes. Touch the block on a1, then "
            "the crossing of b and g."
        ),
        "a1=bg",
        say("Half a turn took the whole block to c4 and d4. The block itself stays."),
    ),
    LessonStep(
        "control_v size=5 castles=1 | xx3/xx1oo/xx#oo/2xx1/4# x",
        say("Orange has room for nothing more. Touch your block on c4, then the axis g."),
        "c4=g",
        say("Nobody can copy any more. You have 10 cells and orange 4: you have won."),
    ),
)
