"""`GAME`: Lyngk described as data."""

from tabuleiro.core.balanced import balanced_option
from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Choice, seed_option
from tabuleiro.games.lyngk import editing, text, view
from tabuleiro.games.lyngk.classic import CLASSIC
from tabuleiro.games.lyngk.encoding import ENCODING, LyngkPosition, actions
from tabuleiro.games.lyngk.prompts import first_prompt, instructions
from tabuleiro.games.lyngk.rules import LINES, VARIANTS
from tabuleiro.games.lyngk.state_space import state_space

GAME = Game(
    id="lyngk",
    name="Lyngk",
    credit="Kris Burm, 2017",
    summary=say("Claim two colours and build stacks of five with one of them on top."),
    rules=(
        say("Move a whole stack along a line onto the first stack it meets."),
        say("No stack may be higher than five or hold a colour twice. Jokers fit into any stack."),
        say("Before a move you may claim a free colour, up to two in the game."),
        say("Both players may move neutral stacks, but not onto higher ones. Jokers never move."),
        say("Your own stacks can continue past stacks with the same colour on top."),
        say("A stack of five with your colour on top is yours. Most of them win."),
    ),
    options=(
        Choice(
            "variant", "standard", values=VARIANTS, title=say("Variant"),
            description=say("stacks of six win, or claims take obstacles of their colour"),
            words={
                "standard": say("none"),
                "stack6": say("a stack of six wins"),
                "obstacle-capture": say("claims take obstacles of their colour"),
            },
        ),
        Choice(
            "lines", "standard", values=LINES, title=say("Lines of the board"),
            description=say("vertical lines, or horizontal ones as in the classic program"),
            words={
                "standard": say("vertical"),
                "horizontal": say("horizontal, as in the classic program"),
            },
        ),
        balanced_option(),
        seed_option(say("number of the starting layout; the same number gives the same layout")),
    ),
    position=LyngkPosition,
    new=LyngkPosition.start,
    text=text,
    view=view,
    editing=editing,
    with_history=view.with_removed_stacks,
    classic=CLASSIC,
    moves_a_turn=2,
    opening=0,
    first_prompt=first_prompt,
    instructions=instructions,
    random_first_player=True,
    classic_look=ClassicLook(
        labels=view.names_and_numbers, evaluation=True, legend=text.LETTERS_IN_WORDS
    ),
    encoding=ENCODING,
    actions=actions,
    sample="lyngk | -,w,d/gi,g/-,gr,d/-,-,i,r/-,-,i/d,-,w,g/r,-,-,ibd,r/b,b,d,r/b,-,g/"
    "g,ri,ig,r/db,ig,b/-,-/d,-,b i:r 0:1 x -",
    state_space=state_space,
)  # fmt: skip
