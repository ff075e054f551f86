"""`GAME`: Fuse described as data, here and in `game.toml`."""

from math import factorial, log10

from tabuleiro.core.game import Game, StateSpace
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.fuse import classic, editing, text, view
from tabuleiro.games.fuse.encoding import ENCODING, FusePosition, actions


def state_space(options: Options) -> StateSpace:
    """All discs of both players on any spots and cells, because no disc ever leaves."""
    rows, columns = int(options["rows"]), int(options["columns"])
    area, discs = rows * columns, rows + columns  # discs of each player
    kings = min(int(options["kings"]), discs)
    alike = (factorial(discs - kings) * factorial(kings)) ** 2 * factorial(area)
    return StateSpace(
        log10(2 * factorial(area + 2 * discs) // alike),
        say(
            "An upper bound for all starts together: the discs of both players stand on any spots "
            "of the ring and any cells of the area; either player is to move."
        ),
    )


GAME = Game(
    **read_game(__file__),
    position=FusePosition,
    new=FusePosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=classic.CLASSIC,
    first_prompt=text.first_prompt,
    instructions=text.instructions,
    player_notes=view.player_notes,
    preview_shifts=view.preview_shifts,
    puzzle_themes=view.puzzle_themes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
