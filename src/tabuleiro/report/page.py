"""A report as one page that needs no other file."""

from __future__ import annotations

from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from tabuleiro.arena.report import worded
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import say
from tabuleiro.report.blocks import Block, Board, Report
from tabuleiro.report.heat import heated
from tabuleiro.report.pictures import Translate


def report_page(report: Report, language: str = "en", translate: Translate = str) -> str:
    """The page of a report."""
    return (
        templates()
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
    theme = heated(LIGHT)
    return draw_svg(board.scene, theme, captions=False, css_variables=True, translate=translate)


@cache
def templates() -> Environment:
    """The template of the page, and those of the arena that it shares."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("tabuleiro.report"), PackageLoader("tabuleiro.arena")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=worded,
    )
    environment.globals["say"] = say
    return environment
