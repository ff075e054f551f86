"""`GAME`: Control+V described as data, here and in `game.toml`."""

from math import comb, log10

from tabuleiro.core.game import ClassicLook, Game, StateSpace
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.control_v import classic, editing, prompts, text, view
from tabuleiro.games.control_v.encoding import ENCODING, ControlVPosition, actions
from tabuleiro.games.control_v.rules import board_size


def state_space(options: Options) -> StateSpace:
    """Castles on any cells; every other cell belongs to any player or to nobody."""
    players, castles = int(options["players"]), int(options["castles"])
    cells = board_size(options) ** 2
    standing = min(players * castles, cells)
    boards = comb(cells, standing) * (players + 1) ** (cells - standing)
    return StateSpace(
        log10(boards * players),
        say(
            "An upper bound, once all castles stand: they are on any cells, and every other cell "
            "is empty or of one of the players; any player is to move."
        ),
    )


GAME = Game(
    **read_game(__file__),
    position=ControlVPosition,
    new=ControlVPosition.start,
    text=text,
    view=view,
    editing=editing,
    classic=classic.CLASSIC,
    # The moves of the set-up: castles, and a first piece for each player.
    opening=lambda options: int(options["players"]) * (int(options["castles"]) + 1),
    first_prompt=prompts.first_prompt,
    instructions=prompts.instructions,
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
    puzzle_themes=view.puzzle_themes,
    encoding=ENCODING,
    actions=actions,
    preview_sites=view.preview_sites,
    state_space=state_space,
)  # fmt: skip
