"""Pictures of a record: SVG and PNG of a position, an animated GIF, an HTML replay page."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from io import BytesIO
from string import Template
from typing import TYPE_CHECKING, Any
from zlib import compress

from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.svg_elements import element
from tabuleiro.core.drawing.theme import DARK, LIGHT, Theme
from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.scene import Scene
from tabuleiro.records.ply import scene_at
from tabuleiro.records.record import Record

if TYPE_CHECKING:
    from PIL.Image import Image

VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
PARTS = re.compile(r"<[^<]+")
COLOURS = 256  # in a GIF
SAMPLES = 12  # frames that the palette is made from
LONGEST_SECONDS = 60.0
LAST_SECONDS = 3.0  # the last frame is shown for at least so long


# --- scenes ---------------------------------------------------------------------------------


def frames(record: Record) -> list[Scene]:
    """The start, and the position after each move with the move marked."""
    positions = record.positions()
    return [scene_at(positions, record.plies, at) for at in range(len(positions))]


def scene_after(record: Record, at: int | None = None) -> Scene:
    """The frame after `at` moves, counted as in `resolve_move_number`."""
    return scene_at(record.positions(), record.plies, resolve_move_number(record, at))


def resolve_move_number(record: Record, at: int | None) -> int:
    """The number of moves before a frame: `at`, or all; -1 is the end, -2 the frame before it."""
    count = len(record.plies)
    place = count if at is None else at + count + 1 if at < 0 else at
    if not 0 <= place <= count:
        reason = say("the game has {count} moves: there is no move {move}", count=count, move=at)
        raise TabuleiroError(reason)
    return place


# --- pictures -------------------------------------------------------------------------------


def picture(
    record: Record,
    at: int | None = None,
    form: str = "svg",
    theme: Theme = LIGHT,
    width: int = 1200,
    translate: Translate = str,
) -> bytes:
    """The position after `at` moves, as `svg` or as `png` of that width."""
    scene = scene_after(record, at)
    if form == "svg":
        return draw_svg(scene, theme, translate=translate).encode()
    if form == "png":
        from tabuleiro.core.drawing.png import draw_png  # only imported when needed

        return draw_png(scene, theme, width, translate=translate)
    raise TabuleiroError(say("a picture is svg or png, not {form}", form=repr(form)))


def gif(
    record: Record,
    theme: Theme = LIGHT,
    width: int = 600,
    seconds: float = 1.0,
    translate: Translate = str,
) -> bytes:
    """The whole game as an animated GIF, with each position shown for `seconds`."""
    if not 0 < seconds <= LONGEST_SECONDS:
        reason = say("a move is shown for more than 0 and at most {most} s", most=LONGEST_SECONDS)
        raise TabuleiroError(reason)
    dither = import_extra("PIL.Image").Dither.NONE  # only imported when needed
    pictures = draw_frames(record, theme, translate)
    last = len(pictures) - 1  # the palette is made from frames that are spread evenly
    chosen = sorted({round(last * number / (SAMPLES - 1)) for number in range(SAMPLES)})
    palette = palette_of([rasterise(pictures[at], theme, width) for at in chosen])
    images = (  # without dithering, so that flat areas stay flat
        rasterise(each, theme, width).quantize(palette=palette, dither=dither) for each in pictures
    )
    times = [round(1000 * seconds)] * len(pictures)
    times[-1] = max(times[-1], round(1000 * LAST_SECONDS))
    out = BytesIO()
    next(images).save(
        out, "GIF", save_all=True, append_images=images, duration=times, loop=0, optimize=False
    )
    return out.getvalue()


def draw_frames(
    record: Record, theme: Theme, translate: Translate, css_variables: bool = False
) -> list[str]:
    """Every frame as SVG, all of the same size, so that the board does not move."""
    pictures = [
        draw_svg(scene, theme, translate=translate, css_variables=css_variables)
        for scene in frames(record)
    ]
    sizes = [(int(found[1]), int(found[2])) for found in map(VIEW_BOX.search, pictures) if found]
    width, height = (max(side) for side in zip(*sizes, strict=True))
    colour = theme.variables()["board"] if css_variables else theme["board"]
    background = element("rect", width=width, height=height, fill=colour)
    view_box = f"0 0 {width} {height}"
    return [
        element("svg", background + each, xmlns="http://www.w3.org/2000/svg", viewBox=view_box)
        for each in pictures
    ]


# --- animations -----------------------------------------------------------------------------


def rasterise(svg: str, theme: Theme, width: int) -> Image:
    """A picture in pixels."""
    from PIL import Image

    from tabuleiro.core.drawing.png import render_png
    from tabuleiro.core.drawing.svg import check_width

    check_width(width)
    return Image.open(BytesIO(render_png(svg, width, theme["board"]))).convert("RGB")


def palette_of(images: Sequence[Image]) -> Image:
    """A palette of the most frequent colours; the flat colours of the theme stay exact."""
    from PIL import Image

    counts: Counter[Any] = Counter()
    for image in images:
        for count, colour in image.getcolors(image.width * image.height) or ():
            counts[colour] += count
    most = [colour for colour, _ in counts.most_common(COLOURS)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in most for value in colour])
    return palette


# --- a page that replays the game -----------------------------------------------------------


def replay_page(record: Record, translate: Translate = str, language: str = "en") -> str:
    """An HTML page that replays the game with buttons and arrow keys. It needs no other file, and
    is light or dark as the reader's system prefers."""
    pictures = draw_frames(record, LIGHT, translate, css_variables=True)
    heading = say("{game}: {players}", game=record.start.game.name, players=record.players)
    own = ((say("Game"), record.game_text), (say("Result"), record.result))
    facts = [*((name.text(translate), text) for name, text in own), *record.headers.items()]
    words = {name: escape(message.text(translate)) for name, message in WORDS.items()}
    page = Template(files("tabuleiro.records").joinpath("templates/replay.html").read_text("utf-8"))
    return page.substitute(
        words,
        language=language,
        heading=escape(heading.text(translate)),
        facts="".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts),
        light=LIGHT.declarations(),
        dark=DARK.declarations(),
        picture=pictures[-1],
        data=b64encode(compress(json.dumps(page_data(record, pictures)).encode(), 9)).decode(),
    )


WORDS = {
    "first": say("Start"),
    "back": say("Back"),
    "forward": say("Forward"),
    "last": say("End"),
    "play": say("Autoplay"),
    "place": say("Move of the game"),
    "moves": say("Moves"),
    "no_script": say("This is the final position. To replay the game, enable JavaScript."),
}


def page_data(record: Record, pictures: Sequence[str]) -> dict[str, Any]:
    """The moves, and the pictures as lists of parts: most parts are shared by many pictures."""
    numbers: dict[str, int] = {}
    lists = [
        [numbers.setdefault(part, len(numbers)) for part in PARTS.findall(each)]
        for each in pictures
    ]
    moves = [[ply.move, ply.comment] for ply in record.plies]
    return {"parts": list(numbers), "frames": lists, "moves": moves, "comment": record.comment}
