"""The JSON API of games: listing, opening, joining, playing, watching, device links.

`/api/v1/openapi.json` describes it; `models` has the shapes. Answers that hold a state are written
by the studio, once for all who see the same, and not checked against the models again.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.responses import Response

from tabuleiro.core.game import Game as Rules
from tabuleiro.games import find_game, games
from tabuleiro.language import translator
from tabuleiro.play.computer_players import HINT_PLAYER
from tabuleiro.play.questions import answer_question
from tabuleiro.players import levels, opponents, player_title
from tabuleiro.records import write_record
from tabuleiro.records.json import write_json
from tabuleiro.web.api import models
from tabuleiro.web.api.models import MOST_VERSIONS, ErrorAnswer
from tabuleiro.web.board import still_board
from tabuleiro.web.games.errors import StaleError
from tabuleiro.web.games.service import GameListing, ViewedGame
from tabuleiro.web.games.state import Data, Viewer, to_json
from tabuleiro.web.http.errors import error_response
from tabuleiro.web.http.session import language_of, secret_of, set_secret_cookie
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import Services, services_of
from tabuleiro.web.workers.jobs import result_data
from tabuleiro.web.workers.tasks import Priority, WorkerTask

JSON = "application/json"
OBJECT, TEXT = {"schema": {"type": "object"}}, {"schema": {"type": "string"}}

router = APIRouter(
    prefix="/api/v1",
    responses={"4XX": {"model": ErrorAnswer}, "5XX": {"model": ErrorAnswer}},
)

GameId = Annotated[str, Path(max_length=40, description="The id of a game that is played.")]
RulesId = Annotated[str, Path(max_length=80, description="The id of a game: squex, ...")]
LinkId = Annotated[str, Path(max_length=40)]
Version = Annotated[int, Query(ge=0, le=MOST_VERSIONS)]


class RequestContext:
    """A request: who makes it, in what language, and the server that it is made to."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = services_of(request)
        self.games = self.services.games
        self.secret = secret_of(request)
        self.language = language_of(request)
        self.translate = translator(self.language)
        self.address: str = request.state.address

    def state_json(self, seen: ViewedGame) -> str:
        """The state that this visitor sees of a game, as JSON."""
        viewer = Viewer(seen.seats, self.language)
        return self.services.renderer.render(seen.game, viewer, self.games.now())

    def check_rate(self, what: str) -> None:
        """Refuses what this visitor's address does too often."""
        self.request.app.state.limiter.consume(what, self.address)

    def secret_or_new(self) -> str:
        """The visitor's secret, a new one if there is none yet."""
        return self.secret or new_secret()

    def with_secret(self, secret: str, data: Data, status: int = 200) -> Response:
        """An answer by which the visitor's browser keeps its secret."""
        response = json_response(to_json(data), status)
        set_secret_cookie(response, secret, self.services.settings.https)
        return response


Context = Annotated[RequestContext, Depends(RequestContext)]


def json_response(text: str, status: int = 200) -> Response:
    """An answer that is written already."""
    return Response(text, status, media_type=JSON)


# --- games to play -------------------------------------------------------------------------


@router.get("/rules")
def list_rules(visit: Context) -> models.AllGames:
    """The games that can be played, their options, and their rules in brief."""
    return models.AllGames(games=[facts_of(game, visit) for game in games().values()])


@router.get("/rules/{game}")
def show_rules(game: RulesId, visit: Context) -> models.GameFacts:
    """One of them."""
    return facts_of(find_game(game), visit)


@router.get("/players/{game}")
def list_players(game: RulesId, visit: Context) -> models.Opponents:
    """The computer players of a game, the levels first, from weak to strong."""
    return models.Opponents(players=opponents_of(find_game(game), visit))


def facts_of(game: Rules[Any], visit: RequestContext) -> models.GameFacts:
    """A game in the language of the visitor."""
    translate = visit.translate
    options: list[Any] = [
        {**option.data(), "description": option.description.text(translate)}
        for option in game.options
    ]
    return models.GameFacts(
        id=game.id,
        name=game.name,
        summary=game.summary.text(translate),
        credit=game.credit,
        players=list(game.players),
        options=options,
        rules=[rule.text(translate) for rule in game.rules],
    )


def opponents_of(game: Rules[Any], visit: RequestContext) -> list[models.Opponent]:
    """The computer players of a game in the language of the visitor."""
    known = {f"level:{level.number}": level for level in levels(game)}
    return [
        models.Opponent(
            name=name,
            title=player_title(name, game).text(visit.translate),
            description=known[name].description().text(visit.translate) if name in known else "",
            elo=known[name].elo if name in known else None,
        )
        for name in opponents(game)
    ]


# --- opening and joining -------------------------------------------------------------------


@router.get("/games")
def list_open_games(visit: Context) -> models.ListedGames:
    """The games that wait for anybody, the newest first."""
    return models.ListedGames(games=[listed_game(each) for each in visit.games.open_games()])


@router.get("/mine")
def list_my_games(visit: Context) -> models.ListedGames:
    """Your games: those where it is your turn first."""
    return models.ListedGames(
        games=[listed_game(each) for each in visit.games.my_games(visit.secret)]
    )


def listed_game(listing: GameListing) -> models.ListedGame:
    """A game in a list."""
    row, seats = listing.row, listing.seats
    return models.ListedGame(
        id=row.id,
        game=row.game,
        names=[seat.name for seat in seats],
        computers=[seat.computer for seat in seats],
        free=[seat.seat for seat in seats if seat.is_open],
        you=list(listing.own),
        player=row.player,
        your_turn=listing.your_turn,
        over=row.over,
        result=row.result,
        control=row.settings.get("control", ""),
        hints=bool(row.settings.get("hints")),
        created=row.created,
        updated=row.updated,
    )


@router.post("/games", status_code=201, response_model=models.OpenedGame)
def open_game(body: models.NewGameBody, visit: Context) -> Response:
    """Opens a game. Your browser, or your program's jar of cookies, is given the secret by which
    your seats are known."""
    visit.check_rate("games")
    secret = visit.secret_or_new()
    return visit.with_secret(secret, {"id": visit.games.open_game(secret, body.request())}, 201)


@router.delete("/games/{game_id}", status_code=204)
def withdraw(game_id: GameId, visit: Context) -> Response:
    """Takes back a game that still waits for somebody."""
    visit.games.withdraw(game_id, visit.secret)
    return Response(status_code=204)


@router.get("/games/{game_id}/invitations")
def list_invitations(game_id: GameId, visit: Context) -> models.Invitations:
    """The tokens by which others take the free seats of a game that you opened."""
    tokens = visit.games.invitations(game_id, visit.secret) if visit.secret else {}
    found = [models.Invitation(seat=seat, token=token) for seat, token in tokens.items()]
    return models.Invitations(invitations=found)


@router.post("/join", response_model=models.OpenedGame)
def join(body: models.JoinBody, visit: Context) -> Response:
    """Uses an invitation up: you have its seat."""
    secret = visit.secret_or_new()
    return visit.with_secret(secret, {"id": visit.games.join(body.token, secret, body.name)})


@router.post("/games/{game_id}/join", response_model=models.OpenedGame)
def join_open_game(game_id: GameId, body: models.NameBody, visit: Context) -> Response:
    """Takes a free seat of a game that waits for anybody."""
    secret = visit.secret_or_new()
    visit.games.join_listed(game_id, secret, body.name)
    return visit.with_secret(secret, {"id": game_id})


# --- playing -------------------------------------------------------------------------------


@router.get("/games/{game_id}", response_model=models.State)
def show_game(game_id: GameId, visit: Context) -> Response:
    """A game as it stands."""
    return json_response(visit.state_json(visit.games.view(game_id, visit.secret)))


@router.get("/games/{game_id}/board", response_model=models.StillModel)
def show_board(game_id: GameId, visit: Context) -> Response:
    """The picture of its board without anything that moves."""
    table = visit.games.view(game_id).game.table
    return json_response(to_json(dict(still_board(table.scene(), visit.translate))))


@router.post("/games/{game_id}/commands", response_model=models.Accepted)
def command(
    game_id: GameId,
    body: models.CommandBody,
    visit: Context,
    prefer: Annotated[str, Header(max_length=100)] = "",
) -> Response:
    """Does what you want in a game, once. A command for a version that is not the present one
    changes nothing and is answered with the present state (409, `stale`). With the header
    `Prefer: return=minimal` an accepted one is answered without the state."""
    try:
        done = visit.games.command(game_id, visit.secret, body.command())
    except StaleError as error:
        state = visit.state_json(ViewedGame(error.game, error.seats))
        return error_response(visit.request, error, state)
    if prefer == "return=minimal":
        return json_response(f'{{"accepted":{done.version}}}')
    return json_response(f'{{"accepted":{done.version},"state":{visit.state_json(done.seen)}}}')


@router.get("/games/{game_id}/ask")
def ask(
    game_id: GameId, text: Annotated[str, Query(max_length=200)], visit: Context
) -> models.SentenceList:
    """Answers a question about a game, as the plain interface does: `board`, `at c4`, `why c4`.
    No words: it is no question."""
    seen = visit.games.view(game_id, visit.secret)
    seat = seen.seats[0] if seen.seats else 0
    said = answer_question(seen.game.table, seat, visit.games.now(), text)
    return models.SentenceList(words=[message.text(visit.translate) for message in said or ()])


@router.post("/games/{game_id}/hint", response_model=models.Hint)
async def hint(game_id: GameId, visit: Context) -> Response:
    """A move to consider, for the player to move, where that is fair."""
    visit.check_rate("hints")
    game = await asyncio.to_thread(visit.games.game_for_hint, game_id, visit.secret)
    seed = game.table.version
    task = WorkerTask(
        game.table.position, HINT_PLAYER, f"{game_id} hint", seed, priority=Priority.hint
    )
    thought = await asyncio.wrap_future(visit.services.pool.think(task))
    return json_response(to_json(result_data(thought)))


@router.get(
    "/games/{game_id}/live",
    response_model=None,
    responses={200: {"content": {"text/event-stream": TEXT}}},
)
async def follow(
    game_id: GameId,
    visit: Context,
    version: Version = 0,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> Response:
    """The game live, as server-sent events: `state` with a state whenever it changes, its id the
    version; `thinking` while a computer player thinks, where that may be shown. Say which version
    you have, and nothing is sent that you know."""
    visit.services.live.check_room(visit.address)
    seen = await asyncio.to_thread(visit.games.view, game_id, visit.secret)
    known = int(last_event_id) if last_event_id.isdecimal() else version
    viewer = Viewer(seen.seats, visit.language)
    stream = visit.services.live.stream(game_id, viewer, known, visit.address, visit.secret)
    return StreamingResponse(stream, media_type="text/event-stream")


@router.get(
    "/games/{game_id}/record",
    response_model=None,
    responses={200: {"content": {JSON: OBJECT, "text/plain": TEXT}}},
)
def export(
    game_id: GameId, visit: Context, form: Annotated[Literal["text", "json"], Query()] = "text"
) -> Response:
    """The record of a game, as text for people or as JSON for programs."""
    record = visit.games.record(game_id)
    if form == "json":
        return json_response(write_json(record))
    return PlainTextResponse(write_record(record))


# --- other devices -------------------------------------------------------------------------


@router.get("/games/{game_id}/links")
def list_links(game_id: GameId, visit: Context) -> models.DeviceLinkList:
    """The links that you made for other devices; of a device that came by one, none."""
    found = [
        models.DeviceLinkFacts(
            id=link.id, seat=link.seat, created=link.created, used=link.used is not None
        )
        for link in visit.games.device_links.links(game_id, visit.secret)
    ]
    return models.DeviceLinkList(links=found)


@router.post("/games/{game_id}/links", status_code=201)
def make_link(game_id: GameId, body: models.LinkBody, visit: Context) -> models.Token:
    """A link by which another device acts for a seat of yours as well, once."""
    return models.Token(token=visit.games.device_links.new_link(game_id, visit.secret, body.seat))


@router.delete("/games/{game_id}/links/{link_id}", status_code=204)
def revoke_link(game_id: GameId, link_id: LinkId, visit: Context) -> Response:
    """Revokes a link: the device that came by it acts for your seat no more."""
    visit.games.device_links.revoke(game_id, visit.secret, link_id)
    return Response(status_code=204)


@router.post("/device", response_model=models.OpenedGame)
def use_link(body: models.DeviceBody, visit: Context) -> Response:
    """Uses a link up: this device acts for its seat as well."""
    secret = visit.secret_or_new()
    return visit.with_secret(secret, {"id": visit.games.device_links.use_link(body.token, secret)})
