"""The report of a tournament: one page that needs no other file, and a page to replay each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from tabuleiro.arena.game import Result
from tabuleiro.arena.pages import Page, link_to
from tabuleiro.arena.records import record_of
from tabuleiro.arena.table import table_of
from tabuleiro.arena.tournament import Tournament
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.message import Message, say
from tabuleiro.records.pictures import replay_page

Translate = Callable[[str], str]

INDEX = "index.html"
PACKAGE = "tabuleiro.arena"


def write_report(
    tournament: Tournament,
    results: Sequence[Result],
    folder: Path,
    *,
    anchor: str | None = None,
    language: str = "en",
    translate: Translate = str,
) -> Path:
    """Writes the report of these games into a folder, which is made; gives its first page.

    `anchor` is who has Elo 0; without one, the second of two players, else the mean of all.
    Pages that are there already are written anew.
    """
    (folder / "games").mkdir(parents=True, exist_ok=True)
    for result in results:
        page = replay_page(record_of(result), translate)
        (folder / link_to(result)).write_text(page, "utf-8")
    index = folder / INDEX
    page = report_page(tournament, results, anchor=anchor, language=language, translate=translate)
    index.write_text(page, "utf-8")
    return index


def report_page(
    tournament: Tournament,
    results: Sequence[Result],
    *,
    anchor: str | None = None,
    language: str = "en",
    translate: Translate = str,
) -> str:
    """The first page of a report, as text."""
    ordered = sorted(results, key=lambda result: result.number)
    table = table_of(tournament, ordered, anchor)
    return (
        templates(PACKAGE)
        .get_template("report.html")
        .render(
            page=Page(tournament, ordered, table),
            language=language,
            translate=translate,
            light=LIGHT.declarations(),
            dark=DARK.declarations(),
        )
    )


@cache
def templates(*packages: str) -> Environment:
    """The templates of packages, those of the first first. Everything in them is escaped; a name
    that they do not know is an error."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=worded,
    )
    environment.globals["say"] = say
    return environment


@pass_context
def worded(context: Context, value: object) -> object:
    """Whatever the page shows: messages in its language, where no line begins with a unit, the
    rest as it is."""
    if isinstance(value, Message):
        return value.text(context["translate"]).replace(" %", "\u00a0%")
    return value
