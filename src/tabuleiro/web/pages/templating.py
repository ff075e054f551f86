"""Rendering Jinja templates in the reader's language and theme."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from posixpath import normpath
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from tabuleiro.analysis import shipped_puzzles
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.language import LANGUAGES
from tabuleiro.play.player_names import tone_of
from tabuleiro.web.api.positions import PositionView, position_data
from tabuleiro.web.board import still_board
from tabuleiro.web.content.downloads import PREVIEW
from tabuleiro.web.content.pictures import sample_picture
from tabuleiro.web.content.stylesheet import THEME_NAMES
from tabuleiro.web.games.names import clean_name
from tabuleiro.web.games.state import to_json
from tabuleiro.web.http.session import (
    FORM_COOKIE,
    LANGUAGE_COOKIE,
    NAME_COOKIE,
    THEME_COOKIE,
    AnyResponse,
    RequestContext,
)
from tabuleiro.web.secrets import is_secret, new_secret

STATIC = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^import [^;]*?"(\.[^"]+\.js)";', re.MULTILINE)
SOUND_COOKIE = "sound"
PREFERENCES = (LANGUAGE_COOKIE, NAME_COOKIE, SOUND_COOKIE, THEME_COOKIE)


NAVIGATION = (("/", say("Play")), ("/study", say("Study")), ("/learn", say("Learn")))
"""The parts of the site that every page links to."""


@pass_context
def translated(context: Context, value: Any) -> Any:
    """A value for a template: messages in the language of the page, others unchanged."""
    return value.text(context["translate"]) if isinstance(value, Message) else value


@pass_context
def sentence(context: Context, message: Message) -> str:
    """A message as a sentence: with a capital letter and a full stop."""
    text = message.text(context["translate"])
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."


@pass_context
def templates_json(context: Context, messages: Mapping[str, Message]) -> str:
    """Messages for a script, which fills in their values."""
    translate = context["translate"]
    return json.dumps({name: translate(each.template) for name, each in messages.items()})


@pass_context
def picture_of_game(context: Context, game: Game[Any]) -> Markup:
    """The picture of a game in the language of the page."""
    return sample_picture(game, context["language"])


@cache
def templates() -> Environment:
    """The templates. All values are escaped; unknown names are errors."""
    environment = Environment(
        loader=PackageLoader("tabuleiro.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=translated,
    )
    environment.filters |= {
        "picture": picture_of_game,
        "puzzles": shipped_puzzles,
        "sentence": sentence,
        "templates": templates_json,
    }
    environment.globals |= {
        "say": say,
        "places": NAVIGATION,
        "languages": LANGUAGES,
        "themes": THEME_NAMES,
        "modules_of": modules_of,
        "preview_size": PREVIEW,
    }
    return environment


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """All modules that a script needs, so that a browser can fetch them at once."""
    found: list[str] = []
    waiting = [script]
    for name in waiting:
        text = (STATIC / name).read_text("utf-8")
        imported = [normpath(Path(name).parent / path) for path in IMPORT.findall(text)]
        waiting += [path for path in imported if path not in waiting]
        found += [path for path in imported if path not in found]
    return tuple(found)


def render(
    context: RequestContext,
    template: str,
    status_code: int = 200,
    forms: bool = True,
    **values: Any,
) -> HTMLResponse:
    """A page. If it has `forms`, they send a token that is also in a cookie. Pages about a position
    have their own `translate`, which calls players by their colours."""
    request, settings = context.request, context.settings
    kept = request.cookies.get(FORM_COOKIE, "")
    token = kept if is_secret(kept) else new_secret()
    usual = {
        "translate": context.translate,
        "language": context.language,
        "theme": context.theme,
        "alone": request.app.state.alone,
        "sound": request.cookies.get(SOUND_COOKIE) == "on",
        "form_token": token,
        "here": request.url.path,
        "back": back_to(request),
        "origin": context.origin,
        "name": context.name,
        "name_length": settings.name_length,
    }
    text = templates().get_template(template).render(usual | values)
    response = HTMLResponse(text, status_code)
    if forms:
        response.set_cookie(
            FORM_COOKIE, token, httponly=True, samesite="strict", secure=settings.https
        )
    return response


def analysis_page(
    context: RequestContext,
    template: str,
    position: Position,
    *,
    prospects: bool = False,
    **values: Any,
) -> HTMLResponse:
    """A page with the board of a position, perhaps with marks of what could happen next. The
    browser gets a secret, so that its analyses are distinguished from those of others with the same
    address."""
    translate = context.translate_in(position)
    players = [player_name(player) for player in range(position.players)]
    look = PositionView(position, position.scene(), prospects=prospects)
    board: dict[str, Any] = {
        "game": position.game,
        "translate": translate,
        "state": to_json(position_data(look, translate)),
        "still": json.dumps(still_board(look.drawn, translate)),
        "tones": json.dumps([tone_of(position.game, seat) for seat in range(position.players)]),
        "players": players,
        "names": json.dumps([player.text(translate) for player in players]),
    }
    return context.with_secret(render(context, template, **(board | values)))


def with_name(context: RequestContext, response: AnyResponse, name: str) -> AnyResponse:
    """A response that tells the browser to remember the name of its reader."""
    kept = quote(clean_name(name, context.settings.name_length))
    return context.with_cookie(response, NAME_COOKIE, kept)


def back_to(request: Request) -> str:
    """The target of the settings form of a page: the same page, unless its path is a secret."""
    secret = request.url.path.startswith(("/join/", "/device/", "/keep/"))
    query = f"?{request.url.query}" if request.url.query else ""
    return "/" if secret else request.url.path + query
