"""`GAME`: Eigenstate described as data."""

from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Choice
from tabuleiro.games.eigenstate import editing, text, view
from tabuleiro.games.eigenstate.classic import CLASSIC
from tabuleiro.games.eigenstate.encoding import ENCODING, EigenstatePosition, actions
from tabuleiro.games.eigenstate.prompts import first_prompt, instructions
from tabuleiro.games.eigenstate.rules import PEGS_A_TURN, VARIANTS
from tabuleiro.games.eigenstate.state_space import state_space

GAME = Game(
    id="eigenstate",
    name="Eigenstate",
    credit="Martin Grider",
    summary=say("Give your pieces pegs to move by, and capture all but one of your opponent's."),
    rules=(
        say("A peg lets its piece move the way the hole lies from the centre of the piece."),
        say("Move one of your pieces by one of its pegs. A piece on the target is captured."),
        say("Then place two pegs in empty holes of your pieces."),
        say(
            "A player left with one piece loses. With two pieces each, a piece full of pegs wins; "
            "if both players have one, it is a draw."
        ),
    ),
    options=(
        Choice(
            "variant", VARIANTS[0], values=VARIANTS,
            title=say("A full piece wins"),
            description=say(
                "when a full piece wins: two pieces each, two pieces of either player, or never"
            ),
            words={
                "standard": say("with two pieces each"),
                "last-two": say("with two pieces of either player"),
                "capture-only": say("never"),
            },
        ),
    ),
    position=EigenstatePosition,
    new=EigenstatePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=CLASSIC,
    side_turns=(2, 0),
    moves_a_turn=1 + PEGS_A_TURN,
    opening=2 * (1 + PEGS_A_TURN),
    first_prompt=first_prompt,
    instructions=instructions,
    player_notes=view.player_notes,
    classic_look=ClassicLook(
        colours={
            "p1": "#1B8A3A", "p1-soft": "#C9E5D1", "p2": "#C4161C",
            "frame": "#CC33CC", "frame-tint": "#CC33CC",
        }
    ),
    encoding=ENCODING,
    actions=actions,
    sample="eigenstate | 2x1xx/1x1x2/6/3o2/x3o1/1oo2o 000080,002980,0000c0,802280,000080,"
    "210000,000084,010800,014000,0d1008,010000 x m",
    state_space=state_space,
)  # fmt: skip
