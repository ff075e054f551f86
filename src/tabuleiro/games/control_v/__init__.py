"""`GAME`: Control+V described as data."""

from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Choice, Number, Switch
from tabuleiro.games.control_v import editing, text, view
from tabuleiro.games.control_v.classic import CLASSIC
from tabuleiro.games.control_v.encoding import ENCODING, ControlVPosition, actions
from tabuleiro.games.control_v.prompts import first_prompt, instructions
from tabuleiro.games.control_v.state_space import state_space

MOST_CASTLES = 4  # of each player

GAME = Game(
    id="control_v",
    name="Control+V",
    credit="",
    summary=say("Copy your blocks by mirroring and turning them; the most cells win."),
    rules=(
        say("Each player places castles, then a first territory."),
        say(
            "In your turn, copy one of your blocks: mirrored in an axis, or by a half turn around "
            "a crossing."
        ),
        say("The whole copy must fit on empty cells of the board. The original stays."),
        say("A player who cannot copy is skipped. When nobody can, the most cells win."),
    ),
    options=(
        Number("players", 2, low=2, high=4, title=say("Players"), description=say("how many play")),
        Choice(
            "size", "auto", values=("auto", *(str(size) for size in range(5, 15))),
            title=say("Side of the board"),
            description=say("side of the board; auto is 10 for two players, else 12"),
            words={"auto": say("automatic (10 or 12)")},
        ),
        Number(
            "castles", 2, low=0, high=MOST_CASTLES,
            title=say("Castles"), description=say("castles per player"),
        ),
        Switch(
            "quarter-turns", title=say("Quarter turns"),
            description=say("blocks may also be turned by a quarter"),
        ),
        Switch(
            "alternate-castles", title=say("Castles in turn"),
            description=say("players place one castle each in turn"),
        ),
    ),
    position=ControlVPosition,
    new=ControlVPosition.start,
    text=text,
    view=view,
    editing=editing,
    players=(2, 3, 4),
    classic=CLASSIC,
    moves_a_turn=MOST_CASTLES,  # a player places all of them in one turn
    # The moves of the set-up: castles, and a first piece for each player.
    opening=lambda options: int(options["players"]) * (int(options["castles"]) + 1),
    first_prompt=first_prompt,
    instructions=instructions,
    classic_look=ClassicLook(
        colours={
            "p1": "#CC2222", "p2": "#22BBCC", "p3": "#DDCC22", "p4": "#22AA44",
            "p1-soft": "#551111", "p2-soft": "#115055", "p3-soft": "#555011", "p4-soft": "#115022",
            "p2-mark": "#000000", "p3-mark": "#000000", "neutral": "#FFFFFF",
            "neutral-mark": "#000000", "cell": "#000000", "cell-mark": "#777777",
        },
        labels=view.column_numbers,
        digits=True,
    ),
    encoding=ENCODING,
    actions=actions,
    sample="control_v | 2x1ox1o1#/10/10/2xxo#4/2xx6/6oo2/3#3#2/2xxxx4/6oo2/6oo2 x",
    preview_sites=view.preview_sites,
    state_space=state_space,
)  # fmt: skip
