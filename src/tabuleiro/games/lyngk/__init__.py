"""`GAME`: Lyngk described as data, here and in `game.toml`."""

from math import comb, log10, perm

from tabuleiro.core.game import ClassicLook, Game, StateSpace
from tabuleiro.core.game_file import read_game
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.games.lyngk import classic, editing, prompts, text, view
from tabuleiro.games.lyngk.encoding import ENCODING, LyngkPosition, actions
from tabuleiro.games.lyngk.rules import CELLS, COLOURS, JOKERS, MOST_CLAIMS, OF_EACH_COLOUR

TALLEST = 5
PIECES = OF_EACH_COLOUR * len(COLOURS) + JOKERS
MOST_WON = PIECES // TALLEST  # stacks
TURNS = 4  # either player, before or after a claim


def state_space(options: Options) -> StateSpace:
    """Legal stacks with no more pieces than there are, and all possible claims."""
    tallest = TALLEST + (options["variant"] == "stack6")
    boards = sum(arrangements([stacks(height) for height in range(tallest + 1)]))
    scores = comb(MOST_WON + 2, 2)  # pairs of numbers whose sum is at most MOST_WON
    return StateSpace(
        log10(boards * claims() * scores * TURNS),
        say(
            "An upper bound for all starts together: on every point stands any stack without a "
            "colour twice, of {pieces} pieces at most altogether; any colours are claimed, up to "
            "{won} stacks won; either player is to move, before a claim or after it.",
            pieces=PIECES,
            won=MOST_WON,
        ),
    )


def stacks(height: int) -> int:
    """The number of stacks of a height: different colours in any order, with jokers anywhere."""
    return sum(
        comb(height, jokers) * perm(len(COLOURS), height - jokers)
        for jokers in range(min(height, JOKERS) + 1)
    )


def arrangements(of_height: list[int]) -> list[int]:
    """The number of ways to fill all points, by the number of pieces; `of_height` has the number of
    stacks of each height. This is the power of a polynomial, computed point by point."""
    ways = [1] + PIECES * [0]
    for _ in range(CELLS):
        ways = [
            sum(
                ways[pieces - height] * count
                for height, count in enumerate(of_height)
                if height <= pieces
            )
            for pieces in range(PIECES + 1)
        ]
    return ways


def claims() -> int:
    """The number of ways to claim colours, up to two for each player."""
    colours = len(COLOURS)
    return sum(
        comb(colours, mine) * comb(colours - mine, its)
        for mine in range(MOST_CLAIMS + 1)
        for its in range(MOST_CLAIMS + 1)
    )


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
    puzzle_themes=view.puzzle_themes,
    encoding=ENCODING,
    actions=actions,
    state_space=state_space,
)
