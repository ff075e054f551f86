"""The JSON API that reads uploaded records. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.web.api.models import Body, api_router
from tabuleiro.web.content.uploaded_records import read_games
from tabuleiro.web.games.state import texts
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.lines import line_data, line_of_record

router = api_router()


class ImportBody(Body):
    """The text of a file of records, or one record, as text or as JSON."""

    text: Annotated[str, Field(max_length=2**24)]


class FoundGame(BaseModel):
    """A game of the file; `record` is it alone, to be sent again."""

    number: int
    title: str
    facts: list[str]
    result: str
    moves: int
    record: str


class FoundFault(BaseModel):
    """What is wrong in the file, and where; lines and columns are counted from 1."""

    line: int
    column: int
    reason: str


class Imported(BaseModel):
    """What a file has: its good games, whether it has more than are read, what is wrong in it.
    `line` is the only game, as pages go through it."""

    games: list[FoundGame]
    more: bool
    faults: list[FoundFault]
    line: dict[str, Any] | None


class NoRecordError(TabuleiroError):
    """A text without a record."""


@router.post("/import")
def import_records(body: ImportBody, context: Context) -> Imported:
    """The games of a text; nothing of it is stored. Of a damaged one the good games are read, and
    what is wrong is told with its line and column."""
    context.check_rate("imports")
    games = context.services.sandbox.run(read_games, body.text)
    if not games.found and not games.faults:
        raise NoRecordError(say("there is no record in the text"))
    translate = context.translate
    return Imported(
        games=[
            FoundGame(
                number=number,
                title=found.title.text(translate),
                facts=texts(found.facts, translate),
                result=found.result,
                moves=found.moves,
                record=found.json,
            )
            for number, found in enumerate(games.found, start=1)
        ],
        more=games.more,
        faults=[
            FoundFault(line=each.line, column=each.column, reason=each.reason.text(translate))
            for each in games.faults
        ],
        line=line_data(line_of_record(games.only), context.language) if games.only else None,
    )
