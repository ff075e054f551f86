"""What a request says about its sender: browser secret, language, form token; their cookies."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tabuleiro.language import ENGLISH, LANGUAGES, translator
from tabuleiro.web.games.state import ViewedGame, Viewer
from tabuleiro.web.secrets import is_secret, new_secret

if TYPE_CHECKING:
    from tabuleiro.web.services import Services

SECRET_COOKIE = "tabuleiro"  # noqa: S105 - its name, not what it holds
FORM_COOKIE = "tabuleiro_form"
LANGUAGE_COOKIE = "lang"
YEAR = 365 * 86_400

AnyResponse = TypeVar("AnyResponse", bound=Response)


def services_of(request: HTTPConnection) -> Services:
    """The services of the server that a request is made to."""
    return cast("Services", request.app.state.services)


class RequestContext:
    """A request: who makes it, in what language, and the services of the server."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services = services_of(request)
        self.settings = self.services.settings
        self.games = self.services.games
        self.secret = secret_of(request)
        self.language = language_of(request)
        self.translate = translator(self.language)
        self.address: str = request.state.address

    @cached_property
    def own_secret(self) -> str:
        """The secret of the browser; a new one if it has none yet."""
        return self.secret or new_secret()

    @property
    def viewer_key(self) -> str:
        """What tells viewers apart; those without a secret go by their address."""
        return self.secret or self.address

    def with_secret(self, response: AnyResponse) -> AnyResponse:
        """A response that tells the browser to keep its own secret."""
        set_secret_cookie(response, self.own_secret, self.settings.https)
        return response

    def state_json(self, viewed: ViewedGame) -> str:
        """The state of a game as this viewer sees it, as JSON."""
        viewer = Viewer(viewed.seats, self.language)
        return self.services.renderer.render(viewed.game, viewer, self.games.now())

    def check_rate(self, what: str) -> None:
        """Refuses what this address does too often."""
        self.request.app.state.limiter.consume(what, self.address)


Context = Annotated[RequestContext, Depends(RequestContext)]


def json_response(text: str, status: int = 200) -> Response:
    """A response with JSON that is written already."""
    return Response(text, status, media_type="application/json")


def secret_of(request: HTTPConnection) -> str:
    """The secret of the browser that asks; none when it has not been given one."""
    given = request.cookies.get(SECRET_COOKIE, "")
    return given if is_secret(given) else ""


def set_secret_cookie(response: Response, secret: str, https: bool) -> None:
    """Lets the browser keep its secret, out of the reach of scripts and of other sites."""
    response.set_cookie(
        SECRET_COOKIE, secret, max_age=YEAR, httponly=True, samesite="lax", secure=https
    )


def form_token_of(request: HTTPConnection) -> str:
    """The token that the forms of a page send back: the one in the cookie, or a new one."""
    given = request.cookies.get(FORM_COOKIE, "")
    return given if is_secret(given) else new_secret()


def set_form_cookie(response: Response, token: str, https: bool) -> None:
    """Lets the browser keep the token that its forms send back."""
    response.set_cookie(FORM_COOKIE, token, httponly=True, samesite="strict", secure=https)


def language_of(request: HTTPConnection) -> str:
    """The language that the reader has chosen, else the first that the browser asks for and that
    there is, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = (language_code(part) for part in request.headers.get("accept-language", "").split(","))
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def language_code(part: str) -> str:
    """`pt` of `pt-BR;q=0.8`, a part of Accept-Language."""
    return part.partition(";")[0].strip().partition("-")[0].lower()
