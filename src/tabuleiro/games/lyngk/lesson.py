"""The guided first game of Lyngk."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,i,r,d,-/-,-,-,-/d,-,g/-,-,-,-/-,-,-/-,-/"
        "-,-,- -:- 0:0 x -",
        say("Pieces move along lines onto other pieces. Select the red one on e4, then e5."),
        "e4e5",
        say("Now they are one stack. Red is on top, so it is a red stack."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,i,-/-,-,-,-/-,-,r,-,-/-,-,-,-/d,-,-/-,-,-,-/-,-,-/-,-/"
        "-,r,- -:- 0:0 x -",
        say("Before a move you may claim a colour, two in the whole game. Select the free red."),
        "claim-red",
        say("Red is yours: only you can move red stacks. Now make your move."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,i,-/-,-,-,-/-,-,r,-,-/-,-,-,-/d,-,-/-,-,-,-/-,-,-/-,-/"
        "-,r,- r:- 0:0 x c",
        say(
            "A stack of your colour can continue past others of that colour: the red one on e1 can "
            "go over e4. Select e1, then c3."
        ),
        "e1c3",
        say("That is the link that gives the game its name. No stack may hold a colour twice."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,-,rdig,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/"
        "-,-/-,-,- r:i 0:0 x -",
        say("A stack of five with your colour on top is a point. Select e4, then e5."),
        "e4e5",
        say("Five pieces with red on top: the stack is yours, and you win!"),
    ),
)
