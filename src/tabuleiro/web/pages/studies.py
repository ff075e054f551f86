"""The pages of studies: the list, and the study board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game
from tabuleiro.language import translator
from tabuleiro.records import Record
from tabuleiro.records.json import as_object, from_object
from tabuleiro.web.api.positions import PositionView, position_data
from tabuleiro.web.board import still_board
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.line_urls import checked_query, read_at, read_line
from tabuleiro.web.content.new_game_form import FRIEND, SeatOptionGroup, seat_options
from tabuleiro.web.content.pictures import tone_of
from tabuleiro.web.content.titles import title_of_study
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.state import Data, to_json
from tabuleiro.web.games.studies import LONGEST_TITLE
from tabuleiro.web.http.session import language_of, secret_of, set_secret_cookie
from tabuleiro.web.pages.home import game_cards
from tabuleiro.web.pages.templating import messages_json, name_of, origin_of, render
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of
from tabuleiro.web.store.rows import StudyRow, StudySummary


@dataclass(frozen=True, slots=True)
class StudyListEntry:
    """A study in a list: its game, what it is called, its options, when it was last changed."""

    id: str
    game: Game[Any]
    title: str
    terms: tuple[Message, ...]
    day: str
    shared: bool


def home(request: Request) -> Response:
    """One's studies, and where to begin another."""
    found = services_of(request).games.studies.list_own(secret_of(request))
    studies = [row_of(each) for each in found]
    return render(request, "studies.html", studies=studies, cards=game_cards(request))


def row_of(study: StudySummary) -> StudyListEntry:
    """A study in words."""
    game_id, *options = study.game.split(" ")
    game = find_game(game_id)
    given = dict(option.split("=", 1) for option in options)
    terms = (
        say("{game}", game=game.name),
        *options_in_words(game.options, game.resolve_options(given)),
    )
    day = datetime.fromtimestamp(study.updated, UTC).date().isoformat()
    return StudyListEntry(study.id, game, study.title, terms, day, study.shared is not None)


# --- the board -----------------------------------------------------------------------------


def of_game(request: Request, game_id: str) -> Response:
    """A game that is over, to be studied afresh: what its players thought is no analysis."""
    house = services_of(request).games
    game = house.view(game_id).game
    if not game.may_advise:
        raise NotAllowedError(say("this game can be studied when it is over"))
    return board(request, house.record(game_id).without_values(), at=0)


def of_line(request: Request, game_id: str) -> Response:
    """A position and moves that an address describes."""
    query = checked_query(request)
    record = read_line(game_id, query)
    return board(request, record, at=read_at(query, record))


def own(request: Request, study_id: str) -> Response:
    """A study of the reader's own."""
    study = services_of(request).games.studies.get_own(study_id, secret_of(request))
    return kept_board(request, study, study_id, {"version": study.version, "shared": study.shared})


def shared(request: Request, shared: str) -> Response:
    """A study that everybody may look at."""
    study = services_of(request).games.studies.get_shared(shared)
    return kept_board(request, study, "", {})


def kept_board(request: Request, study: StudyRow, study_id: str, known: Data) -> Response:
    """The board of a study that is kept."""
    record = from_object(dict(study.record))
    return board(request, record, 0, {"id": study_id, "title": study.title, **known})


def board(request: Request, record: Record, at: int, study: Data | None = None) -> Response:
    """The board with a record, after so many moves of its main line. The browser is given a secret,
    so that its analyses are told from those of others at the same address."""
    language = language_of(request)
    translate = translator(language)
    game: Game[Any] = record.start.game
    study = study or {}
    response = render(
        request,
        "study.html",
        game=game,
        title=title_of_study(record, study.get("title", "")),
        subtitle=(game.name, *options_in_words(game.options, record.start.options())),
        study=json.dumps({**study, "record": with_players(record), "at": at}),
        own_title=study.get("title", ""),
        only_look=bool(study) and not study["id"],
        state=to_json(position_data(PositionView(record.start), translate)),
        still=json.dumps(still_board(record.start.scene(), translate)),
        words=messages_json(script_messages.STUDY, language),
        tones=json.dumps([tone_of(game, player) for player in range(record.start.players)]),
        play_title=say("Play on from here"),
        opponents=opponents_of(game),
        players=[player_name(player) for player in range(record.start.players)],
        name=name_of(request),
        origin=origin_of(request),
        title_length=LONGEST_TITLE,
    )
    set_secret_cookie(
        response, secret_of(request) or new_secret(), services_of(request).settings.https
    )
    return response


def with_players(record: Record) -> Data:
    """A record as an object, with who makes each move, which no record needs to say."""
    data = as_object(record)
    note_players(data["plies"], record.start)
    return data


def note_players(plies: list[Data], position: Position) -> None:
    """Notes in each ply of a line, and of its variations, who makes it."""
    for ply in plies:
        ply["player"] = position.player
        for variation in ply.get("variations", ()):
            note_players(variation, position)
        position = position.play(ply["move"])


def opponents_of(game: Game[Any]) -> tuple[SeatOptionGroup, ...]:
    """Whom one may play on against: a friend, or a computer player."""
    people, *computers = seat_options(game)
    friend = tuple(one for one in people.sitters if one.value == FRIEND)
    return (SeatOptionGroup(people.title, friend), *computers)
