"""The routes of all pages, static files, reader preferences and the error page.

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
from tabuleiro.web.content.line_urls import LONGEST_QUERY
from tabuleiro.web.content.stylesheet import THEME_NAMES, themes_css
from tabuleiro.web.http.session import LANGUAGE_COOKIE, YEAR, services_of
from tabuleiro.web.pages import editor, game, home, lines, new_game, puzzles, reviews, studies
from tabuleiro.web.pages.templating import SOUND_COOKIE, STATIC, THEME_COOKIE, render

SMALLEST_ZIPPED = 1_000  # bytes from which an answer is worth compressing
FORGET = "max-age=3600"

Text = Annotated[str, Form(max_length=200)]
Address = Annotated[str, Form(max_length=LONGEST_QUERY + 200)]


# --- settings ------------------------------------------------------------------------------


def change_settings(
    request: Request, language: Text, theme: Text, sound: Text, back: Address = "/"
) -> Response:
    """Stores the chosen preferences in cookies, and leads back."""
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
    Route("GET", "/", home.home),
    Route("GET", "/learn", home.learn),
    Route("GET", "/rules/{game_id}", home.rules),
    Route("GET", "/first/{game_id}", home.first),
    Route("GET", "/new/{game_id}", new_game.new),
    Route("POST", "/new/{game_id}", new_game.open_new),
    Route("POST", "/play/{game_id}", new_game.play),
    Route("GET", "/g/{game_id}", game.game),
    Route("GET", "/g/{game_id}/join", game.show_open),
    Route("POST", "/g/{game_id}/join", game.join_open),
    Route("GET", "/join/{token}", game.show_invitation),
    Route("POST", "/join/{token}", game.join),
    Route("GET", "/device/{token}", game.show_device),
    Route("POST", "/device/{token}", game.use_device),
    Route("GET", "/puzzles", puzzles.home),
    Route("GET", "/puzzles/{game_id}", puzzles.of_game),
    Route("GET", "/puzzles/{game_id}/{number}", puzzles.one),
    Route("GET", "/review/game/{game_id}", reviews.of_game),
    Route("GET", "/review/line/{game_id}", reviews.of_line),
    Route("GET", "/edit/{game_id}", editor.show_editor),
    Route("GET", "/import", lines.show_import),
    Route("GET", "/p/{game_id}", lines.show_line),
    Route("GET", "/p/{game_id}/{name}", lines.line_file),
    Route("GET", "/g/{game_id}/share", lines.show_game),
    Route("GET", "/g/{game_id}/share/{name}", lines.game_file),
    Route("GET", "/embed/{game_id}", lines.embed_line),
    Route("GET", "/embed/g/{game_id}", lines.embed_game),
    Route("GET", "/study", studies.home),
    Route("GET", "/study/game/{game_id}", studies.of_game),
    Route("GET", "/study/line/{game_id}", studies.of_line),
    Route("GET", "/study/{study_id}", studies.own),
    Route("GET", "/shared/{shared}", studies.shared),
    Route("POST", "/settings", change_settings),
    Route("GET", "/themes.css", themes),
)


class RevalidatedStaticFiles(StaticFiles):
    """Files that browsers keep, and ask each time whether they are still the same."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Gives an app its pages."""
    for route in ROUTES:
        app.add_api_route(
            route.path,
            route.serve,
            methods=[route.method],
            include_in_schema=False,
            response_model=None,
        )
    app.state.error_page = error_page
    app.mount("/static", RevalidatedStaticFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED)
