"""`GAME`: Lyngk described as data, here and in `game.toml`."""

from tabuleiro.core.game import ClassicLook, Game
from tabuleiro.core.game_file import read_game
from tabuleiro.games.lyngk import classic, editing, prompts, state_space, text, view
from tabuleiro.games.lyngk.encoding import ENCODING, LyngkPosition, actions

GAME = Game(
    **read_game(__file__),
    position=LyngkPosition,
    new=LyngkPosition.start,
    text=text,
    view=view,
    takes=view.takes,
    editing=editing,
    with_history=view.with_removed_stacks,
    classic=classic.CLASSIC,
    first_prompt=prompts.first_prompt,
    instructions=prompts.instructions,
    classic_look=ClassicLook(
        labels=view.names_and_numbers, evaluation=True, legend=text.LETTERS_IN_WORDS
    ),
    encoding=ENCODING,
    actions=actions,
    state_space=state_space.state_space,
)
