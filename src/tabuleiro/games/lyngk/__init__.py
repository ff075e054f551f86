"""`GAME`: Lyngk described as data, here and in `game.toml`."""

from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.lyngk import editing, text, view
from tabuleiro.games.lyngk.classic import CLASSIC
from tabuleiro.games.lyngk.encoding import ENCODING, LyngkPosition, actions
from tabuleiro.games.lyngk.prompts import first_prompt, instructions
from tabuleiro.games.lyngk.state_space import state_space

GAME = Game(
    **read_game(__name__),
    position=LyngkPosition,
    new=LyngkPosition.start,
    text=text,
    view=view,
    editing=editing,
    with_history=view.with_removed_stacks,
    classic=CLASSIC,
    first_prompt=first_prompt,
    instructions=instructions,
    classic_look=ClassicLook(
        labels=view.names_and_numbers, evaluation=True, legend=text.LETTERS_IN_WORDS
    ),
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
