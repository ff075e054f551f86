"""Setting up positions by hand: tools, fields, and drafts that may be illegal.

A game describes as data what can be put on its board and which other fields a position has. Its
`parse_position` says what is wrong with the result. A draft can always be written as a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from tabuleiro.core.message import Message, PositionError, say
from tabuleiro.core.notation import EMPTY, cell_name
from tabuleiro.core.options import Options
from tabuleiro.core.position import PLAYER_LETTERS, Position
from tabuleiro.core.scene import Piece, Scene, Site, Steps, player_name

if TYPE_CHECKING:
    from tabuleiro.core.game import Game


@dataclass(frozen=True, slots=True)
class Tool:
    """What a touch puts on the board, drawn as `piece`. The tool without a piece erases."""

    name: str
    label: Message
    piece: Piece | None = None


ERASER = Tool("erase", say("Remove"))


@dataclass(frozen=True, slots=True)
class DraftField:
    """A field of a position besides its board: one of `choices`, which has each value in words, or
    if there are none, a number up to `most`. A field with `turn` is about the turn and is adjusted
    to the board."""

    name: str
    label: Message
    choices: Mapping[str, Message] = field(default_factory=dict)
    most: int = 0
    turn: bool = False

    @property
    def default(self) -> str:
        """The value on an empty board."""
        return next(iter(self.choices), "0")

    def takes(self, value: str) -> bool:
        """Whether the field can have this value."""
        if self.choices:
            return value in self.choices
        return value.isascii() and value.isdecimal() and str(min(int(value), self.most)) == value


@dataclass(frozen=True, slots=True)
class Draft:
    """A position being set up, possible or not: what is on each site that is not empty, in the
    letters of the game, and the other fields by name."""

    options: Options
    board: Mapping[str, str]
    fields: Mapping[str, str]

    def at(self, site: str) -> str:
        """What is on a site; an empty text if it is empty."""
        return self.board.get(site, "")

    def put(self, site: str, letters: str) -> Draft:
        """The draft with these letters on a site; an empty text clears it."""
        rest = {name: there for name, there in self.board.items() if name != site}
        return replace(self, board={**rest, site: letters} if letters else rest)

    def set(self, field: str, value: str) -> Draft:
        """The draft with another value of a field."""
        return replace(self, fields={**self.fields, field: value})


class Editing(Protocol):
    """How positions of a game are set up by hand: the functions of its module `editing`."""

    def tools(self, options: Options) -> Sequence[Tool]:
        """What can be put on the board, in the order of the palette."""

    def fields(self, options: Options) -> Sequence[DraftField]:
        """The fields of a position besides its board."""

    def read(self, text: str, options: Options) -> Draft:
        """The draft of a position text, even of an impossible position; PositionError if the text
        cannot be parsed."""

    def write(self, draft: Draft) -> str:
        """The position text of a draft."""

    def touches(self, draft: Draft, tool: str) -> Sequence[Steps]:
        """Every way to touch the board with a tool: sites in order; the last one is changed."""

    def touch(self, draft: Draft, tool: str, site: str) -> Draft:
        """The draft after a site has been touched with a tool."""

    def scene(self, draft: Draft) -> Scene:
        """The picture of a draft that is not a legal position."""


# --- changing drafts -----------------------------------------------------------------------


def empty_draft(editing: Editing, options: Options) -> Draft:
    """An empty board."""
    return Draft(options, {}, {field.name: field.default for field in editing.fields(options)})


def find_problem(game: Game[Any], text: str, options: Options) -> PositionError | None:
    """What is wrong with a position text, if anything."""
    try:
        game.text.parse_position(text, options)
    except PositionError as error:
        return error
    return None


def with_legal_turn(game: Game[Any], draft: Draft, fixed: str = "") -> Draft:
    """The draft with a turn that its board allows. As few fields as possible change, and never
    the field `fixed`. If no turn makes the position possible, the draft itself."""
    assert game.editing, "only such games have drafts"
    turn = [
        field for field in game.editing.fields(draft.options) if field.turn and field.name != fixed
    ]

    def changes(values: tuple[str, ...]) -> int:
        return sum(draft.fields[name] != value for name, value in zip(names, values, strict=True))

    names = [field.name for field in turn]
    ways = product(*(field.choices for field in turn))
    for values in sorted(ways, key=changes):
        fields = dict(zip(names, values, strict=True))
        found = replace(draft, fields={**draft.fields, **fields})
        if find_problem(game, game.editing.write(found), draft.options) is None:
            return found
    return draft


def with_turn_of(position: Position, player: int) -> Position | None:
    """The position at the beginning of that player's turn, as if the others had passed, or as it is
    if it is their turn. None if they cannot move, or the game has no drafts."""
    game = position.game
    if position.player == player or game.editing is None:
        return position if position.player == player else None
    options = position.options()
    draft = game.editing.read(position.text, options)
    turn = {field.name: field.default for field in game.editing.fields(options) if field.turn}
    draft = replace(draft, fields={**draft.fields, **turn, "player": PLAYER_LETTERS[player]})
    text = game.editing.write(with_legal_turn(game, draft, "player"))
    return None if find_problem(game, text, options) else game.text.parse_position(text, options)


# --- parts that games share ----------------------------------------------------------------


def touch_cell(draft: Draft, tool: str, site: str) -> Draft:
    """`Editing.touch` of a game whose sites hold one thing each: a second touch removes it."""
    return draft.put(site, "" if tool in (ERASER.name, draft.at(site)) else tool)


def turn_field(players: int) -> DraftField:
    """Whose turn it is."""
    choices = {PLAYER_LETTERS[player]: player_name(player) for player in range(players)}
    return DraftField("player", say("To move"), choices | {"-": say("Nobody: over")}, turn=True)


def rows_from_draft(draft: Draft, rows: int, columns: int, first_row: int = 1) -> list[str]:
    """The board rows of a draft: the first letter of what is on each cell."""
    return [
        "".join((draft.at(cell_name(column, row)) or EMPTY)[0] for column in range(columns))
        for row in range(first_row, first_row + rows)
    ]


def single_touches(sites: Sequence[Site]) -> list[Steps]:
    """One touch for each site."""
    return [((site.name,),) for site in sites]
