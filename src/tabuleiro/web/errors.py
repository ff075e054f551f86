"""Errors as answers: which status and which code each kind of error has, and their one shape."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tabuleiro.core.message import GameError, Message, MoveError, TabuleiroError, say
from tabuleiro.language import translator
from tabuleiro.play import TableError
from tabuleiro.web.pool import BusyError, ClosedError
from tabuleiro.web.refusals import (
    ForeignSeatError,
    NoSuchGameError,
    NotAllowedError,
    StaleError,
    UsedUpError,
)
from tabuleiro.web.store import UnavailableError
from tabuleiro.web.studies import NoSuchStudyError, StaleStudyError
from tabuleiro.web.visitor import language_of


class Kind(NamedTuple):
    """How an error is answered; programs go by the code."""

    status: int
    code: str


KINDS: dict[type[TabuleiroError], Kind] = {
    NoSuchGameError: Kind(404, "no_such_game"),
    GameError: Kind(404, "no_such_game"),
    ForeignSeatError: Kind(403, "not_your_seat"),
    NotAllowedError: Kind(403, "not_allowed"),
    NoSuchStudyError: Kind(404, "no_such_study"),
    StaleStudyError: Kind(409, "stale"),
    UsedUpError: Kind(410, "used_up"),
    StaleError: Kind(409, "stale"),
    TableError: Kind(409, "not_now"),
    MoveError: Kind(422, "illegal_move"),
    BusyError: Kind(503, "busy"),
    ClosedError: Kind(503, "busy"),
    UnavailableError: Kind(503, "unavailable"),
    TabuleiroError: Kind(422, "invalid"),
}
"""The kinds of our errors, each before those that it is a special case of."""

STATUSES: dict[int, tuple[str, Message]] = {
    400: ("bad_request", say("this request cannot be read")),
    404: ("not_found", say("there is nothing here")),
    405: ("method_not_allowed", say("this cannot be done with it")),
    413: ("too_large", say("this is more than may be sent at a time")),
    415: ("wrong_type", say("send JSON")),
    500: ("internal", say("something went wrong here; nothing is lost, try again")),
}
"""What the framework refuses by itself, by status."""


class RefusalError(TabuleiroError):
    """A request that is refused before anybody looks what it wants; `kind` is how."""

    def __init__(self, kind: Kind, message: Message, wait: float = 0) -> None:
        super().__init__(message)
        self.kind = kind
        self.wait = wait


def kind_of(error: TabuleiroError) -> Kind:
    """How an error is answered."""
    if isinstance(error, RefusalError):
        return error.kind
    return next(kind for known, kind in KINDS.items() if isinstance(error, known))


def answer_error(request: HTTPConnection, error: TabuleiroError, state: str = "") -> Response:
    """One of our errors as an answer in the reader's language; `state` is JSON."""
    kind = kind_of(error)
    field = getattr(error, "field", "")
    response = answer(request, kind, error.message, field, state)
    if isinstance(error, RefusalError) and error.wait:
        response.headers["Retry-After"] = str(int(error.wait) + 1)
    return response


def answer(
    request: HTTPConnection, kind: Kind, message: Message, field: str = "", state: str = ""
) -> Response:
    """The one shape that errors have; where a person looks at it, a page."""
    if wants_page(request):
        page: Response = request.app.state.error_page(request, kind.status, message)
        return page
    found: dict[str, Any] = {"code": kind.code}
    found["message"] = message.text(translator(language_of(request)))
    if field:
        found["field"] = field
    text = json.dumps(found, ensure_ascii=False)
    if state:
        text = f'{text[:-1]}, "state": {state}}}'
    return Response(f'{{"error": {text}}}', kind.status, media_type="application/json")


def wants_page(request: HTTPConnection) -> bool:
    """Whether a request comes from a reader of pages, which the app must have."""
    return (
        "text/html" in request.headers.get("accept", "")
        and not request.url.path.startswith("/api/")
        and "app" in request.scope
        and hasattr(request.app.state, "error_page")
    )


def answer_status(request: HTTPConnection, status: int) -> Response:
    """What the framework refuses, in our shape."""
    code, message = STATUSES.get(status, STATUSES[400])
    return answer(request, Kind(status, code), message)


def install_errors(app: FastAPI) -> None:
    """Lets every error of the app have that shape."""

    @app.exception_handler(TabuleiroError)
    async def refuse(request: Request, error: TabuleiroError) -> Response:
        return answer_error(request, error)

    @app.exception_handler(HTTPException)
    async def refuse_request(request: Request, error: HTTPException) -> Response:
        response = answer_status(request, error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(RequestValidationError)
    async def refuse_values(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        message = say("{field} is missing or is not what the API asks for", field=field)
        return answer(request, Kind(422, "invalid"), message, field)
