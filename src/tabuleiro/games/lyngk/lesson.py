"""The guided first game of Lyngk."""

from tabuleiro.core.lesson import Lesson, LessonStep
from tabuleiro.core.message import say

LESSON: Lesson = (
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,i,r,d,-/-,-,-,-/d,-,g/-,-,-,-/-,-,-/-,-/"
        "-,-,- -:- 0:0 x -",
        say("Pieces move along the lines onto others. Touch the red one on e4, then e5 above it."),
        "e4e5",
        say("They are one stack now. Red is on top, so it is a red stack."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,i,-/-,-,-,-/-,-,r,-,-/-,-,-,-/d,-,-/-,-,-,-/-,-,-/-,-/"
        "-,r,- -:- 0:0 x -",
        say("Before a move you may claim a colour, two in a game. Touch red among the free ones."),
        "claim-red",
        say("Red is yours: only you move red stacks. Your move is still to come."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,i,-/-,-,-,-/-,-,r,-,-/-,-,-,-/d,-,-/-,-,-,-/-,-,-/-,-/"
        "-,r,- r:- 0:0 x c",
        say(
            "Stacks of your colour lead on: the red one on e1 may go by way of e4. Touch e1, then "
            "c3."
        ),
        "e1c3",
        say("That is the link the game is named after. No stack may hold a colour twice."),
    ),
    LessonStep(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,-,rdig,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/"
        "-,-/-,-,- r:i 0:0 x -",
        say("A stack of five with your colour on top is a point. Touch e4, then e5."),
        "e4e5",
        say("Five pieces with red on top: the stack is yours, and you have won."),
    ),
)
