"""A report as one page that needs no other file."""

from __future__ import annotations

from tabuleiro.arena.report import PACKAGE, templates
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.report.blocks import Block, Board, Report
from tabuleiro.report.heat import heated
from tabuleiro.report.pictures import Translate


def report_page(report: Report, language: str = "en", translate: Translate = str) -> str:
    """The page of a report."""
    return (
        templates("tabuleiro.report", PACKAGE)
        .get_template("game.html")
        .render(
            report=report,
            kind_of=kind_of,
            drawn_board=lambda board: drawn_board(board, translate),
            language=language,
            translate=translate,
            light=heated(LIGHT).declarations(),
            dark=heated(DARK).declarations(),
        )
    )


def kind_of(block: Block) -> str:
    """What a block is, for the template."""
    return type(block).__name__.lower()


def drawn_board(board: Board, translate: Translate) -> str:
    """A heat map in the colours of the page."""
    return draw_svg(
        board.scene, heated(LIGHT), captions=False, css_variables=True, translate=translate
    )
