"""`GAME`: Squex described as data, here and in `game.toml`."""

from math import log10

from tabuleiro.core.game import Game, StateSpace
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import OptionError, say
from tabuleiro.core.options import Options
from tabuleiro.games.squex import classic, editing, text, view
from tabuleiro.games.squex.encoding import ENCODING, SquexPosition, actions

CROSSED = 2 / 81  # the share of four neighbouring cells in which each player has a diagonal
TURNS = 4  # either player, with one move or two


def check(options: Options) -> None:
    """A swap needs a square board, because it mirrors the octagon in the main diagonal."""
    if options["swap"] and options["rows"] != options["columns"]:
        reason = say("swap needs a square board: set rows and columns to the same number first")
        raise OptionError(reason)


def state_space(options: Options) -> StateSpace:
    """Cells, squares and turns, as if all groups of four cells were independent."""
    rows, columns = int(options["rows"]), int(options["columns"])
    squares = (rows - 1) * (columns - 1)
    return StateSpace(
        rows * columns * log10(3) + squares * log10(1 + CROSSED) + log10(TURNS),
        say(
            "An estimate: every cell is empty or of either player; a square between two octagons "
            "of each player may be of either, as it is in 2 of 81 cases; either player has one or "
            "two moves."
        ),
    )


GAME = Game(
    **read_game(__file__),
    position=SquexPosition,
    new=SquexPosition.start,
    text=text,
    view=view,
    editing=editing,
    preview_sites=view.preview_sites,
    takes=view.takes,
    check=check,
    classic=classic.CLASSIC,
    first_prompt=text.first_prompt,
    instructions=text.instructions,
    puzzle_themes=view.puzzle_themes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
