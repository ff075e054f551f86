"""Writes a report into a folder: Markdown with pictures, and an HTML page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tabuleiro.arena.report import PACKAGE, template_environment
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.plots import plot_svg
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import DisplayText, Message, say, translated_text
from tabuleiro.report.charts import with_heat_tints
from tabuleiro.report.section import (
    Block,
    BoardBlock,
    ChartBlock,
    GameReport,
    TableBlock,
    TextBlock,
)

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


# --- Markdown ------------------------------------------------------------------------------


def report_markdown(report: GameReport, translate: Translate = str) -> str:
    """The text of a report."""
    parts = [
        f"# {report.title.text(translate)}",
        report.subtitle.text(translate),
        f"```\n$ {report.command}\n```",
    ]
    if report.glance:
        table = TableBlock((say("Figure"), say("Value")), tuple(report.glance))
        parts += [f"## {say('At a glance').text(translate)}", table_text(table, translate)]
    for chapter in report.chapters:
        parts.append(f"## {chapter.title.text(translate)}")
        parts += [block_text(block, translate) for block in chapter.blocks]
    if report.notes:
        parts.append(f"## {say('Notes').text(translate)}")
        parts += [note.text(translate) for note in report.notes]
    return "\n\n".join(parts) + "\n"


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


def block_text(block: Block, translate: Translate) -> str:
    """One block."""
    match block:
        case TextBlock():
            return block.words.text(translate)
        case TableBlock():
            return table_text(block, translate)
        case ChartBlock():
            return picture(block.plot.alt, block, translate)
        case BoardBlock():
            return f"{picture(block.words, block, translate)}\n\n{block.words.text(translate)}"


def picture(alt: Message, block: ChartBlock | BoardBlock, translate: Translate) -> str:
    """A picture with its description."""
    return f"![{alt.text(translate)}]({file_of(block)})"


def table_text(table: TableBlock, translate: Translate) -> str:
    """A table with the names on the left and the figures on the right."""

    def row_text(row: Sequence[DisplayText]) -> str:
        cells = (translated_text(cell, translate).replace("|", "\\|") for cell in row)
        return f"| {' | '.join(cells)} |"

    lines = [row_text(row) for row in (table.headings, *table.rows)]
    marks = ["---", *(["---:"] * (len(table.headings) - 1))]
    return "\n".join([lines[0], f"|{'|'.join(marks)}|", *lines[1:]])
