"""The pages that people open: routes as data; settings and errors.

GET changes nothing. What does is a form with a token, and answers with the page to go to. Whatever
the pages' scripts do beyond that goes through the API.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from fastapi import FastAPI, Form
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from tabuleiro.core.message import Message, say
from tabuleiro.language import LANGUAGES
from tabuleiro.web import (
    editing,
    game_pages,
    home_pages,
    importing,
    looking,
    new_pages,
    puzzle_pages,
    review_pages,
    sharing,
    study_pages,
    studying,
)
from tabuleiro.web.lines import LONGEST_QUERY
from tabuleiro.web.rendering import SOUND_COOKIE, STATIC, THEME_COOKIE, render
from tabuleiro.web.services import services_of
from tabuleiro.web.stylesheet import THEME_NAMES, themes_css
from tabuleiro.web.visitor import LANGUAGE_COOKIE, YEAR

SMALLEST_ZIPPED = 1_000  # bytes from which an answer is worth compressing
FORGET = "max-age=3600"

Text = Annotated[str, Form(max_length=200)]
Address = Annotated[str, Form(max_length=LONGEST_QUERY + 200)]


# --- settings ------------------------------------------------------------------------------


def change_settings(
    request: Request, language: Text, theme: Text, sound: Text, back: Address = "/"
) -> Response:
    """Keeps what the reader has chosen in his browser, and leads back."""
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if local else "/", 303)
    https = services_of(request).settings.https
    chosen = {LANGUAGE_COOKIE: language, THEME_COOKIE: theme, SOUND_COOKIE: sound}
    allowed = {LANGUAGE_COOKIE: LANGUAGES, THEME_COOKIE: THEME_NAMES, SOUND_COOKIE: ("on", "off")}
    for name, value in chosen.items():
        if value in allowed[name]:
            response.set_cookie(name, value, YEAR, samesite="lax", secure=https)
    return response


def themes(_: Request) -> Response:
    """The colours as a stylesheet."""
    return Response(themes_css(), media_type="text/css", headers={"Cache-Control": FORGET})


# --- errors --------------------------------------------------------------------------------

TITLES: dict[int, Message] = {
    403: say("That is not allowed"),
    404: say("Not found"),
    410: say("This link leads nowhere any more"),
    422: say("That cannot be had"),
    429: say("Too much at once"),
    500: say("Something went wrong"),
    503: say("Too much to do"),
}
"""What kinds of trouble are called, by status."""
TROUBLE = say("That did not work")


def error_page(request: HTTPConnection, status: int, reason: Message) -> Response:
    """What went wrong, in words."""
    title = TITLES.get(status, TROUBLE)
    return render(request, "error.html", status, status=status, title=title, reason=reason)


# --- routes --------------------------------------------------------------------------------


class Route(NamedTuple):
    """Which function answers which requests."""

    method: str
    path: str
    serve: Callable[..., Any]


ROUTES = (
    Route("GET", "/", home_pages.home),
    Route("GET", "/learn", home_pages.learn),
    Route("GET", "/rules/{game_id}", home_pages.rules),
    Route("GET", "/first/{game_id}", home_pages.first),
    Route("GET", "/new/{game_id}", new_pages.new),
    Route("POST", "/new/{game_id}", new_pages.open_new),
    Route("POST", "/play/{game_id}", new_pages.play),
    Route("GET", "/g/{game_id}", game_pages.game),
    Route("GET", "/g/{game_id}/join", game_pages.show_open),
    Route("POST", "/g/{game_id}/join", game_pages.join_open),
    Route("GET", "/join/{token}", game_pages.show_invitation),
    Route("POST", "/join/{token}", game_pages.join),
    Route("GET", "/device/{token}", game_pages.show_device),
    Route("POST", "/device/{token}", game_pages.use_device),
    Route("GET", "/puzzles", puzzle_pages.home),
    Route("GET", "/puzzles/{game_id}", puzzle_pages.of_game),
    Route("GET", "/puzzles/{game_id}/{number}", puzzle_pages.one),
    Route("GET", "/review/game/{game_id}", review_pages.of_game),
    Route("GET", "/review/line/{game_id}", review_pages.of_line),
    Route("GET", "/edit/{game_id}", editing.show_editor),
    Route("GET", "/import", importing.show_import),
    Route("GET", "/p/{game_id}", sharing.show_line),
    Route("GET", "/p/{game_id}/{name}", sharing.line_file),
    Route("GET", "/g/{game_id}/share", sharing.show_game),
    Route("GET", "/g/{game_id}/share/{name}", sharing.game_file),
    Route("GET", "/embed/{game_id}", sharing.embed_line),
    Route("GET", "/embed/g/{game_id}", sharing.embed_game),
    Route("GET", "/study", study_pages.home),
    Route("GET", "/study/game/{game_id}", study_pages.of_game),
    Route("GET", "/study/line/{game_id}", study_pages.of_line),
    Route("GET", "/study/{study_id}", study_pages.own),
    Route("GET", "/shared/{shared}", study_pages.shared),
    Route("POST", "/settings", change_settings),
    Route("GET", "/themes.css", themes),
)


class Files(StaticFiles):
    """Files that browsers keep, and ask each time whether they are still the same."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Gives an app its pages, and what their scripts ask for beyond the API of games."""
    for route in ROUTES:
        app.add_api_route(
            route.path,
            route.serve,
            methods=[route.method],
            include_in_schema=False,
            response_model=None,
        )
    app.state.error_page = error_page
    app.include_router(looking.router)
    app.include_router(editing.router)
    app.include_router(importing.router)
    app.include_router(studying.router)
    app.mount("/static", Files(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED)
