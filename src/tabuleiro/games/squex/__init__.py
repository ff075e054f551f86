"""`GAME`: Squex described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import OptionError, say
from tabuleiro.core.options import Options
from tabuleiro.games.squex import editing, text, view
from tabuleiro.games.squex.classic import CLASSIC
from tabuleiro.games.squex.encoding import ENCODING, SquexPosition, actions
from tabuleiro.games.squex.prompts import first_prompt, instructions
from tabuleiro.games.squex.state_space import state_space


def check(options: Options) -> None:
    """A swap needs a square board, because it mirrors the octagon in the main diagonal."""
    if options["swap"] and options["rows"] != options["columns"]:
        reason = say("swap needs a square board: set rows and columns to the same number first")
        raise OptionError(reason)


GAME = Game(
    **read_game(__name__),
    position=SquexPosition,
    new=SquexPosition.start,
    text=text,
    view=view,
    editing=editing,
    preview_sites=view.preview_sites,
    check=check,
    classic=CLASSIC,
    first_prompt=first_prompt,
    instructions=instructions,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
