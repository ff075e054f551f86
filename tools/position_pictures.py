"""A hook of the documentation: a fenced block `position` becomes a picture with its text below."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.games import read

FENCE = re.compile(r"^```position\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = 420  # pixels of a board
WIDER = 680  # of one with cards beside it


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with its positions drawn."""
    return FENCE.sub(lambda block: "\n\n".join(map(picture, block[1].splitlines())), markdown)


def picture(full_text: str) -> str:
    """The picture of a position and its full text."""
    position = read(full_text)
    scene = position.scene()
    source = b64encode(draw_svg(scene).encode()).decode()
    width = WIDER if scene.supplies else WIDTH
    address = f"data:image/svg+xml;base64,{source}"
    image = f'<img src="{address}" alt="{position.game.name}" width="{width}">'
    return f"{image}\n\n```text\n{full_text}\n```"
