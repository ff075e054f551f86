"""The JSON API that reads uploaded records. Nothing is stored."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, Field

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.records.json import write_json
from tabuleiro.web.api.models import Body, api_router
from tabuleiro.web.content.loose_records import LINE_PATH, URL
from tabuleiro.web.content.uploaded_records import FoundFault, FoundGame, read_games
from tabuleiro.web.games.errors import NoSuchGameError
from tabuleiro.web.games.studies import NoSuchStudyError
from tabuleiro.web.http.session import Context, RequestContext
from tabuleiro.web.pages.lines import line_data, line_of_record

STORED_PATH = re.compile(r"/(g|embed/g|review/game|study/game|study|shared)/(\w{12})(?:/share)?")

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


@router.post("/import")
def import_records(body: ImportBody, context: Context) -> Imported:
    """The games of a text; nothing is stored. If parts of it are wrong, the good games are read,
    and each problem is reported with its line and column."""
    context.check_rate("imports")
    text = linked_record(body.text, context) or body.text
    found = context.services.sandbox.run(read_games, text, context.language, source=context.address)
    line = None
    if found.only:
        translate = context.translate_in(found.only.start)
        line = line_data(line_of_record(found.only), translate)
    return Imported(
        games=found.games, more=found.more, faults=found.faults, assumed=found.assumed, line=line
    )


def linked_record(text: str, context: RequestContext) -> str:
    """The record of a game or study of this server as JSON, if the text is its URL; else empty. A
    URL without a game is refused."""
    url = URL.fullmatch(text.strip())
    if not url or LINE_PATH.fullmatch(url["path"]):
        return ""
    ours = url["host"] in (None, context.request.url.netloc)
    if stored := STORED_PATH.fullmatch(url["path"]):
        try:
            return stored_record(stored[1], stored[2], context)
        except (NoSuchGameError, NoSuchStudyError):
            if ours:
                raise
    raise TabuleiroError(
        say("this page shows no game: copy the link of a game, study, line or position")
        if ours
        else say(
            "links to other sites, such as {host}, cannot be read: paste the moves or the record",
            host=url["host"],
        )
    )


def stored_record(kind: str, name: str, context: RequestContext) -> str:
    """The record of a game or study of this server as JSON."""
    studies = context.games.studies
    if kind == "shared":
        return json.dumps(studies.get_shared(name).record)
    if kind == "study":
        return json.dumps(studies.get_own(name, context.secret).record)
    return write_json(context.games.record(name))
