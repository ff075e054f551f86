"""HTML that notebooks show for a record, an analysis or the summary of a match."""

from collections.abc import Iterable, Sequence
from html import escape

from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.position import PICTURE_WIDTH
from tabuleiro.core.scene import Scene


def figure(*parts: str) -> str:
    """The parts below each other, as wide as a picture."""
    return f'<div style="max-width: {PICTURE_WIDTH}px">{"".join(parts)}</div>'


def picture(scene: Scene) -> str:
    """A picture of a board."""
    return draw_svg(scene, width=PICTURE_WIDTH)


def paragraph(text: str) -> str:
    """A paragraph of text."""
    return f"<p>{escape(text)}</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    return f"<table>{_row('th', head)}{''.join(_row('td', row) for row in rows)}</table>"


def _row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
