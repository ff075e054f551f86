"""Downloadable files of a game or position: records, SVG, PNG, GIF, link previews."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.svg_elements import element
from tabuleiro.core.drawing.theme import LIGHT
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.language import translator
from tabuleiro.records import Record, write_record
from tabuleiro.records.json import write_json
from tabuleiro.records.pictures import VIEW_BOX, gif, picture, scene_after

PREVIEW = (1200, 630)  # pixels of the picture that other sites show for a link
MARGIN = 30
GIF_WIDTH = 480
GIF_SECONDS = 0.8  # for which each position is shown
MOST_FRAMES = 250


class DownloadRequest(NamedTuple):
    """A record, the number of moves to show, and the language of the reader."""

    record: Record
    at: int
    language: str


class Download(NamedTuple):
    """A downloadable file: its media type, its title, the function that makes it. A `slow` one is
    made in the sandbox; a `moving` one shows the whole game."""

    name: str
    media: str
    title: Message
    make: Callable[[DownloadRequest], bytes]
    slow: bool = True
    moving: bool = False


def draw_position(request: DownloadRequest, form: str) -> bytes:
    """The position as a drawing or a picture."""
    translate = translator(request.language)
    return picture(request.record, request.at, form, translate=translate)


def animation(request: DownloadRequest) -> bytes:
    """The game as an animated GIF."""
    if len(request.record.plies) >= MOST_FRAMES:
        reason = say("an animation has fewer than {most} moves: share the link", most=MOST_FRAMES)
        raise TabuleiroError(reason)
    words = translator(request.language)
    return gif(request.record, width=GIF_WIDTH, seconds=GIF_SECONDS, translate=words)


def preview(request: DownloadRequest) -> bytes:
    """The board alone, in the middle of a picture of the size that other sites show. It has no
    words, so that it is the same in every language."""
    from tabuleiro.core.drawing.png import render_png  # loaded only when needed

    scene = replace(scene_after(request.record, request.at), labels=(), supplies=(), captions=())
    return render_png(
        fit_to_preview(draw_svg(scene, LIGHT, "none", False)), PREVIEW[0], LIGHT["board"]
    )


def fit_to_preview(drawing: str) -> str:
    """A drawing, as large as it fits into a preview with a margin."""
    width, height = PREVIEW
    found = VIEW_BOX.search(drawing)
    assert found, "every drawing has a view box"
    own = int(found[1]), int(found[2])
    scale = min((width - 2 * MARGIN) / own[0], (height - 2 * MARGIN) / own[1])
    left, top = (width - scale * own[0]) / 2, (height - scale * own[1]) / 2
    moved = element("g", drawing, transform=f"translate({left:g} {top:g}) scale({scale:g})")
    ground = element("rect", width=width, height=height, fill=LIGHT["board"])
    return element(
        "svg", ground + moved, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}"
    )


DOWNLOADS: Mapping[str, Download] = {
    file.name: file
    for file in (
        Download(
            "record.txt", "text/plain; charset=utf-8", say("Record"),
            lambda asked: write_record(asked.record).encode(), slow=False,
        ),
        Download(
            "record.json", "application/json", say("Record (JSON)"),
            lambda asked: f"{write_json(asked.record)}\n".encode(), slow=False,
        ),
        Download(
            "position.svg", "image/svg+xml", say("Drawing (SVG)"),
            partial(draw_position, form="svg"),
        ),
        Download(
            "position.png", "image/png", say("Picture (PNG)"), partial(draw_position, form="png")
        ),
        Download("game.gif", "image/gif", say("Animation (GIF)"), animation, moving=True),
        Download("preview.png", "image/png", say("Preview"), preview),
    )
}  # fmt: skip
"""All files by their names."""
OFFERED_DOWNLOADS = tuple(file for file in DOWNLOADS.values() if file.make is not preview)
"""The files that people can choose; the preview is for other sites."""


def make_file(name: str, request: DownloadRequest) -> bytes:
    """The file of that name."""
    return DOWNLOADS[name].make(request)
