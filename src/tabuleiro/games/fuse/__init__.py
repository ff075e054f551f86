"""`GAME`: Fuse described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.fuse import classic, editing, prompts, state_space, text, view
from tabuleiro.games.fuse.encoding import ENCODING, FusePosition, actions

GAME = Game(
    **read_game(__file__),
    position=FusePosition,
    new=FusePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=classic.CLASSIC,
    first_prompt=prompts.first_prompt,
    instructions=prompts.instructions,
    player_notes=view.player_notes,
    preview_shifts=view.preview_shifts,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space.state_space,
)
