"""The board of a page: a scene as layers of SVG, its sites in words, and the legal moves.

What never changes in a game is drawn once (`still_board`), what does with every state
(`moving_board`), and who is to move also gets the moves to choose from (`choices_of`). The script
in `static/board` puts them together; it knows geometry and steps, never a rule. Colours are CSS
variables of the theme's tokens, and nothing has a style attribute, which a strict page forbids.

Everything on the board hangs in a group that is turned with it. What has to stay upright stands in
a group of the class `upright` about its own centre, which is turned back.
"""

from __future__ import annotations

from tabuleiro.web.board.choices import choices_of, touches_of
from tabuleiro.web.board.moving import moving_board
from tabuleiro.web.board.schema import Choices, Moving, Still
from tabuleiro.web.board.still import still_board

__all__ = ["Choices", "Moving", "Still", "choices_of", "moving_board", "still_board", "touches_of"]
