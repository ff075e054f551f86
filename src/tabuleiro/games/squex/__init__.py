"""`GAME`: Squex described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import OptionError, say
from tabuleiro.core.options import Options
from tabuleiro.games.squex import classic, editing, prompts, state_space, text, view
from tabuleiro.games.squex.encoding import ENCODING, SquexPosition, actions


def check(options: Options) -> None:
    """A swap needs a square board, because it mirrors the octagon in the main diagonal."""
    if options["swap"] and options["rows"] != options["columns"]:
        reason = say("swap needs a square board: set rows and columns to the same number first")
        raise OptionError(reason)


GAME = Game(
    **read_game(__file__),
    position=SquexPosition,
    new=SquexPosition.start,
    text=text,
    view=view,
    editing=editing,
    preview_sites=view.preview_sites,
    takes=view.takes,
    changes=view.changed_ways,
    check=check,
    classic=classic.CLASSIC,
    first_prompt=prompts.first_prompt,
    instructions=prompts.instructions,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space.state_space,
)
