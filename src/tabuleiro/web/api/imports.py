"""The JSON API that reads uploaded records, and the import page. Nothing is stored.

A text may be anything. Nothing of it is stored, and all of it is shown as text.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.language import Translate
from tabuleiro.records.stream import Fault
from tabuleiro.web.api.games import Context, json_response
from tabuleiro.web.api.models import Body, ErrorAnswer
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.uploaded_records import UploadedGame, read_games
from tabuleiro.web.games.state import to_json
from tabuleiro.web.http.session import language_of
from tabuleiro.web.pages.lines import line_data, line_of_record
from tabuleiro.web.pages.templating import messages_json, render
from tabuleiro.web.services import services_of

router = APIRouter(
    prefix="/api/v1",
    responses={"4XX": {"model": ErrorAnswer}, "5XX": {"model": ErrorAnswer}},
)


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


@router.post("/import", response_model=Imported)
def import_records(body: ImportBody, visit: Context) -> Response:
    """The games of a text; nothing of it is stored. Of a damaged one the good games are read, and
    what is wrong is told with its line and column."""
    visit.check_rate("imports")
    games = visit.services.sandbox.run(read_games, body.text)
    if not games.found and not games.faults:
        raise NoRecordError(say("there is no record in the text"))
    data = {
        "games": [
            game_data(number, found, visit.translate)
            for number, found in enumerate(games.found, start=1)
        ],
        "more": games.more,
        "faults": [fault_data(fault, visit.translate) for fault in games.faults],
        "line": line_data(line_of_record(games.only), visit.language) if games.only else None,
    }
    return json_response(to_json(data))


def game_data(number: int, found: UploadedGame, translate: Translate) -> dict[str, Any]:
    """A game of a file at a glance."""
    return {
        "number": number,
        "title": found.title.text(translate),
        "facts": [fact.text(translate) for fact in found.facts],
        "result": found.result,
        "moves": found.moves,
        "record": found.json,
    }


def fault_data(fault: Fault, translate: Translate) -> dict[str, Any]:
    """What is wrong in a file."""
    return {"line": fault.line, "column": fault.column, "reason": fault.reason.text(translate)}


def show_import(request: Request) -> Response:
    """The page on which records are brought."""
    most = services_of(request).settings.import_bytes
    too_large: Message = say("A file has at most {most} kB.", most=most // 1024)
    return render(
        request,
        "import.html",
        most=most,
        too_large=too_large,
        words=messages_json(script_messages.IMPORTING, language_of(request)),
    )
