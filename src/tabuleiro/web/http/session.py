"""What a request says about its sender: browser secret, language, form token; their cookies."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, TypeVar, cast
from urllib.parse import unquote

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tabuleiro.core.position import Position
from tabuleiro.language import ENGLISH, LANGUAGES, Translate, translator
from tabuleiro.play import Table
from tabuleiro.play.player_names import with_sides
from tabuleiro.web.content.stylesheet import SYSTEM, THEME_NAMES
from tabuleiro.web.games.new_game import NewGameRequest
from tabuleiro.web.games.state import ViewedGame, Viewer, translator_at
from tabuleiro.web.secrets import is_secret, new_secret

if TYPE_CHECKING:
    from tabuleiro.web.services import Services

SECRET_COOKIE = "tabuleiro"  # noqa: S105 - its name, not its value
FORM_COOKIE = "tabuleiro_form"
LANGUAGE_COOKIE = "lang"
THEME_COOKIE = "theme"
NAME_COOKIE = "name"
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
        given = request.cookies.get(SECRET_COOKIE, "")
        self.secret = given if is_secret(given) else ""
        self.language = language_of(request)
        self.theme = theme_of(request)
        self.translate = translator(self.language)
        self.address: str = request.state.address

    @cached_property
    def own_secret(self) -> str:
        """The secret of the browser; a new one if it has none yet."""
        return self.secret or new_secret()

    @property
    def viewer_key(self) -> str:
        """What identifies a viewer: the secret, or the address of one without a secret."""
        return self.secret or self.address

    @property
    def origin(self) -> str:
        """The origin of this server for its visitors: a proxy may provide HTTPS."""
        scheme = "https" if self.settings.https else "http"
        return f"{scheme}://{self.request.url.netloc}"

    @property
    def name(self) -> str:
        """The name of the reader, as the browser remembers it."""
        return unquote(self.request.cookies.get(NAME_COOKIE, ""))

    def with_secret(self, response: AnyResponse) -> AnyResponse:
        """The response with a cookie for the secret of the browser, which scripts and other sites
        cannot read."""
        return self.with_cookie(response, SECRET_COOKIE, self.own_secret, httponly=True)

    def with_cookie(
        self, response: AnyResponse, name: str, value: str, *, httponly: bool = False
    ) -> AnyResponse:
        """The response with a cookie that the browser keeps for a year."""
        response.set_cookie(
            name, value, YEAR, httponly=httponly, samesite="lax", secure=self.settings.https
        )
        return response

    def translate_at(self, table: Table) -> Translate:
        """The translator for texts about a game: with the names of its players."""
        return translator_at(table, self.language, self.theme)

    def translate_in(self, position: Position) -> Translate:
        """The translator for texts about a position: with the colours that its players have."""
        return with_sides(self.translate, position, self.theme)

    def state_json(self, viewed: ViewedGame) -> str:
        """The state of a game as this viewer sees it, as JSON."""
        viewer = Viewer(viewed.seats, self.language, self.theme)
        return self.services.renderer.render(viewed.game, viewer, self.games.now())

    def open_game(self, request: NewGameRequest) -> str:
        """Opens a game, unless this address has opened too many; its id."""
        self.check_rate("games")
        return self.games.open_game(self.own_secret, request, self.address)

    def check_rate(self, what: str) -> None:
        """Refuses a request if this address has made too many of that kind."""
        self.request.app.state.limiter.consume(what, self.address)


async def context_of(request: Request) -> RequestContext:
    """The context of a request. It is async because others are made in another thread, and a switch
    to one takes longer than to make it."""
    return RequestContext(request)


Context = Annotated[RequestContext, Depends(context_of)]


def json_response(text: str, status: int = 200) -> Response:
    """A response with JSON text."""
    return Response(text, status, media_type="application/json")


def language_of(request: HTTPConnection) -> str:
    """The language that the reader chose, else the first known one of the browser, else English."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    parts = request.headers.get("accept-language", "").lower().split(",")
    wanted = (re.split("[;-]", part)[0].strip() for part in parts)  # `pt` of `pt-BR;q=0.8`
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def theme_of(request: HTTPConnection) -> str:
    """The colours that the reader has chosen."""
    theme = request.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEME_NAMES else SYSTEM
