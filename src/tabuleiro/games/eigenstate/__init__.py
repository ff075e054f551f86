"""`GAME`: Eigenstate described as data, here and in `game.toml`."""

from math import comb, log10

from tabuleiro.core.game import Game, StateSpace
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.eigenstate import classic, editing, text, view
from tabuleiro.games.eigenstate.encoding import ENCODING, EigenstatePosition, actions
from tabuleiro.games.eigenstate.rules import HOLES, MOST_PIECES, PEGS_A_TURN, SIZE

PATTERNS = 2 ** (HOLES - 1)  # of the pegs of a piece; the first peg never leaves


def state_space(options: Options) -> StateSpace:
    """Pieces on any cells, with any pegs, at any point of a turn."""
    cells = SIZE**2
    counts = range(MOST_PIECES + 1)
    boards = sum(
        comb(cells, first) * comb(cells - first, second) * PATTERNS ** (first + second)
        for first in counts
        for second in counts
    )
    return StateSpace(
        log10(boards * 2 * (1 + PEGS_A_TURN)),
        say(
            "An upper bound: up to six pieces of each player stand on any cells, each with its "
            "first peg and any others; either player is to move a piece or to put a peg."
        ),
    )


GAME = Game(
    **read_game(__file__),
    position=EigenstatePosition,
    new=EigenstatePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=classic.CLASSIC,
    first_prompt=text.first_prompt,
    instructions=text.instructions,
    player_notes=view.player_notes,
    puzzle_themes=view.puzzle_themes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
