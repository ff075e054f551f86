"""The pages that people open: routes as data, and what each shows. GET never changes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.games import find_game, games
from tabuleiro.web.forms import AGAINST, CLOCKS, Filled, empty_form, fields, sitters
from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.core.scene import player_name
from tabuleiro.web.pictures import sample_picture, small_picture
from tabuleiro.web.rendering import NAME_COOKIE, render
from tabuleiro.web.stylesheet import themes_css
from tabuleiro.web.visitor import language_of
from markupsafe import Markup


class GameCard(NamedTuple):
    """A game with its picture."""

    game: Game[Any]
    picture: Markup


class SeatField(NamedTuple):
    number: int
    title: Message
    value: str


def game_cards(request: Request) -> list[GameCard]:
    """Every game with what it looks like."""
    language = language_of(request)
    return [GameCard(game, sample_picture(game, language)) for game in games().values()]


def home(request: Request) -> Response:
    """The games, one's own and those of whoever waits for an opponent."""
    return render(
        request, "home.html", cards=game_cards(request), mine=[], waiting=0, invitations=[]
    )


def learn(request: Request) -> Response:
    """Lessons and rules of every game."""
    return render(request, "learn.html", cards=game_cards(request))


def new(request: Request, game_id: str) -> Response:
    """The form of a new game."""
    game = find_game(game_id)
    against = request.query_params.get("against", AGAINST[0].name)
    form = empty_form(game, against, request.cookies.get(NAME_COOKIE, ""))
    return set_up_page(request, game, form, against)


def set_up_page(
    request: Request, game: Game[Any], form: Filled, against: str, error: TabuleiroError | None = None
) -> Response:
    shown = fields(game, form.options)
    return render(
        request,
        "new.html",
        422 if error else 200,
        game=game,
        form=form,
        chosen=against,
        againsts=AGAINST,
        seats=[SeatField(n, player_name(n - 1), value) for n, value in enumerate(form.seats, 1)],
        sitters=sitters(game),
        switches=shown.switches,
        choices=shown.choices,
        numbers=shown.numbers,
        clocks=CLOCKS,
        name_length=request.app.state.settings.name_length,
        picture=small_picture(game.start(), language_of(request)),
        trouble=error.message if error else None,
    )


def themes(request: Request) -> Response:
    return Response(themes_css(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


class Route(NamedTuple):
    method: str
    path: str
    serve: Callable[..., Response]


ROUTES = (
    Route("GET", "/", home),
    Route("GET", "/learn", learn),
    Route("GET", "/new/{game_id}", new),
    Route("GET", "/themes.css", themes),
)


def add_pages(app: FastAPI) -> None:
    for route in ROUTES:
        app.add_api_route(
            route.path, route.serve, methods=[route.method], include_in_schema=False, response_model=None
        )
