"""Writes a report into a folder: Markdown with pictures, and an HTML page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tabuleiro.arena.report import PACKAGE, template_environment
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.plots import plot_svg
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import DisplayText, translated_text
from tabuleiro.report.charts import with_heat_tints
from tabuleiro.report.section import BoardBlock, ChartBlock, GameReport

FOLDER, MARKDOWN, PAGE = "pictures", "report.md", "report.html"


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


def report_markdown(report: GameReport, translate: Translate = str) -> str:
    """A report as Markdown."""

    def cells(row: Sequence[DisplayText]) -> str:
        """The cells of a row of a table."""
        return " | ".join(translated_text(one, translate).replace("|", "\\|") for one in row)

    template = template_environment("tabuleiro.report", PACKAGE).get_template("game.md")
    return template.render(report=report, cells=cells, file_of=file_of, translate=translate)


def report_pictures(report: GameReport, translate: Translate = str) -> Iterator[tuple[str, str]]:
    """The pictures of a report with the names of their files."""
    for chapter in report.chapters:
        for block in chapter.blocks:
            if isinstance(block, ChartBlock):
                x_label = block.x_label.text(translate)
                yield file_of(block), plot_svg(block.plot, x_label=x_label, translate=translate)
            elif isinstance(block, BoardBlock):
                theme = with_heat_tints(LIGHT)
                svg = draw_svg(block.scene, theme, captions=False, translate=translate)
                yield file_of(block), svg


def file_of(block: ChartBlock | BoardBlock) -> str:
    """The path of a picture, relative to the report."""
    return f"{FOLDER}/{block.name}.svg"
