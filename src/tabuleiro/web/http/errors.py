"""Errors as HTTP responses: the status and code of each kind of error, and their common format."""

import json
import logging
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope

from tabuleiro.core.message import GameError, Message, MoveError, TabuleiroError, quote, say
from tabuleiro.language import Translate, translator
from tabuleiro.play import TableError
from tabuleiro.web.games import errors
from tabuleiro.web.games.studies import NoSuchStudyError, StaleStudyError
from tabuleiro.web.http.session import language_of
from tabuleiro.web.store.database import UnavailableError
from tabuleiro.web.workers.pool import BusyError, ClosedError

log = logging.getLogger("tabuleiro.web")


ERROR_KINDS: dict[type[TabuleiroError], tuple[int, str]] = {
    errors.NoSuchGameError: (404, "no_such_game"),
    GameError: (404, "no_such_game"),
    errors.DamagedGameError: (500, "damaged"),
    errors.NoSuchPuzzleError: (404, "no_such_puzzle"),
    errors.ForeignSeatError: (403, "not_your_seat"),
    errors.NotAllowedError: (403, "not_allowed"),
    NoSuchStudyError: (404, "no_such_study"),
    StaleStudyError: (409, "stale"),
    errors.UsedUpError: (410, "used_up"),
    errors.StaleError: (409, "stale"),
    TableError: (409, "not_now"),
    MoveError: (422, "illegal_move"),
    BusyError: (503, "busy"),
    ClosedError: (503, "busy"),
    UnavailableError: (503, "unavailable"),
    TabuleiroError: (422, "invalid"),
}
"""The statuses and codes of our errors; a special case comes before its general one."""

STATUSES: dict[int, tuple[str, Message]] = {
    400: ("bad_request", say("this request cannot be read")),
    404: ("not_found", say("there is no such page")),
    405: ("method_not_allowed", say("this cannot be done with it")),
    413: ("too_large", say("this is more than may be sent at a time")),
    415: ("wrong_type", say("send JSON")),
    500: ("internal", say("something went wrong here; nothing is lost, try again")),
}
"""The kinds of errors that the framework raises itself, by status."""

UNKNOWN_FIELD = ("extra_forbidden", "unexpected_keyword_argument")
"""Pydantic's names for a field that a request does not have."""


class RefusalError(TabuleiroError):
    """A request that is refused, with a status and a code; `wait` is the seconds to wait, `field`
    the wrong field."""

    def __init__(
        self, status: int, code: str, message: Message, wait: float = 0, field: str = ""
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.wait = wait
        self.field = field


class TooManyError(RefusalError):
    """A request of an address that has made, or is waiting for, too many."""

    def __init__(self, message: Message, wait: float) -> None:
        super().__init__(429, "too_many", message, wait)


def refusal_of(error: TabuleiroError) -> RefusalError:
    """Any of our errors, with its status and code."""
    if isinstance(error, RefusalError):
        return error
    kind = next(kind for known, kind in ERROR_KINDS.items() if isinstance(error, known))
    return RefusalError(*kind, error.message, field=getattr(error, "field", ""))


def error_response(
    request: HTTPConnection,
    error: TabuleiroError,
    state: str = "",
    translate: Translate | None = None,
) -> Response:
    """The response to an error in the reader's language: in the common format of errors, or as a
    page for people. `state` is JSON, and `translate` may know the names of players."""
    refusal = refusal_of(error)
    if refusal.status == 503:
        log.warning("%s was answered with 503: %s", route_of(request.scope), error)
    headers = {"Retry-After": str(int(refusal.wait) + 1)} if refusal.wait else None
    if wants_page(request):
        page: Response = request.app.state.error_page(request, refusal.status, refusal.message)
        page.headers.update(headers or {})
        return page
    message = refusal.message.text(translate or translator(language_of(request)))
    found: dict[str, Any] = {"code": refusal.code, "message": message}
    if refusal.field:
        found["field"] = refusal.field
    text = json.dumps(found, ensure_ascii=False)
    if state:
        text = f'{text[:-1]}, "state": {state}}}'
    text = f'{{"error": {text}}}'
    return Response(text, refusal.status, headers, media_type="application/json")


def status_error(status: int) -> RefusalError:
    """An error of the framework."""
    return RefusalError(status, *STATUSES.get(status, STATUSES[400]))


def route_of(scope: Scope) -> str:
    """The route that serves a request, its parameters by name: it holds no secrets."""
    return getattr(scope.get("route"), "path", "-")


def wants_page(request: HTTPConnection) -> bool:
    """Whether to answer with a page: a browser asks for one, and the app has pages."""
    return (
        "text/html" in request.headers.get("accept", "")
        and not request.url.path.startswith("/api/")
        and "app" in request.scope
        and hasattr(request.app.state, "error_page")
    )


def install_errors(app: FastAPI) -> None:
    """Registers the handlers that give every error of the app the common format."""

    @app.exception_handler(TabuleiroError)
    async def refuse(request: Request, error: TabuleiroError) -> Response:
        return error_response(request, error)

    @app.exception_handler(HTTPException)
    async def refuse_request(request: Request, error: HTTPException) -> Response:
        response = error_response(request, status_error(error.status_code))
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(RequestValidationError)
    async def refuse_values(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        if first["type"] in UNKNOWN_FIELD:
            message = say("the API has no field {field} here: leave it out", field=quote(field))
        else:
            message = say("{field} is missing or is not what the API asks for", field=field)
        return error_response(request, RefusalError(422, "invalid", message, field=field))
