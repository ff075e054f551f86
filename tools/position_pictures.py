"""A MkDocs hook: replace each fenced `position` block by pictures with its text below."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Any

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.rulebook import Example, read_example
from tabuleiro.core.rulebook_examples import play_claims
from tabuleiro.core.scene import Scene
from tabuleiro.games import read
from tabuleiro.language import ENGLISH, LANGUAGES, Translate, translator

FENCE = re.compile(r"^```position\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = 420  # pixels of a board
NARROW = 330  # of a board next to another
WIDER = 680  # of a board with cards next to it


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page with pictures of its examples."""

    def drawn(block: re.Match[str]) -> str:
        line = markdown.count("\n", 0, block.start(1)) + 1
        example = read_example(block[1], page.file.src_uri, line)
        return draw_example(example, translator(language_of(page.file.src_uri)))

    return FENCE.sub(drawn, markdown)


def language_of(uri: str) -> str:
    """The language of a page: the name of its folder, or English."""
    folder = uri.split("/")[-2:][0]
    return folder if folder in LANGUAGES else ENGLISH


def draw_example(example: Example, translate: Translate) -> str:
    """The pictures of an example, then the text of its position and the moves it shows."""
    start = read(example.position)
    played = [scene for _, _, scene in play_claims(example, start) if scene]
    scenes = [start.scene(), *played]
    width = WIDTH if len(scenes) == 1 else NARROW
    images = "\n".join(image(scene, start.game.name, width, translate) for scene in scenes)
    moves = f"\n→ {' '.join(example.plays)}" if example.plays else ""
    return f"{images}\n\n```text\n{example.position}{moves}\n```"


def image(scene: Scene, name: str, width: int, translate: Translate) -> str:
    """The picture of a scene, embedded in the page. `width` is the width of a board alone."""
    source = b64encode(draw_svg(scene, translate=translate).encode()).decode()
    width = WIDER if scene.supplies else width
    return f'<img src="data:image/svg+xml;base64,{source}" alt="{name}" width="{width}">'
