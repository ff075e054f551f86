"""Writes the report of a tournament: one HTML page, and a page to replay each game."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2
from jinja2.runtime import Context

from tabuleiro.arena import report_data, wording
from tabuleiro.arena.game import Result
from tabuleiro.arena.results_file import record_of
from tabuleiro.arena.tournament import Tournament
from tabuleiro.arena.tournament_statistics import statistics_of
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import Message, say
from tabuleiro.records.pictures import replay_page

INDEX = "index.html"
PACKAGE = "tabuleiro.arena"


def write_tournament_report(
    tournament: Tournament,
    results: Sequence[Result],
    folder: Path,
    *,
    language: str = "en",
    translate: Translate = str,
) -> Path:
    """Writes the report of these games into a folder, which is created if needed, and returns its
    first page. Existing pages are overwritten."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    for result in results:
        page = replay_page(record_of(result), translate)
        (folder / report_data.game_page_path(result)).write_text(page, "utf-8")
    index = folder / INDEX
    page = tournament_report_page(tournament, results, language=language, translate=translate)
    index.write_text(page, "utf-8")
    return index


def tournament_report_page(
    tournament: Tournament,
    results: Sequence[Result],
    *,
    language: str = "en",
    translate: Translate = str,
) -> str:
    """The first page of a report as HTML."""
    ordered = sorted(results, key=lambda result: result.number)
    table = statistics_of(tournament, ordered)
    return (
        template_environment(PACKAGE)
        .get_template("report.html")
        .render(
            page=report_data.tournament_page(tournament, ordered, table),
            table=table,
            data=report_data,
            wording=wording,
            language=language,
            translate=translate,
            light=LIGHT.declarations(),
            dark=DARK.declarations(),
        )
    )


@cache
def template_environment(*packages: str) -> jinja2.Environment:
    """The templates of these packages; earlier packages have priority. Values on HTML pages are
    escaped, and undefined names are errors."""
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(package) for package in packages]),
        autoescape=jinja2.select_autoescape(),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=translated,
    )
    environment.globals["say"] = say
    return environment


@jinja2.pass_context
def translated(context: Context, value: object) -> object:
    """Translates messages to the language of the page, in HTML with a non-breaking space before a
    percent sign. Other values stay as they are."""
    if isinstance(value, Message):
        text = value.text(context["translate"])
        return text.replace(" %", "\u00a0%") if context.eval_ctx.autoescape else text
    return value
