"""The JSON API of analyses, reviews and studies."""

import asyncio
from itertools import accumulate
from typing import Annotated, Any

from fastapi import Path
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field, create_model
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tabuleiro.analysis.reasons import LONGEST_TURN, own_turn
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.core.wording import positions_after
from tabuleiro.games import read
from tabuleiro.records import write_record
from tabuleiro.records.json import from_object
from tabuleiro.web.api.models import EVENT_STREAM, PLAIN_TEXT, Body, api_router
from tabuleiro.web.api.positions import PositionBody
from tabuleiro.web.content.line_urls import record_of
from tabuleiro.web.fields import MOST_MOVES, MOST_VERSIONS, PositionText, Text
from tabuleiro.web.games.fair_play import is_shown, refusal
from tabuleiro.web.games.state import to_json
from tabuleiro.web.games.studies import read_study
from tabuleiro.web.http.session import Context, json_response
from tabuleiro.web.live.analyses import AnalysisQuery
from tabuleiro.web.live.reviews import review_stream
from tabuleiro.web.secrets import source_of
from tabuleiro.web.store.schema import StudyRow
from tabuleiro.web.workers.tasks import LineMove, Priority, WorkerTask

MOST_LINES = 10
LINES, SECONDS = 3, 20.0

router = api_router()

StudyId = Annotated[str, Path(max_length=40, description="The id of a study of yours.")]
SharedId = Annotated[str, Path(max_length=40, description="The id in a link for everybody.")]


class AnalysisBody(Body):
    """A position to analyse, by its full text. The analysis takes that many `seconds` in all, or
    the most that the server allows."""

    position: PositionText
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = LINES
    seconds: Annotated[float, Field(gt=0, le=3600)] = SECONDS


class ReasonsBody(Body):
    """A position and a line from it. What is asked is what is good about its first turn or, with
    `fault`, what is wrong with it."""

    position: PositionText
    line: Annotated[list[Text], Field(min_length=1, max_length=MOST_MOVES)]
    fault: bool = False


class ReviewBody(PositionBody):
    """A game to review: its start and its moves, and how its players are called."""

    names: Annotated[list[Text], Field(max_length=4, default_factory=list)]


class StudyBody(Body):
    """A study: its record as `GET /games/ID/record?form=json` writes one. Its result is corrected,
    unless the game did not end by the rules."""

    record: dict[str, Any]
    title: Text = ""


class ChangeBody(StudyBody):
    """The new content of a study, and the version that it was made from."""

    version: Annotated[int, Field(ge=1, le=MOST_VERSIONS)]


class StudyFacts(BaseModel):
    """A study without its moves: `game` with its options; `shared` is the id of its link for
    everybody, if there is one."""

    id: str
    title: str
    game: str
    version: int
    created: float
    updated: float
    shared: str | None


class StudyWithRecord(BaseModel):
    """A study. Only its owner gets `id`, `version` and `shared`."""

    id: str | None
    title: str
    version: int | None
    shared: str | None
    record: dict[str, Any]


class ReasonFacts(BaseModel):
    """A sentence about a move, and moves that show it; a player may have passed between them."""

    said: str
    line: list[LineMove]


ReasonList = create_model("ReasonList", reasons=(list[ReasonFacts], ...))
StudyList = create_model("StudyList", studies=(list[StudyFacts], ...))
CreatedStudy = create_model("CreatedStudy", id=(str, ...), version=(int, ...))
StudyVersion = create_model("StudyVersion", version=(int, ...))
SharedStudyId = create_model("SharedStudyId", shared=(str, ...))


# --- analysis ------------------------------------------------------------------------------


@router.post("/analysis", response_model=None, responses=EVENT_STREAM)
async def analyse_position(body: AnalysisBody, context: Context) -> Response:
    """An analysis of a position, as server-sent events: `analysis` a few times a second, then
    `end`, or `trouble` with a message. You have one analysis at a time; it ends when the connection
    does, or when you ask for another. A position on the board of a running game between people is
    refused."""
    analysing = context.services.analyses
    seconds = min(body.seconds, context.services.settings.analysis_seconds)
    query = AnalysisQuery(read(body.position), body.lines, seconds)
    await analysing.check_fair_play(query.position)
    analysing.check_room(context)
    return StreamingResponse(analysing.stream(query, context), media_type="text/event-stream")


@router.post("/review", response_model=None, responses=EVENT_STREAM)
async def review_game(body: ReviewBody, context: Context) -> Response:
    """A review of a game, by its start and its moves, as server-sent events: `progress` while its
    positions are analysed, `review`, then `end`; or `trouble` with a message. It counts as an
    analysis. Positions on boards of running games between people are left out."""
    analysing = context.services.analyses
    record = await run_in_threadpool(record_of, read(body.position), body.moves)
    analysing.check_room(context)
    return StreamingResponse(
        review_stream(
            analysing, record, context, [say("{name}", name=name) for name in body.names]
        ),
        media_type="text/event-stream",
    )


@router.post("/reasons", response_model=ReasonList)
async def explain_moves(body: ReasonsBody, context: Context) -> Response:
    """Why the moves of a turn are good or bad: at most two sentences that are certainly true, each
    with a line that shows it on the board. A position on the board of a running game between people
    is refused, and no line leads through one."""
    context.check_rate("reasons")
    position = read(body.position)
    boards = await context.services.analyses.check_fair_play(position)
    line = body.line[:LONGEST_TURN]
    positions = positions_after(position, line)
    moves = [at.move(text) for at, text in zip(positions, line, strict=False)]
    turn = own_turn(position, moves)
    if not is_shown(accumulate(turn, Position.play, initial=position), boards):
        raise refusal()
    task = WorkerTask(
        position,
        "",
        "",
        priority=Priority.analysis,
        source=source_of(context.address),
        turn=turn,
        fault=body.fault,
    )
    result = await asyncio.wrap_future(context.services.pool.think(task))
    translate = context.translate_in(position)
    reasons = [
        {"said": said.text(translate), "line": line}
        for said, line, passed in result.reasons
        if is_shown(passed, boards)
    ]
    return json_response(to_json({"reasons": reasons}))


# --- studies -------------------------------------------------------------------------------


@router.get("/studies", response_model=StudyList)
def list_studies(context: Context) -> Any:
    """Your studies, the last changed first."""
    return {"studies": context.games.studies.list_own(context.secret)}


@router.post("/studies", status_code=201, response_model=CreatedStudy)
def keep_study(body: StudyBody, context: Context) -> Response:
    """Stores a record as a study. A cookie with the secret of its owner is set in your browser, or
    in the cookie jar of your program."""
    context.check_rate("studies")
    record = read_study(body.record)
    study_id = context.games.studies.create(context.own_secret, record, body.title)
    return context.with_secret(json_response(to_json({"id": study_id, "version": 1}), 201))


@router.get("/studies/{study_id}", response_model=StudyWithRecord)
def show_study(study_id: StudyId, context: Context) -> StudyRow:
    """A study of yours."""
    return context.games.studies.get_own(study_id, context.secret)


@router.get("/shared/{shared}", response_model=StudyWithRecord)
def show_shared(shared: SharedId, context: Context) -> Any:
    """A study that its owner lets everybody look at."""
    study = context.games.studies.get_shared(shared)
    return {
        "id": None,
        "title": study.title,
        "version": None,
        "shared": None,
        "record": study.record,
    }


@router.get("/studies/{study_id}/record", response_model=None, responses=PLAIN_TEXT)
def export_study(study_id: StudyId, context: Context) -> Response:
    """The record of a study of yours, as text for people."""
    study = context.games.studies.get_own(study_id, context.secret)
    return PlainTextResponse(write_record(from_object(dict(study.record))))


@router.put("/studies/{study_id}", response_model=StudyVersion)
def change_study(study_id: StudyId, body: ChangeBody, context: Context) -> Any:
    """Stores a new version of a study of yours. If it was changed elsewhere, nothing is stored
    (409, `stale`)."""
    record = read_study(body.record)
    studies = context.games.studies
    version = studies.change(study_id, context.secret, body.version, record, body.title)
    return {"version": version}


@router.delete("/studies/{study_id}", status_code=204)
def delete_study(study_id: StudyId, context: Context) -> None:
    """Deletes a study of yours."""
    context.games.studies.delete(study_id, context.secret)


@router.post("/studies/{study_id}/link", response_model=SharedStudyId)
def share_study(study_id: StudyId, context: Context) -> Any:
    """Lets everybody who has the link look at a study of yours."""
    return {"shared": context.games.studies.share(study_id, context.secret)}


@router.delete("/studies/{study_id}/link", status_code=204)
def unshare_study(study_id: StudyId, context: Context) -> None:
    """Revokes the public link of a study of yours."""
    context.games.studies.unshare(study_id, context.secret)
