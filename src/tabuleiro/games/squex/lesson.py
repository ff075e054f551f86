"""The guided first game of Squex."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "squex rows=5 columns=5 | 5/5/5/5/5 4/4/4/4 x 1",
        say("You are blue and want to join the top with the bottom. Touch the middle, c3."),
        "c3",
        say("An octagon stays where it is put. Now it is the turn of orange."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2o2/2x2/5/5 4/4/4/4 x 1",
        say("Orange stands in your way on c2. Go past it on the diagonal: touch d2."),
        "d2",
        say("The small square between c3 and d2 is yours now: they are linked."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2ox1/2xo1/5/5 4/2o1/4/4 x 2",
        say(
            "Orange has taken that square with d3: a cut. A cut costs the turn, so you have two "
            "moves. Touch b3."
        ),
        "b3",
        say("Octagons side by side are linked for good. One move is left to you."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2ox1/1xxo1/5/5 4/2o1/4/4 x 1",
        say("Go up past c2 on this side: touch b2."),
        "b2",
        say("From the middle to b2 nothing can be cut any more."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | o4/oxox1/1xxo1/2xo1/2x2 4/1xo1/1x2/4 x 1",
        say("Some moves later you have reached the bottom. Only the top is missing: touch b1."),
        "b1",
        say("Top and bottom are joined: you have won. That is all of Squex."),
    ),
)
