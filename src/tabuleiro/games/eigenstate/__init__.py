"""`GAME`: Eigenstate described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.eigenstate import editing, text, view
from tabuleiro.games.eigenstate.classic import CLASSIC
from tabuleiro.games.eigenstate.encoding import ENCODING, EigenstatePosition, actions
from tabuleiro.games.eigenstate.prompts import first_prompt, instructions
from tabuleiro.games.eigenstate.state_space import state_space

GAME = Game(
    **read_game(__name__),
    position=EigenstatePosition,
    new=EigenstatePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=CLASSIC,
    first_prompt=first_prompt,
    instructions=instructions,
    player_notes=view.player_notes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
