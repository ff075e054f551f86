"""The page of a game review."""

import json
from typing import Any

from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.play.setup import recorded_seats, seat_title
from tabuleiro.records import Record
from tabuleiro.web.content.line_urls import checked_query, query_of_record, read_line
from tabuleiro.web.content.titles import subtitle_of, title_of
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.studies import opponents_of
from tabuleiro.web.pages.templating import analysis_page


def of_game(context: Context, game_id: str) -> Response:
    """The review of a game that is over; a player of one side may see only their own moves."""
    service = context.games
    seen = service.view(game_id, context.secret)
    if not seen.game.table.over:
        raise NotAllowedError(say("this game can be reviewed when it is over"))
    record = service.record(game_id)
    return page(context, record, f"/study/game/{game_id}", seen.seats)


def of_line(context: Context, game_id: str) -> Response:
    """The review of a line that is described by the URL."""
    record = read_line(game_id, checked_query(context.request))
    return page(context, record, f"/study/line/{game_id}?{query_of_record(record)}")


def page(context: Context, record: Record, study: str, own: tuple[int, ...] = ()) -> Response:
    """The page with a game's moves; `study` is the URL of its study, `own` the seats that
    the reader had."""
    start = record.start
    game: Game[Any] = start.game
    translate = context.translate_in(start)
    single = len(own) < start.players  # whether the reader played some of the sides only
    names = [
        say("You") if single and number in own else seat_title(number, seat, game)
        for number, seat in enumerate(recorded_seats(record.players, record.headers))
    ]
    return analysis_page(
        context,
        "review.html",
        start,
        title=title_of(record, names),
        subtitle=subtitle_of(record),
        study=study,
        moves=json.dumps([ply.move for ply in record.plies]),
        names=json.dumps([name.text(translate) for name in names]),
        own=json.dumps(own if single else ()),
        turn=game.side_turns[own[0]] if game.side_turns and len(own) == 1 else 0,
        opponents=opponents_of(game),
        play_title=say("Try again from here"),
    )
