"""The pages of studies: the list, and the study board."""

import json
from typing import Any

from starlette.responses import Response

from tabuleiro.analysis.explorer import explorer_path
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.position import Position
from tabuleiro.games import games, parse_game_text
from tabuleiro.records import Record
from tabuleiro.records.json import as_object, from_object
from tabuleiro.web.content.line_urls import checked_query, read_at, read_line
from tabuleiro.web.content.new_game_form import FRIEND, SeatOptionGroup, seat_options
from tabuleiro.web.content.titles import title_of_study
from tabuleiro.web.games.errors import NotAllowedError
from tabuleiro.web.games.new_game import date_of
from tabuleiro.web.games.state import Data
from tabuleiro.web.games.studies import LONGEST_TITLE
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import analysis_page, render
from tabuleiro.web.store.schema import StudyRow, StudySummary


def home(context: Context) -> Response:
    """The reader's studies, and links for new ones."""
    studies = [row_of(each) for each in context.games.studies.list_own(context.secret)]
    return render(context, "studies.html", studies=studies, games=games().values())


def row_of(study: StudySummary) -> Data:
    """A study as a row of a list: its title, its options, and a note: that it is public, otherwise
    the day of its last change."""
    game, options = parse_game_text(study.game)
    return {
        "id": study.id,
        "title": study.title or game.name,
        "terms": (say("{game}", game=game.name), *options_in_words(game.options, options)),
        "note": say("public") if study.shared is not None else date_of(study.updated),
    }


# --- the board -----------------------------------------------------------------------------


def of_game(context: Context, game_id: str) -> Response:
    """A finished game as a new study, without the evaluations of its players."""
    service = context.games
    game = service.view(game_id).game
    if not game.may_advise:
        raise NotAllowedError(say("this game can be studied when it is over"))
    return board(context, service.record(game_id).without_values(), at=0)


def of_line(context: Context, game_id: str) -> Response:
    """A position and moves that are described by the URL."""
    query = checked_query(context.request)
    record = read_line(game_id, query)
    return board(context, record, at=read_at(query, record))


def own(context: Context, study_id: str) -> Response:
    """A study of the reader's own."""
    study = context.games.studies.get_own(study_id, context.secret)
    return kept_board(context, study, study_id, {"version": study.version, "shared": study.shared})


def shared(context: Context, shared: str) -> Response:
    """A study by its public link."""
    study = context.games.studies.get_shared(shared)
    return kept_board(context, study, "", {})


def kept_board(context: Context, study: StudyRow, study_id: str, known: Data) -> Response:
    """The board of a stored study."""
    record = from_object(dict(study.record))
    return board(context, record, 0, {"id": study_id, "title": study.title, **known})


def board(context: Context, record: Record, at: int, study: Data | None = None) -> Response:
    """The board with a record, after `at` moves of its main line."""
    game: Game[Any] = record.start.game
    study, data = study or {}, as_object(record)
    note_players(data["plies"], record.start)  # records do not have it
    return analysis_page(
        context,
        "study.html",
        record.start,
        prospects=True,
        title=title_of_study(record, study.get("title", "")),
        subtitle=(game.name, *options_in_words(game.options, record.start.options())),
        study=json.dumps({**study, "record": data, "at": at}),
        own_title=study.get("title", ""),
        only_look=bool(study) and not study["id"],
        play_title=say("Play from here"),
        has_explorer=explorer_path(record.start).is_file(),
        opponents=opponents_of(game),
        title_length=LONGEST_TITLE,
    )


def note_players(plies: list[Data], position: Position) -> None:
    """Notes in each ply of a line, and of its variations, who makes it."""
    for ply in plies:
        ply["player"] = position.player
        for variation in ply.get("variations", ()):
            note_players(variation, position)
        position = position.play(ply["move"])


def opponents_of(game: Game[Any]) -> tuple[SeatOptionGroup, ...]:
    """The opponents for playing on: a friend, or a computer player."""
    (title, people), *computers = seat_options(game)
    friend = tuple(one for one in people if one.value == FRIEND)
    return (SeatOptionGroup(title, friend), *computers)
