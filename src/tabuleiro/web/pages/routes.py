"""The routes of all pages, static files, reader preferences and the error page.

GET requests change nothing; changes are forms with a token, answered by a redirect. Everything else
that the scripts of pages do goes through the API.
"""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import FastAPI, Form
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from tabuleiro.core.message import Message
from tabuleiro.language import LANGUAGES
from tabuleiro.web.content.line_urls import LONGEST_QUERY
from tabuleiro.web.content.stylesheet import THEME_NAMES, themes_css
from tabuleiro.web.http.session import LANGUAGE_COOKIE, THEME_COOKIE, Context, RequestContext
from tabuleiro.web.pages import (
    editor,
    game,
    home,
    lines,
    new_game,
    puzzles,
    recovery,
    reviews,
    studies,
)
from tabuleiro.web.pages.templating import SOUND_COOKIE, STATIC, render

SMALLEST_ZIPPED = 1_000  # bytes: smaller responses are not compressed
FORGET = "max-age=3600"

Text = Annotated[str, Form(max_length=200)]
Address = Annotated[str, Form(max_length=LONGEST_QUERY + 200)]


# --- settings ------------------------------------------------------------------------------


def change_settings(
    context: Context, language: Text, theme: Text, sound: Text, back: Address = "/"
) -> Response:
    """Stores the chosen preferences in cookies, and redirects back."""
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if local else "/", 303)
    chosen = {LANGUAGE_COOKIE: language, THEME_COOKIE: theme, SOUND_COOKIE: sound}
    allowed = {LANGUAGE_COOKIE: LANGUAGES, THEME_COOKIE: THEME_NAMES, SOUND_COOKIE: ("on", "off")}
    for name, value in chosen.items():
        if value in allowed[name]:
            context.with_cookie(response, name, value)
    return response


def themes(_: Request) -> Response:
    """The colours as a stylesheet."""
    return Response(themes_css(), media_type="text/css", headers={"Cache-Control": FORGET})


# --- errors --------------------------------------------------------------------------------


def error_page(request: HTTPConnection, status: int, reason: Message) -> Response:
    """The page that explains an error."""
    context = RequestContext(Request(request.scope))
    return render(context, "error.html", status, status=status, reason=reason)


# --- routes --------------------------------------------------------------------------------


ROUTES: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    ("GET", "/", home.home),
    ("GET", "/games", home.my_games),
    ("GET", "/keep", recovery.show_keep),
    ("POST", "/keep", recovery.make_link),
    ("POST", "/keep/revoke", recovery.revoke_link),
    ("GET", "/keep/{token}", recovery.show_link),
    ("POST", "/keep/{token}", recovery.use_link),
    ("GET", "/learn", home.learn),
    ("GET", "/rules/{game_id}", home.rules),
    ("GET", "/first/{game_id}", home.first),
    ("GET", "/new/{game_id}", new_game.new),
    ("POST", "/new/{game_id}", new_game.open_new),
    ("POST", "/play/{game_id}", new_game.play),
    ("POST", "/friend/{game_id}", game.play_friend),
    ("GET", "/g/{game_id}", game.game),
    ("GET", "/g/{game_id}/invite", game.invite),
    ("POST", "/g/{game_id}/invite", game.rename_host),
    ("GET", "/g/{game_id}/join", game.show_open),
    ("POST", "/g/{game_id}/join", game.join_open),
    ("GET", "/join/{token}", game.show_invitation),
    ("POST", "/join/{token}", game.join),
    ("GET", "/device/{token}", game.show_device),
    ("POST", "/device/{token}", game.use_device),
    ("GET", "/puzzles", puzzles.puzzle_list),
    ("GET", "/puzzles/{game_id}", puzzles.puzzle_list),
    ("GET", "/puzzles/{game_id}/{number}", puzzles.one),
    ("GET", "/review/game/{game_id}", reviews.of_game),
    ("GET", "/review/line/{game_id}", reviews.of_line),
    ("GET", "/edit/{game_id}", editor.show_editor),
    ("GET", "/import", lines.show_import),
    ("GET", "/p/{game_id}", lines.show_line),
    ("GET", "/p/{game_id}/{name}", lines.line_file),
    ("GET", "/g/{game_id}/share", lines.show_line),
    ("GET", "/g/{game_id}/share/{name}", lines.line_file),
    ("GET", "/embed/{game_id}", lines.embed_line),
    ("GET", "/embed/g/{game_id}", lines.embed_line),
    ("GET", "/study", studies.home),
    ("GET", "/study/game/{game_id}", studies.of_game),
    ("GET", "/study/line/{game_id}", studies.of_line),
    ("GET", "/study/{study_id}", studies.own),
    ("GET", "/shared/{shared}", studies.shared),
    ("POST", "/settings", change_settings),
    ("GET", "/themes.css", themes),
)


class RevalidatedStaticFiles(StaticFiles):
    """Files that browsers cache, but revalidate each time."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Adds the pages to an app."""
    for method, path, serve in ROUTES:
        app.add_api_route(
            path, serve, methods=[method], include_in_schema=False, response_model=None
        )
    app.state.error_page = error_page
    app.mount("/static", RevalidatedStaticFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED)
