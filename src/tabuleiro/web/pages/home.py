"""The home page, the learning page, the rules of a game and the guided first game."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.games import find_game, games
from tabuleiro.language import translator
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.game_lists import row_of, worth_listing
from tabuleiro.web.content.pictures import sample_picture
from tabuleiro.web.content.rules import headings, rules_of, rules_title
from tabuleiro.web.http.session import language_of, secret_of
from tabuleiro.web.pages.puzzles import puzzles_of
from tabuleiro.web.pages.templating import messages_json, render
from tabuleiro.web.services import services_of

FIRST_LISTED = 6
"""Of more games of one's own the rest is shown when it is asked for."""


class GameCard(NamedTuple):
    """A game with its picture."""

    game: Game[Any]
    picture: Markup

    @property
    def has_puzzles(self) -> bool:
        """Whether puzzles come with it."""
        return bool(puzzles_of(self.game))


def home(request: Request) -> Response:
    """The games, one's own and those of whoever waits for an opponent."""
    house = services_of(request).games
    mine = house.my_games(secret_of(request))
    own = {listing.row.id for listing in mine}
    return render(
        request,
        "home.html",
        cards=game_cards(request),
        mine=[row_of(listing) for listing in worth_listing(mine)],
        first=FIRST_LISTED,
        waiting=sum(listing.your_turn for listing in mine),
        invitations=[row_of(each) for each in house.open_games() if each.row.id not in own],
    )


def learn(request: Request) -> Response:
    """Lessons and rules of every game."""
    return render(request, "learn.html", cards=game_cards(request))


def game_cards(request: Request) -> list[GameCard]:
    """Every game with what it looks like."""
    language = language_of(request)
    return [GameCard(game, sample_picture(game, language)) for game in games().values()]


def rules(request: Request, game_id: str) -> Response:
    """The rules of a game, with positions to try."""
    game, language = find_game(game_id), language_of(request)
    blocks = rules_of(game, language)
    return render(
        request,
        "rules.html",
        game=game,
        title=rules_title(game, language),
        has_puzzles=bool(puzzles_of(game)),
        contents=headings(blocks),
        blocks=blocks,
        words=messages_json(script_messages.TRYING, language),
    )


def first(request: Request, game_id: str) -> Response:
    """A guided first game."""
    game, language = find_game(game_id), language_of(request)
    if not game.lesson:
        return rules(request, game_id)
    translate = translator(language)
    stages = [
        {
            "position": stage.position,
            "task": stage.task.text(translate),
            "move": stage.move,
            "lesson": stage.lesson.text(translate),
        }
        for stage in game.lesson
    ]
    return render(
        request,
        "first.html",
        game=game,
        lesson=game.lesson,
        stages=json.dumps(stages),
        words=messages_json(script_messages.TRYING, language),
    )
