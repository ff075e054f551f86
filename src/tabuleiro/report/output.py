"""Writes a report into a folder: Markdown with pictures, and an HTML page."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.core.drawing.layout import Translate
from tabuleiro.report.blocks import GameReport
from tabuleiro.report.markdown import FOLDER, report_markdown, report_pictures
from tabuleiro.report.page import report_page

MARKDOWN, PAGE = "report.md", "report.html"


def write_report(
    report: GameReport, folder: Path, language: str = "en", translate: Translate = str
) -> Path:
    """Writes a report into a folder, which is made; gives its page. Files that are there already
    are written anew."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, svg in report_pictures(report, translate):
        (folder / name).write_text(svg, "utf-8")
    (folder / MARKDOWN).write_text(report_markdown(report, translate), "utf-8")
    page = folder / PAGE
    page.write_text(report_page(report, language, translate), "utf-8")
    return page
