"""The wire format of boards: the JSON that the server sends to the board in the browser.

`tools/wire_types.py` writes `static/board/types.js` from these classes.
"""

from typing import NotRequired

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

Box = tuple[float, float, float, float]
"""Left, top, width and height in the units of the picture; of a guide, two points."""


class SiteData(TypedDict):
    """A site of the board. `place` is its name in words, `said` describes its contents. An
    `optional` site exists only while a move can touch it; a `quiet` one is skipped while it is
    empty; `mid` means a tone between white and black; `inside` is the site of the piece if this is
    a dot, and `leads` the one to which it leads if it is full."""

    name: str
    place: str
    said: str
    x: float
    y: float
    size: float
    shape: str
    optional: NotRequired[bool]
    quiet: NotRequired[bool]
    mid: NotRequired[bool]
    inside: NotRequired[str]
    leads: NotRequired[str]
    text: NotRequired[str]
    guides: NotRequired[list[Box]]


class Still(TypedDict):
    """The part of a board that never changes in a game. `narrow` is the box for narrow screens,
    where coordinates are closer to the board; `turns` are the possible rotations in quarter turns;
    `shapes` are the outlines of free sites around (0, 0)."""

    svg: str
    title: str
    box: Box
    narrow: Box
    unit: float
    turns: list[int]
    shapes: dict[str, str]
    sites: list[SiteData]
    words: dict[str, str]


class Content(TypedDict):
    """The contents of a site, if they differ from the empty board; `reach` is where the full
    dots of its piece lead."""

    name: str
    said: str
    taken: bool
    reach: list[str]


class SupplySite(TypedDict):
    """A site beside the board, with its picture or the text of a handle."""

    name: str
    said: str
    svg: NotRequired[str]
    text: NotRequired[str]
    marks: list[str]


class CardData(TypedDict):
    """A supply beside the board."""

    title: str
    note: str
    player: int | None
    sites: list[SupplySite]


class Moving(TypedDict):
    """The part of a board that changes with every state. `board` is the moving layer of the picture
    as SVG; `looks` are the single pieces of stacks, by their letters; `origin` and `last` are the
    sites where the last move started and ended, `marked` those where recent moves ended; `holes`
    are sites inside pieces."""

    board: str
    looks: dict[str, str]
    origin: list[str]
    last: list[str]
    marked: list[str]
    contents: list[Content]
    holes: list[SiteData]
    cards: list[CardData]


class Choices(TypedDict):
    """The legal moves. A move is its text and the indexes of its steps, which a player touches in
    this order. A step is a list of sites, any of which may be touched. `rings` are outlines around
    steps with pieces, by step; `ghosts` are the sites that a move would fill, by move, in the
    colour `tone`; `shifts` are the sites between which a move would shift pieces, by move."""

    steps: list[list[str]]
    moves: list[tuple[str, list[int]]]
    rings: dict[int, str]
    ghosts: dict[int, list[str]]
    shifts: dict[int, list[tuple[str, str]]]
    tone: str
