"""The wire format of boards: the JSON that the server sends to the board in the browser.

`tools/wire_types.py` writes `static/board/types.js` from these classes.
"""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

Box = tuple[float, float, float, float]
"""Left, top, width and height in the units of the picture; of a guide, two points."""


class SiteData(TypedDict):
    """A site of the board: `place` is its name in words, `said` what stands there in words. An
    `optional` site is there only while some move touches it; a `quiet` one is skipped while it is
    empty; `mid` means a tone between white and black; `inside` is the site of the piece that it is
    a hole of."""

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
    text: NotRequired[str]
    guides: NotRequired[list[Box]]


class Still(TypedDict):
    """What never changes in a game. `narrow` is the box for narrow screens, where coordinates are
    nearer to the board; `turns` are the quarter turns that the board can be shown in; `shapes` the
    outlines of free sites about (0, 0)."""

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
    """What stands on a site that is not as on the empty board."""

    name: str
    said: str
    taken: bool


class SupplySite(TypedDict):
    """A site beside the board, with its picture, or the text of a handle."""

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
    """What a state shows. `board` is the moving layer of the picture; `looks` are the pieces of
    stacks, each alone, by their letters; `origin` and `last` are where the last move came from and
    went to; `holes` are the sites that come and go with the pieces they are in."""

    board: str
    looks: dict[str, str]
    origin: list[str]
    last: list[str]
    contents: list[Content]
    holes: list[SiteData]
    cards: list[CardData]


class Choices(TypedDict):
    """The legal moves: each with the steps, by their numbers, that a player touches to make it. A
    step is a list of sites of which any may be touched. `rings` are the outlines around steps that
    hold pieces; `ghosts` the sites that a move would fill, by its place in `moves`, in the colour
    `tone`."""

    steps: list[list[str]]
    moves: list[tuple[str, list[int]]]
    rings: dict[int, str]
    ghosts: dict[int, list[str]]
    tone: str
