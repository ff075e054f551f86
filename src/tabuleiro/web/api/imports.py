"""The JSON API that reads uploaded records. Nothing is stored."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, Field

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.records.json import write_json
from tabuleiro.web.api.models import Body, api_router
from tabuleiro.web.content.uploaded_records import FoundFault, FoundGame, read_games
from tabuleiro.web.http.session import Context, RequestContext
from tabuleiro.web.pages.lines import line_data, line_of_record

STORED_PATH = re.compile(
    r"/(g|review/game|study/game|study|shared)/(\w{12})(?:/share)?(?:[?#].*)?$"
)

router = api_router()


class ImportBody(Body):
    """The text of a file of records, or one record, as text or as JSON; or bare moves, a position,
    or the URL of a game, line or position here."""

    text: Annotated[str, Field(max_length=2**24)]


class Imported(BaseModel):
    """The contents of a file: its good games, whether it has more than are read, what is wrong in
    it, what was assumed where something was missing. If there is only one game, `line` is its data
    for the board."""

    games: list[FoundGame]
    more: bool
    faults: list[FoundFault]
    assumed: list[str]
    line: dict[str, Any] | None


class NoRecordError(TabuleiroError):
    """A text without a record."""


@router.post("/import")
def import_records(body: ImportBody, context: Context) -> Imported:
    """The games of a text; nothing is stored. If parts of it are wrong, the good games are read,
    and each problem is reported with its line and column."""
    context.check_rate("imports")
    text = linked_record(body.text.strip(), context) or body.text
    found = context.services.sandbox.run(read_games, text, context.language)
    if not found.games and not found.faults:
        raise NoRecordError(say("there is no record in the text"))
    line = line_data(line_of_record(found.only), context.language) if found.only else None
    return Imported(
        games=found.games, more=found.more, faults=found.faults, assumed=found.assumed, line=line
    )


def linked_record(text: str, context: RequestContext) -> str:
    """The record of a game or study of this server as JSON, if the text is its URL; else empty."""
    stored = STORED_PATH.search(text) if len(text.split()) == 1 else None
    if not stored:
        return ""
    kind, name = stored.groups()
    if kind in ("g", "review/game", "study/game"):
        return write_json(context.games.record(name))
    studies = context.games.studies
    study = studies.get_shared(name) if kind == "shared" else studies.get_own(name, context.secret)
    return json.dumps(study.record)
