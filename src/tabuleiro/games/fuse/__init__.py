"""`GAME`: Fuse described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.fuse import editing, text, view
from tabuleiro.games.fuse.classic import CLASSIC
from tabuleiro.games.fuse.encoding import ENCODING, FusePosition, actions
from tabuleiro.games.fuse.prompts import first_prompt, instructions
from tabuleiro.games.fuse.state_space import state_space

GAME = Game(
    **read_game(__name__),
    position=FusePosition,
    new=FusePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=CLASSIC,
    first_prompt=first_prompt,
    instructions=instructions,
    player_notes=view.player_notes,
    preview_shifts=view.preview_shifts,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
