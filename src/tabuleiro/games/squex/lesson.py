"""The guided first game of Squex."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "squex rows=5 columns=5 | 5/5/5/5/5 4/4/4/4 x 1",
        say("You are blue. Connect the top to the bottom. Start in the middle: select c3."),
        "c3",
        say("Octagons never move. Now it is orange's turn."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2o2/2x2/5/5 4/4/4/4 x 1",
        say("Orange blocks you on c2. Go past it diagonally: select d2."),
        "d2",
        say("The square between c3 and d2 is yours: a link. Orange can still cut it from d3."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2ox1/2xo1/5/5 4/2o1/4/4 x 2",
        say(
            "Orange has taken the square with d3: a cut. The price of a cut is that you now move "
            "twice. Select b3."
        ),
        "b3",
        say("Octagons side by side are always linked. You have one more move."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | 5/2ox1/1xxo1/5/5 4/2o1/4/4 x 1",
        say("Go up past c2 on this side: select b2."),
        "b2",
        say("The link from b2 to c3 is safe: orange needs c2 and b3 to cut it, and b3 is yours."),
    ),
    LessonStep(
        "squex rows=5 columns=5 | o4/oxox1/1xxo1/2xo1/2x2 4/1xo1/1x2/4 x 1",
        say("Some moves later you have reached the bottom. Only the top is missing: select b1."),
        "b1",
        say("Top and bottom are connected by links that cannot be cut: you win!"),
    ),
)
