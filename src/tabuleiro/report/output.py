"""Writes a report into a folder: Markdown with pictures, and an HTML page."""

from pathlib import Path

from tabuleiro.arena.report import PACKAGE, template_environment
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.report.blocks import BoardBlock, GameReport
from tabuleiro.report.heat_maps import with_heat_tints
from tabuleiro.report.markdown import FOLDER, report_markdown, report_pictures

MARKDOWN, PAGE = "report.md", "report.html"


def write_report(
    report: GameReport, folder: Path, language: str = "en", translate: Translate = str
) -> Path:
    """Writes a report into a folder, over existing files, and returns its page."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, svg in report_pictures(report, translate):
        (folder / name).write_text(svg, "utf-8")
    (folder / MARKDOWN).write_text(report_markdown(report, translate), "utf-8")
    page = folder / PAGE
    page.write_text(report_page(report, language, translate), "utf-8")
    return page


def report_page(report: GameReport, language: str = "en", translate: Translate = str) -> str:
    """A report as one HTML page."""
    light = with_heat_tints(LIGHT)

    def drawn_board(board: BoardBlock) -> str:
        """A heat map in the colours of the page."""
        return draw_svg(board.scene, light, captions=False, css_variables=True, translate=translate)

    template = template_environment("tabuleiro.report", PACKAGE).get_template("game.html")
    return template.render(
        report=report,
        drawn_board=drawn_board,
        language=language,
        translate=translate,
        light=light.declarations(),
        dark=with_heat_tints(DARK).declarations(),
    )
