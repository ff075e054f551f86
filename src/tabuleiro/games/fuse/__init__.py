"""`GAME`: Fuse described as data."""

from tabuleiro.core.balanced import balanced_option
from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Choice, Number, Switch, seed_option
from tabuleiro.games.fuse import editing, text, view
from tabuleiro.games.fuse.classic import CLASSIC
from tabuleiro.games.fuse.encoding import ENCODING, FusePosition, actions
from tabuleiro.games.fuse.prompts import first_prompt, instructions
from tabuleiro.games.fuse.rules import MOST
from tabuleiro.games.fuse.state_space import state_space

GAME = Game(
    id="fuse",
    name="Fuse",
    credit="Néstor Romeral Andrés",
    summary=say("Slide your discs in from the ring and build the largest group."),
    rules=(
        say("Slide one of your discs from the ring straight into the area, as far as you like."),
        say("It pushes any discs in its way. No disc may be pushed out of the area."),
        say("A player who cannot move passes."),
        say("When nobody can move, the largest connected group wins."),
    ),
    options=(
        Number("rows", 6, low=2, high=MOST, title=say("Rows"), description=say("rows of the area")),
        Number(
            "columns", 6, low=2, high=MOST,
            title=say("Columns"), description=say("columns of the area"),
        ),
        Choice(
            "scoring", "largest", values=("largest", "product"), title=say("What counts"),
            description=say("the largest group counts, or the product of all groups"),
            words={
                "largest": say("the largest group"),
                "product": say("the product of all groups"),
            },
        ),
        Number(
            "kings", 0, low=0, high=3,
            title=say("Kings"), description=say("kings per player; a king counts 2"),
        ),
        Switch(
            "ring-counts", title=say("The ring counts"),
            description=say("discs on the ring belong to groups"),
        ),
        balanced_option(),
        seed_option(say("number of the starting ring; the same number gives the same ring")),
    ),
    position=FusePosition,
    new=FusePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=CLASSIC,
    roles=(say("white discs"), say("black discs")),
    opening=0,
    refusable_start=True,
    first_prompt=first_prompt,
    instructions=instructions,
    player_notes=view.player_notes,
    preview_shifts=view.preview_shifts,
    classic_look=ClassicLook(colours={"mid": "#22BBCC", "mid-mark": "#000000"}),
    encoding=ENCODING,
    actions=actions,
    sample="fuse | 1ox1x3/4xo2/ox1x3x/4ox2/4oxoo/3oxoo1/o5xx/2o3x1 x",
    state_space=state_space,
)  # fmt: skip
