"""`Scene`: the picture of a position as data, with sites, pieces, marks and captions.

Lengths are in pitches (the distance between neighbouring cells), x to the right, y downwards.
Colours and tones are names of the theme (`core.drawing.theme`), never values. A renderer draws
any scene from this alone and never asks which game it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from tabuleiro.core.message import Message, say
from tabuleiro.core.notation import cell_name

Step = tuple[str, ...]
"""Equivalent sites, any of which may be touched; the usual one first."""
Steps = tuple[Step, ...]
Point = tuple[float, float]

DOT_STEP = 0.178
"""The distance between neighbouring dots of a panel, in widths of the panel."""

SiteShape = Literal["octagon", "diamond", "square", "circle", "point", "handle", "dot", "none"]
PieceKind = Literal["cell", "block", "disc", "panel", "outline"]
OVERLAYS: frozenset[SiteShape] = frozenset({"none", "dot"})
"""Sites that lie over others. They only get in the way if they can be touched."""
MarkKind = Literal[
    "last",  # where the last move ended
    "origin",  # where it came from
    "cut",  # what it took from the opponent
    "open",  # sites in the order of a link that the opponent can still cut
    "threat",  # empty sites from which a link can be cut, in the `colour` of the player who can
    "path",  # sites in the order of a winning path
    "passed",  # sites of a player who had to pass
    "touch",  # can be touched now
    "selected",  # has been touched
    "ghost",  # pieces that a move would add, in `colour`
    "arrow",  # from the first site to the last
    "value",  # `text` written on the site
]
PROSPECTS = frozenset({"open", "threat"})
"""Marks of what could still happen."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that holds pieces or can be touched; `steps` and texts use its `name`.

    A `point` is where lines meet, a `handle` a labelled disc beside the board, a `dot` a place in
    the panel on the site `inside`. `size` is the width, `tone` the colour when it is empty.
    """

    name: str
    x: float
    y: float
    shape: SiteShape
    label: Message
    size: float = 1.0
    tone: str = "cell"
    inside: str = ""
    text: str = ""
    """The label of a handle; the name of a dot within its panel."""
    leads: str = ""
    """The site to which this dot, if it is full, lets its piece go, if there is one."""
    guides: tuple[tuple[Point, Point], ...] = ()
    """The axes that the site stands for: lines across the board, shown while it is selected."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a kind of piece looks like; the game names it.

    A `cell` and a `block` fill their site; linked blocks are drawn as one. A `disc` is round, and
    discs can be stacked. A `panel` is a square with dots. An `outline` is any shape.
    """

    name: str
    kind: PieceKind
    width: float = 1.0
    coarse_width: float = 0.0
    """The width in terminals, if it differs."""
    sign: float = 0.0
    """Half of the width of the sign of its colour."""
    edge: float | None = None
    """The width of the line around a disc, in pixels."""
    groove: float = 0.0
    """The radius of a faint circle on a disc."""
    emblem: tuple[Point, ...] = ()
    """An outline that a disc bears instead of the sign of its colour."""
    outline: tuple[Point, ...] = ()
    """The shape around the centre of the site, clockwise."""
    coarse: tuple[Point, ...] = ()
    """The shape in terminals, if that must be simpler."""
    dot: Message | None = None
    """What a full dot of a panel is called."""

    def __hash__(self) -> int:
        return hash(self.name)  # the same for all pieces of a kind, and fast

    @property
    def terminal_width(self) -> float:
        """The width in terminals; 0 for pieces that fill their site."""
        return 0.0 if self.kind in ("cell", "block") else self.coarse_width or self.width


CELL = Form("cell", "cell", sign=0.2)
BLOCK = Form("block", "block", sign=0.17)
DISC = Form("disc", "disc", 0.7, 0.8, sign=0.15, edge=1.5, groove=0.245)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece; the pieces of a site are listed from the bottom of its stack to the top.

    `letter` stands for it in plain text, `sign` in text that can have any character. `owner` is
    the player who owns it, None if nobody does; `claimed` says that its colour does not tell. The
    `dots` of a panel are a square without its centre, in reading order, True for a full one.
    `details` is its name with what else is to be said of it, if there is more.
    """

    site: str
    form: Form
    colour: str
    letter: str
    name: Message
    sign: str = ""
    owner: int | None = None
    claimed: bool = False
    dots: tuple[bool, ...] = ()
    details: Message | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Two neighbouring pieces drawn as one: `block` fills the gap, `bar` is a line below them."""

    first: str
    second: str
    colour: str
    style: Literal["block", "bar"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the board: thin as `grid`, or a thick `band` along a side."""

    points: tuple[Point, ...]
    tone: str = "grid"
    style: Literal["grid", "band"] = "grid"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled shape of the board; `corner` is the radius of its corners."""

    points: tuple[Point, ...]
    tone: str
    corner: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate beside the board."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something shown over the board; see MarkKind for what each kind means."""

    kind: MarkKind
    sites: tuple[str, ...]
    text: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Supply:
    """A card beside the board. The x of its sites counts from the left of the card."""

    title: Message
    note: Message | None = None
    player: int | None = None
    sites: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole picture. `captions` say whose turn it is and what happened, most important first.
    `grain` is the width and height of a pitch in characters, for text pictures."""

    title: Message
    sites: tuple[Site, ...]
    pieces: tuple[Piece, ...] = ()
    links: tuple[Link, ...] = ()
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    supplies: tuple[Supply, ...] = ()
    captions: tuple[Message, ...] = ()
    grain: tuple[int, int] = (4, 2)

    def all_sites(self) -> tuple[Site, ...]:
        """The sites of the board, then those of the supplies."""
        return self.sites + tuple(site for supply in self.supplies for site in supply.sites)

    def pieces_by_site(self) -> dict[str, list[Piece]]:
        """The pieces of each site that has any, from the bottom of the stack to the top."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.site, []).append(piece)
        return found

    def sites_by_mark(self) -> dict[MarkKind, set[str]]:
        """The sites with a mark of each kind that there is."""
        found: dict[MarkKind, set[str]] = {}
        for mark in self.marks:
            found.setdefault(mark.kind, set()).update(mark.sites)
        return found

    def with_marks(self, *marks: Mark) -> Scene:
        """The same picture with more marks on top."""
        return replace(self, marks=self.marks + marks)

    def at_rest(self) -> Scene:
        """The same picture without PROSPECTS, for a finished game or a puzzle."""
        return replace(self, marks=tuple(each for each in self.marks if each.kind not in PROSPECTS))


def own_colour(scene: Scene, player: int) -> str:
    """The colour of a player's pieces; empty if they have several, or none."""
    owned = {piece.colour for piece in scene.pieces if piece.owner == player}
    return owned.pop() if len(owned) == 1 else ""


def player_name(player: int) -> Message:
    """`Player 1` for player 0."""
    return say("Player {number}", number=player + 1)


def turn_caption(player: int) -> Message:
    """Whose turn it is."""
    return say("{player} to move", player=player_name(player))


def end_caption(winners: Sequence[int]) -> Message:
    """How the game ended."""
    if len(winners) == 1:
        return say("{player} has won", player=player_name(winners[0]))
    names = tuple(player_name(player) for player in winners)
    if len(names) == 2:
        return say("A draw between {first} and {second}", first=names[0], second=names[1])
    return say("A draw between {players}", players=names)


@cache
def grid_sites(columns: int, rows: int, shape: SiteShape = "square") -> tuple[Site, ...]:
    """The cells of a grid whose first cell is centred on (0, 0), row by row."""
    names = ((cell_name(c, r + 1), c, r) for r in range(rows) for c in range(columns))
    return tuple(Site(name, c, r, shape, say("{cell}", cell=name)) for name, c, r in names)


@cache
def cell_labels(
    columns: int, rows: int, first_row: int = 1, away: float = 0.85
) -> tuple[Label, ...]:
    """Column letters above and row numbers left of a grid whose first cell is centred on (0, 0),
    and that distance away from it."""
    across = (Label(float(c), -away, chr(97 + c)) for c in range(columns))
    down = (Label(-away, float(r), str(r + first_row)) for r in range(rows))
    return (*across, *down)
