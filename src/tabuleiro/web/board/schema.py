"""The wire format of boards: the JSON that the server sends to the board in the browser."""

from __future__ import annotations

from typing import NotRequired, TypedDict

Box = tuple[float, float, float, float]
"""Left, top, width and height in the units of the picture."""


class SiteData(TypedDict):
    """A site of the board: `place` is its name in words, `said` what stands there in words.

    An `optional` one is there only while some move touches it; `quiet` ones are passed over while
    they are empty. `mid` says that it lies on a middle tone.
    """

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
    """What never changes in a game. `narrow` is the box for narrow screens, where
    coordinates stand nearer; `turns` are the quarter
    turns that the board can be shown in; `shapes` the outlines of free sites about (0, 0)."""

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
    """What a state says of a site that is not as it is on the empty board."""

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
    """What a state shows: the moving layer, where the last move came from and went to, what stands
    on the sites, the sites that come and go with the pieces they are in, the cards. `looks` are the
    pieces of stacks, each alone, by their letters."""

    board: str
    looks: dict[str, str]
    origin: list[str]
    last: list[str]
    contents: list[Content]
    holes: list[SiteData]
    cards: list[CardData]


class Choices(TypedDict):
    """The legal moves by their steps. `rings` are the outlines around steps that hold pieces;
    `ghosts` the sites that a move would fill, by its place in `moves`, in the colour `tone`."""

    steps: list[list[str]]
    moves: list[tuple[str, list[int]]]
    rings: dict[int, str]
    ghosts: dict[int, list[str]]
    tone: str
