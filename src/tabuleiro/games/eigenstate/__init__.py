"""`GAME`: Eigenstate described as data, here and in `game.toml`."""

from tabuleiro.core.game import Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.eigenstate import classic, editing, prompts, state_space, text, view
from tabuleiro.games.eigenstate.encoding import ENCODING, EigenstatePosition, actions

GAME = Game(
    **read_game(__file__),
    position=EigenstatePosition,
    new=EigenstatePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=classic.CLASSIC,
    first_prompt=prompts.first_prompt,
    instructions=prompts.instructions,
    player_notes=view.player_notes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space.state_space,
)
