"""The board of a page: a scene as layers of SVG, its sites in words, and the legal moves.

The parts that never change in a game are drawn once (`still_board`), the others with every state
(`moving_board`). The player to move also gets the moves to choose from (`choices_of`). The script
in `static/board` puts them together; it knows geometry and steps, but no rules. Colours are CSS
variables of the theme's tokens; there are no style attributes, which the security policy forbids.

All elements are in a group that is rotated with the board. Elements that must stay upright are in a
group of class `upright`, which is rotated back.
"""

from tabuleiro.web.board.choices import choices_of, hints_to, touched_sites, touches_of
from tabuleiro.web.board.moving import moving_board
from tabuleiro.web.board.schema import Choices, Moving, Still
from tabuleiro.web.board.still import still_board

__all__ = [
    "Choices",
    "Moving",
    "Still",
    "choices_of",
    "hints_to",
    "moving_board",
    "still_board",
    "touched_sites",
    "touches_of",
]
