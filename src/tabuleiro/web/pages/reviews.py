"""The page of a game review."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.scene import player_name
from tabuleiro.language import translator
from tabuleiro.records import Record
from tabuleiro.web.api.positions import PositionView, position_data
from tabuleiro.web.board import still_board
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.line_urls import checked_query, query_of_record, read_line
from tabuleiro.web.content.pictures import tone_of
from tabuleiro.web.content.titles import subtitle_of, title_of_study
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.state import to_json
from tabuleiro.web.http.session import language_of, secret_of, set_secret_cookie
from tabuleiro.web.pages.studies import opponents_of
from tabuleiro.web.pages.templating import messages_json, name_of, render
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of


def of_game(request: Request, game_id: str) -> Response:
    """The review of a game that is over; who played one side of it may keep to his own moves."""
    house = services_of(request).games
    seen = house.view(game_id, secret_of(request))
    if not seen.game.table.over:
        raise NotAllowedError(say("this game can be reviewed when it is over"))
    record = house.record(game_id)
    study = f"/study/game/{game_id}"
    return page(request, record, title_of_study(record, ""), study, seen.seats)


def of_line(request: Request, game_id: str) -> Response:
    """The review of moves that an address describes."""
    record = read_line(game_id, checked_query(request))
    title = say("Review of {game}", game=record.start.game.name)
    return page(request, record, title, f"/study/line/{game_id}?{query_of_record(record)}")


def page(
    request: Request, record: Record, title: Message, study: str, own: tuple[int, ...] = ()
) -> Response:
    """The page with a game's moves; `study` is where they are studied, `own` whom the reader
    played. The browser is given a secret, so that its review is told from those of others at the
    same address."""
    language = language_of(request)
    translate = translator(language)
    start = record.start
    game: Game[Any] = start.game
    players = [player_name(player) for player in range(start.players)]
    response = render(
        request,
        "review.html",
        game=game,
        title=title,
        subtitle=subtitle_of(record),
        study=study,
        moves=json.dumps([ply.move for ply in record.plies]),
        state=to_json(position_data(PositionView(start), translate)),
        still=json.dumps(still_board(start.scene(), translate)),
        words=messages_json(script_messages.REVIEW, language),
        tones=json.dumps([tone_of(game, player) for player in range(start.players)]),
        names=json.dumps([player.text(translate) for player in players]),
        own=json.dumps(own if len(own) < start.players else ()),
        opponents=opponents_of(game),
        players=players,
        name=name_of(request),
        play_title=say("Try again from here"),
    )
    set_secret_cookie(
        response, secret_of(request) or new_secret(), services_of(request).settings.https
    )
    return response
