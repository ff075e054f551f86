"""`GAME`: Squex described as data."""

from tabuleiro.core.game import Game
from tabuleiro.core.message import OptionError, say
from tabuleiro.core.options import Number, Options, Switch
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
    id="squex",
    name="Squex",
    credit="João Figueira, 2019",
    summary=say("Connect your two sides with octagons; cutting a link costs you a turn."),
    rules=(
        say("Place an octagon on any empty cell."),
        say("Two of your octagons that touch diagonally own the square between them: a link."),
        say("You may cut a link by taking its square, but then your opponent moves twice."),
        say(
            "Player 1 connects top and bottom, player 2 left and right. Links that can "
            "still be cut do not count."
        ),
    ),
    options=(
        Number("rows", 8, low=3, high=15, title=say("Rows"), description=say("rows of octagons")),
        Number(
            "columns", 8, low=3, high=15,
            title=say("Columns"), description=say("columns of octagons"),
        ),
        Switch(
            "swap", title=say("Swap"),
            description=say("player 2 may take over the first octagon (square boards)"),
        ),
    ),
    position=SquexPosition,
    new=SquexPosition.start,
    text=text,
    view=view,
    editing=editing,
    preview_sites=view.preview_sites,
    check=check,
    classic=CLASSIC,
    roles=(say("connects top and bottom"), say("connects left and right")),
    moves_a_turn=2,
    opening=2,
    first_prompt=first_prompt,
    instructions=instructions,
    legend=say("Dotted links can still be cut, from the dashed places."),
    draws=False,
    encoding=ENCODING,
    actions=actions,
    sample="squex | 2ooo1x1/1o2xxx1/o3xox1/2x3o1/2o2oox/2o5/x3oxxo/x5x1 "
    "1o3x1/o3xx1/5o1/5o1/7/7/5x1 x 1",
    state_space=state_space,
)  # fmt: skip
