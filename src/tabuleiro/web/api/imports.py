"""The JSON API that reads uploaded records. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.web.api.models import Body, api_router
from tabuleiro.web.content.uploaded_records import FoundFault, FoundGame, read_games
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.lines import line_data, line_of_record

router = api_router()


class ImportBody(Body):
    """The text of a file of records, or one record, as text or as JSON."""

    text: Annotated[str, Field(max_length=2**24)]


class Imported(BaseModel):
    """The contents of a file: its good games, whether it has more than are read, what is wrong in
    it. If there is only one game, `line` is its data for the board."""

    games: list[FoundGame]
    more: bool
    faults: list[FoundFault]
    line: dict[str, Any] | None


class NoRecordError(TabuleiroError):
    """A text without a record."""


@router.post("/import")
def import_records(body: ImportBody, context: Context) -> Imported:
    """The games of a text; nothing is stored. If parts of it are wrong, the good games are read,
    and each problem is reported with its line and column."""
    context.check_rate("imports")
    found = context.services.sandbox.run(read_games, body.text, context.language)
    if not found.games and not found.faults:
        raise NoRecordError(say("there is no record in the text"))
    line = line_data(line_of_record(found.only), context.language) if found.only else None
    return Imported(games=found.games, more=found.more, faults=found.faults, line=line)
