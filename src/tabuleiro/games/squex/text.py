"""Squex positions and moves as text, and why a move is illegal. Prompts for moves in parts."""

from tabuleiro.core import notation
from tabuleiro.core.message import Message, PositionError, quote, say
from tabuleiro.core.notation import cell_name
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY
from tabuleiro.core.prompts import Prompt, cell_prompt
from tabuleiro.core.scene import player_name
from tabuleiro.games.squex.encoding import SquexPosition
from tabuleiro.games.squex.rules import ROWS_BY_TEXT, SWAP, Squex

FIELDS = ("octagons", "squares", "player", "left")


def format_position(position: Squex) -> str:
    """`<octagons> <squares> <player> <left>`."""
    octagons = notation.format_rows(position.octagon_rows())
    squares = notation.format_rows(position.square_rows())
    left = "-" if position.over else position.left
    return f"{octagons} {squares} {notation.format_player(position.player)} {left}"


def parse_position(text: str, options: Options) -> SquexPosition:
    """The position that `format_position` wrote."""
    octagon_text, square_text, player_text, left_text = notation.split_fields(text, FIELDS)
    rows, columns = int(options["rows"]), int(options["columns"])
    octagons = notation.parse_rows("octagons", octagon_text, rows, columns, "xo")
    squares = notation.parse_rows("squares", square_text, rows - 1, columns - 1, "xo")
    check_squares(octagons, squares)
    player = notation.parse_player(player_text, 2)
    if left_text not in ("1", "2", "-"):
        raise PositionError("left", say("{text} is not 1, 2 or -", text=quote(left_text)))
    left = 1 if left_text == "-" else int(left_text)
    position = SquexPosition(options, octagons, squares, max(player, 0), left)
    check_turn(position, player, left_text)
    return position


def check_squares(octagons: list[str], squares: list[str]) -> None:
    """A square has an owner if and only if a diagonal pair of octagons has one colour."""
    for r, row in enumerate(squares):
        for c, colour in enumerate(row):
            pairs = (
                octagons[r][c] + octagons[r + 1][c + 1],
                octagons[r][c + 1] + octagons[r + 1][c],
            )
            possible = {pair[0] for pair in pairs if pair in ("xx", "oo")} or {"."}
            if colour not in possible:
                reason = say(
                    "the square between {first} and {second} is {found}, but its octagons make "
                    "it {wanted}",
                    first=notation.cell_name(c, r + 1),
                    second=notation.cell_name(c + 1, r + 2),
                    found=quote(colour) if colour != "." else say("empty"),
                    wanted=say("empty") if possible == {"."} else tuple(sorted(possible)),
                )
                raise PositionError("squares", reason)


def check_turn(position: Squex, player: int, left_text: str) -> None:
    """The turn fields are `-` if and only if the game is over."""
    if position.over and player != NOBODY:
        reason = say("a player has connected their sides: the game is over, write -")
        raise PositionError("player", reason)
    if not position.over and player == NOBODY:
        raise PositionError("player", say("the game is not over: write x or o"))
    if (left_text == "-") != position.over:
        wanted = "-" if position.over else say("1 or 2")
        reason = say("{text} should be {wanted}", text=quote(left_text), wanted=wanted)
        raise PositionError("left", reason)


def format_move(position: Squex, move: int) -> str:
    """The octagon, `c4`, or `swap`."""
    return "swap" if move == SWAP else notation.cell_name(move >> 4, ROWS_BY_TEXT[move & 15])


def cell_of(move: int) -> tuple[int, int]:
    """Row and column of an octagon move, from 0."""
    return ROWS_BY_TEXT[move & 15] - 1, move >> 4


def how_to_write(position: Squex) -> Message:
    """What a move looks like here."""
    if SWAP in position.legal_moves():
        return say("write an octagon such as c4, or swap")
    return say("write an octagon such as c4")


def parse_move(position: Squex, text: str) -> int:
    """The move that `format_move` wrote, in upper or lower case."""
    if text.lower() == "swap":
        return SWAP
    cell = notation.parse_board_cell(text, position.columns, position.rows)
    if cell is None:
        raise notation.unreadable(text, how_to_write(position))
    column, row = cell
    return 16 * column + ROWS_BY_TEXT.index(row)


def explain(position: Squex, move: int) -> Message:
    """Why an octagon cannot be put there, or why a swap is not possible."""
    if move == SWAP:
        if not position.options()["swap"]:
            return say("this game is played without swap")
        return say("only player 2 may swap, and only in answer to the very first octagon")
    row, column = cell_of(move)
    owner = "xo".index(position.octagon_rows()[row][column])
    return say(
        "{cell} already holds an octagon of {player}: only empty cells can be played",
        cell=notation.cell_name(column, row + 1),
        player=player_name(owner),
    )


# --- typing a move in parts ----------------------------------------------------------------


def instructions(position: Squex) -> tuple[Message, ...]:
    """What to place, and whether a swap is possible."""
    if position.left == 2:
        return (say("Place 2 octagons"),)
    swap = say("Place an octagon, or swap sides")
    return (swap if position.may_swap() else say("Place an octagon"),)


def first_prompt(position: Squex) -> Prompt:
    """The column or the whole cell; after a column, the row is asked for."""
    last = cell_name(position.columns - 1, 1)[0]
    if position.may_swap():
        words = say("Letter of the column, a to {last}, or swap", last=last)
    else:
        words = say("Letter of the column, a to {last}", last=last)
    return cell_prompt(words, position.columns, position.rows, str)
