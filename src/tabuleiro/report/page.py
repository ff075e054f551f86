"""Renders a report as one HTML page."""

from __future__ import annotations

from tabuleiro.arena.report import PACKAGE, template_environment
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.report.blocks import BoardBlock, GameReport
from tabuleiro.report.heat_maps import with_heat_tints


def report_page(report: GameReport, language: str = "en", translate: Translate = str) -> str:
    """The page of a report."""
    return (
        template_environment("tabuleiro.report", PACKAGE)
        .get_template("game.html")
        .render(
            report=report,
            drawn_board=lambda board: drawn_board(board, translate),
            language=language,
            translate=translate,
            light=with_heat_tints(LIGHT).declarations(),
            dark=with_heat_tints(DARK).declarations(),
        )
    )


def drawn_board(board: BoardBlock, translate: Translate) -> str:
    """A heat map in the colours of the page."""
    return draw_svg(
        board.scene, with_heat_tints(LIGHT), captions=False, css_variables=True, translate=translate
    )
