"""Control+V positions and moves as text, and why a move is illegal."""

import re

from tabuleiro.core import notation
from tabuleiro.core.message import Message, MoveError, PositionError, say
from tabuleiro.core.options import Options
from tabuleiro.core.position import NOBODY, PLAYER_LETTERS
from tabuleiro.core.scene import player_name
from tabuleiro.games.control_v import rules
from tabuleiro.games.control_v.encoding import ControlVPosition
from tabuleiro.games.control_v.rules import ControlV

FIELDS = ("cells", "player")
CASTLE = "#"
AXES = re.compile(r"([a-z])([a-z]?)([+-]?)", re.ASCII | re.IGNORECASE)
SUFFIXES = {rules.HALF: "", rules.CLOCKWISE: "+", rules.ANTICLOCKWISE: "-"}
FORMS = say(
    "write a cell such as c4 in the set-up, later a block and its axes such as c4=d or c4=dm"
)

Cell = tuple[int, int]
"""Row and column, from 0."""


def name_of(cell: Cell) -> str:
    """`c4` for row 3 and column 2."""
    return notation.cell_name(cell[1], cell[0] + 1)


# --- positions -----------------------------------------------------------------------------


def format_position(position: ControlV) -> str:
    """`<cells> <player>`."""
    return f"{notation.format_rows(position.rows())} {notation.format_player(position.player)}"


def parse_position(text: str, options: Options) -> ControlVPosition:
    """The position that `format_position` wrote."""
    cell_text, player_text = notation.split_fields(text, FIELDS)
    players, size = int(options["players"]), rules.board_size(options)
    rows = notation.parse_rows("cells", cell_text, size, size, PLAYER_LETTERS[:players] + CASTLE)
    check_set_up("".join(rows), players, players * int(options["castles"]))
    player = notation.parse_player(player_text, players)
    position = ControlVPosition(options, rows, player)
    check_turn(position, player)
    return position


def check_set_up(board: str, players: int, castles: int) -> None:
    """First all castles are placed, then one piece of each player in order, then copies."""
    standing = board.count(CASTLE)
    territory = [board.count(letter) for letter in PLAYER_LETTERS[:players]]
    if standing > castles:
        reason = say(
            "there are {found} castles, but all players together have {castles}",
            found=standing,
            castles=castles,
        )
        raise PositionError("cells", reason)
    if standing < castles and any(territory):
        reason = say(
            "there is territory, but castles are still to be placed: {missing}",
            missing=castles - standing,
        )
        raise PositionError("cells", reason)
    if 0 in territory:
        placed = territory.index(0)
        if territory != [1] * placed + [0] * (players - placed):
            reason = say(
                "{player} has no territory: until then those before have one piece each and "
                "those after none",
                player=player_name(placed),
            )
            raise PositionError("cells", reason)


def check_turn(position: ControlV, player: int) -> None:
    """The player is the next one in the set-up, a player who can copy, or nobody."""
    if position.finished():
        if player != NOBODY:
            raise PositionError("player", say("nobody can copy a block: the game is over, write -"))
    elif player == NOBODY:
        raise PositionError("player", say("the game is not over: write the player to move"))
    elif position.setting_up():
        if player != position.set_up_player():
            reason = say(
                "the set-up has come to {player}: write {letter}",
                player=player_name(position.set_up_player()),
                letter=notation.format_player(position.set_up_player()),
            )
            raise PositionError("player", reason)
    elif not position.can_copy(player):
        reason = say(
            "{player} cannot copy any block and is passed over: write a player who can",
            player=player_name(player),
        )
        raise PositionError("player", reason)


# --- moves ---------------------------------------------------------------------------------


def horizontal_letter(axis: int) -> str:
    """The letter of a horizontal axis: from a, starting at the top."""
    return chr(97 + axis)


def vertical_letter(axis: int, size: int) -> str:
    """The letter of a vertical axis: after the horizontal ones, starting at the right."""
    return chr(97 + 2 * size - 3 - axis)


def axes_text(symmetry: int, a: int, b: int, size: int) -> str:
    """`d`, `m` or `dm`: the axis or crossing of a copy."""
    if symmetry == rules.ACROSS:
        return horizontal_letter(a)
    if symmetry == rules.DOWN:
        return vertical_letter(b, size)
    return horizontal_letter(a) + vertical_letter(b, size)


def format_move(position: ControlV, move: int) -> str:
    """The cell, `c4`, or a copy: `c4=d`, `c4=m`, `c4=dm`, `c4=dm+`."""
    if move < rules.COPY:
        return name_of(placed_cell(move))
    first, symmetry, a, b = copied(position, move)
    axes = axes_text(symmetry, a, b, position.size)
    return f"{name_of(first)}={axes}{SUFFIXES.get(symmetry, '')}"


def placed_cell(move: int) -> Cell:
    """Where a set-up move puts its piece."""
    return rules.ROWS_BY_TEXT[move & 15] - 1, move >> 4


def copied(position: ControlV, move: int) -> tuple[Cell, int, int, int]:
    """The first cell of the block, the symmetry and the axes of a copy."""
    cell, symmetry, a, b = rules.copy_parts(move, position.size)
    return (rules.row_of(cell), rules.column_of(cell)), symmetry, a, b


def parse_move(position: ControlV, text: str) -> int:
    """The move that `format_move` wrote, in upper or lower case, with any cell of the block."""
    cell_text, equals, axes = text.partition("=")
    found = notation.parse_board_cell(cell_text, position.size, position.size)
    if found is None:
        raise notation.unreadable(text, FORMS)
    column, row = found
    if not equals:
        return 16 * column + rules.ROWS_BY_TEXT.index(row)
    cell = row - 1, column
    symmetry, a, b = parse_axes(axes, position.size, text)
    if position.letter_at(*cell) == notation.format_player(position.player):
        cell = position.block_at(*cell)[0]
    return rules.copy_code(rules.cell_at(*cell), symmetry, a, b, position.size)


def parse_axes(axes: str, size: int, text: str) -> tuple[int, int, int]:
    """Symmetry and axes of `d`, `m`, `dm`, `dm+` or `dm-`."""
    match = AXES.fullmatch(axes)
    if match is None:
        raise notation.unreadable(text, FORMS)
    first, second, turn = match[1].lower(), match[2].lower(), match[3]
    for letter in first + second:
        if letter > vertical_letter(0, size):
            reason = say("there is no axis {letter}: {axes}", letter=letter, axes=all_axes(size))
            raise MoveError(reason)
    first_axis, across = axis_of(first, size)
    if not second:
        if turn:
            reason = say(
                "{turn} turns a block by a quarter about a crossing: write both axes", turn=turn
            )
            raise MoveError(reason)
        return (rules.ACROSS, first_axis, 0) if across else (rules.DOWN, 0, first_axis)
    second_axis, second_across = axis_of(second, size)
    if not across or second_across:
        reason = say(
            "{axes} is not a crossing: write its horizontal axis, then its vertical one; {all}",
            axes=first + second,
            all=all_axes(size),
        )
        raise MoveError(reason)
    symmetry = next(symmetry for symmetry, suffix in SUFFIXES.items() if suffix == turn)
    return symmetry, first_axis, second_axis


def axis_of(letter: str, size: int) -> tuple[int, bool]:
    """The axis of a letter, and whether it is horizontal."""
    place = ord(letter) - 97
    across = place < size - 1
    return (place if across else 2 * size - 3 - place), across


def all_axes(size: int) -> Message:
    """The letters of the axes in words."""
    return say(
        "horizontal axes are a to {last}, vertical ones {right} to {left} from the right",
        last=horizontal_letter(size - 2),
        right=vertical_letter(size - 2, size),
        left=vertical_letter(0, size),
    )


# --- why a move is not legal ---------------------------------------------------------------


def occupant_name(letter: str) -> Message:
    """What is on a cell, in words."""
    if letter == CASTLE:
        return say("a castle")
    return say("territory of {player}", player=player_name(PLAYER_LETTERS.index(letter)))


def explain(position: ControlV, move: int) -> Message:
    """Why a piece cannot be placed there, or why the copy is not possible."""
    if move < rules.COPY:
        return explain_placing(position, placed_cell(move))
    if position.setting_up():
        return say(
            "{player} has to place {piece} first: write an empty cell such as c4",
            player=player_name(position.player),
            piece=piece_due(position),
        )
    cell, symmetry, a, b = copied(position, move)
    if position.letter_at(*cell) != notation.format_player(position.player):
        return explain_block(position, cell)
    if symmetry > rules.HALF and not position.quarter_turns:
        return say("this game is played without quarter turns: leave out + and -")
    return explain_image(position, position.block_at(*cell), symmetry, a, b)


def piece_due(position: ControlV) -> Message:
    """What the player to move has to place in the set-up."""
    if position.castles_left(position.player):
        return say("a castle")
    return say("their first territory")


def explain_placing(position: ControlV, cell: Cell) -> Message:
    """Pieces are placed only in the set-up, and only on empty cells."""
    if not position.setting_up():
        return say("the set-up is over: copy a block of yours, its cell and axes such as c4=d")
    return say(
        "{cell} already holds {piece}: only empty cells can be chosen",
        cell=name_of(cell),
        piece=occupant_name(position.letter_at(*cell)),
    )


def explain_block(position: ControlV, cell: Cell) -> Message:
    """Players copy only their own blocks."""
    letter = position.letter_at(*cell)
    if letter == ".":
        return say("{cell} is empty: choose a block of yours", cell=name_of(cell))
    if letter == CASTLE:
        return say(
            "{cell} holds a castle, and castles are never copied: choose a block of yours",
            cell=name_of(cell),
        )
    return say(
        "{cell} holds {piece}: choose a block of yours",
        cell=name_of(cell),
        piece=occupant_name(letter),
    )


def explain_image(position: ControlV, block: list[Cell], symmetry: int, a: int, b: int) -> Message:
    """The whole copy must lie on the board, on empty cells."""
    images = [(cell, rules.image(*cell, symmetry, a, b)) for cell in block]
    for cell, (row, column) in images:
        if not (0 <= row < position.size and 0 <= column < position.size):
            return say("the copy of {cell} would lie off the board", cell=name_of(cell))
    cell, goal = next(pair for pair in images if position.letter_at(*pair[1]) != ".")
    if goal in block:
        return say("the copy of {cell} would fall on the block itself", cell=name_of(cell))
    return say(
        "the copy of {cell} would fall on {goal}, which holds {piece}: it needs empty cells",
        cell=name_of(cell),
        goal=name_of(goal),
        piece=occupant_name(position.letter_at(*goal)),
    )
