"""The API: all that the pages do, for programs too. JSON over HTTP, and live streams.

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
from tabuleiro.play.computers import ADVISER
from tabuleiro.play.questions import answer as answer_question
from tabuleiro.players import levels, opponents, player_title
from tabuleiro.records import write_record
from tabuleiro.records.json import write_json
from tabuleiro.terminal.facts import of_option
from tabuleiro.web import models
from tabuleiro.web.board import still_board
from tabuleiro.web.duties import thought_data
from tabuleiro.web.errors import answer_error
from tabuleiro.web.house import Listing, Seen
from tabuleiro.web.models import MOST_VERSIONS, ErrorAnswer
from tabuleiro.web.refusals import StaleError
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import Services, services_of
from tabuleiro.web.state import Data, Viewer, write
from tabuleiro.web.task import Priority, Task
from tabuleiro.web.visitor import keep_secret, language_of, secret_of

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


class Visit:
    """A request: who makes it, in what language, and the server that it is made to."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = services_of(request)
        self.house = self.services.house
        self.secret = secret_of(request)
        self.language = language_of(request)
        self.translate = translator(self.language)
        self.address: str = request.state.address

    def state(self, seen: Seen) -> str:
        """The state that this visitor sees of a game, as JSON."""
        viewer = Viewer(seen.seats, self.language)
        return self.services.studio.text(seen.game, viewer, self.house.now())

    def limit(self, what: str) -> None:
        """Refuses what this visitor's address does too often."""
        self.request.app.state.limiter.take(what, self.address)

    def given_secret(self) -> str:
        """The visitor's secret, a new one if there is none yet."""
        return self.secret or new_secret()

    def keeping(self, secret: str, data: Data, status: int = 200) -> Response:
        """An answer by which the visitor's browser keeps its secret."""
        response = json_answer(write(data), status)
        keep_secret(response, secret, self.services.settings.https)
        return response


Visitor = Annotated[Visit, Depends(Visit)]


def json_answer(text: str, status: int = 200) -> Response:
    """An answer that is written already."""
    return Response(text, status, media_type=JSON)


# --- games to play -------------------------------------------------------------------------


@router.get("/rules")
def list_rules(visit: Visitor) -> models.AllGames:
    """The games that can be played, their options, and their rules in brief."""
    return models.AllGames(games=[facts_of(game, visit) for game in games().values()])


@router.get("/rules/{game}")
def show_rules(game: RulesId, visit: Visitor) -> models.GameFacts:
    """One of them."""
    return facts_of(find_game(game), visit)


@router.get("/players/{game}")
def list_players(game: RulesId, visit: Visitor) -> models.Opponents:
    """The computer players of a game, the levels first, from weak to strong."""
    return models.Opponents(players=opponents_of(find_game(game), visit))


def facts_of(game: Rules[Any], visit: Visit) -> models.GameFacts:
    """A game in the language of the visitor."""
    translate = visit.translate
    options: list[Any] = [
        {**of_option(option), "description": option.description.text(translate)}
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


def opponents_of(game: Rules[Any], visit: Visit) -> list[models.Opponent]:
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
def list_open_games(visit: Visitor) -> models.GameList:
    """The games that wait for anybody, the newest first."""
    return models.GameList(games=[listed(each) for each in visit.house.open_games()])


@router.get("/mine")
def list_my_games(visit: Visitor) -> models.GameList:
    """Your games: those where it is your turn first."""
    return models.GameList(games=[listed(each) for each in visit.house.my_games(visit.secret)])


def listed(listing: Listing) -> models.Listed:
    """A game in a list."""
    row, seats = listing.row, listing.seats
    return models.Listed(
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


@router.post("/games", status_code=201, response_model=models.Opened)
def open_game(body: models.OrderBody, visit: Visitor) -> Response:
    """Opens a game. Your browser, or your program's jar of cookies, is given the secret by which
    your seats are known."""
    visit.limit("games")
    secret = visit.given_secret()
    return visit.keeping(secret, {"id": visit.house.open_game(secret, body.order())}, 201)


@router.delete("/games/{game_id}", status_code=204)
def withdraw(game_id: GameId, visit: Visitor) -> Response:
    """Takes back a game that still waits for somebody."""
    visit.house.withdraw(game_id, visit.secret)
    return Response(status_code=204)


@router.get("/games/{game_id}/invitations")
def list_invitations(game_id: GameId, visit: Visitor) -> models.Invitations:
    """The tokens by which others take the free seats of a game that you opened."""
    tokens = visit.house.invitations(game_id, visit.secret) if visit.secret else {}
    found = [models.Invitation(seat=seat, token=token) for seat, token in tokens.items()]
    return models.Invitations(invitations=found)


@router.post("/join", response_model=models.Opened)
def join(body: models.JoinBody, visit: Visitor) -> Response:
    """Uses an invitation up: you have its seat."""
    secret = visit.given_secret()
    return visit.keeping(secret, {"id": visit.house.join(body.token, secret, body.name)})


@router.post("/games/{game_id}/join", response_model=models.Opened)
def join_open_game(game_id: GameId, body: models.NameBody, visit: Visitor) -> Response:
    """Takes a free seat of a game that waits for anybody."""
    secret = visit.given_secret()
    visit.house.join_listed(game_id, secret, body.name)
    return visit.keeping(secret, {"id": game_id})


# --- playing -------------------------------------------------------------------------------


@router.get("/games/{game_id}", response_model=models.State)
def show_game(game_id: GameId, visit: Visitor) -> Response:
    """A game as it stands."""
    return json_answer(visit.state(visit.house.look(game_id, visit.secret)))


@router.get("/games/{game_id}/board", response_model=models.Still)
def show_board(game_id: GameId, visit: Visitor) -> Response:
    """The picture of its board without anything that moves."""
    table = visit.house.look(game_id).game.table
    return json_answer(write(dict(still_board(table.scene(), visit.translate))))


@router.post("/games/{game_id}/commands", response_model=models.Accepted)
def command(
    game_id: GameId,
    body: models.CommandBody,
    visit: Visitor,
    prefer: Annotated[str, Header(max_length=100)] = "",
) -> Response:
    """Does what you want in a game, once. A command for a version that is not the present one
    changes nothing and is answered with the present state (409, `stale`). With the header
    `Prefer: return=minimal` an accepted one is answered without the state."""
    try:
        done = visit.house.command(game_id, visit.secret, body.command())
    except StaleError as error:
        state = visit.state(Seen(error.game, error.seats))
        return answer_error(visit.request, error, state)
    if prefer == "return=minimal":
        return json_answer(f'{{"accepted":{done.version}}}')
    return json_answer(f'{{"accepted":{done.version},"state":{visit.state(done.seen)}}}')


@router.get("/games/{game_id}/ask")
def ask(
    game_id: GameId, text: Annotated[str, Query(max_length=200)], visit: Visitor
) -> models.Words:
    """Answers a question about a game, as the plain interface does: `board`, `at c4`, `why c4`.
    No words: it is no question."""
    seen = visit.house.look(game_id, visit.secret)
    seat = seen.seats[0] if seen.seats else 0
    said = answer_question(seen.game.table, seat, visit.house.now(), text)
    return models.Words(words=[message.text(visit.translate) for message in said or ()])


@router.post("/games/{game_id}/hint", response_model=models.Thought)
async def hint(game_id: GameId, visit: Visitor) -> Response:
    """A move to consider, for the player to move, where that is fair."""
    visit.limit("hints")
    game = await asyncio.to_thread(visit.house.to_advise, game_id, visit.secret)
    seed = game.table.version
    task = Task(game.table.position, ADVISER, f"{game_id} hint", seed, priority=Priority.hint)
    thought = await asyncio.wrap_future(visit.services.pool.think(task))
    return json_answer(write(thought_data(thought)))


@router.get(
    "/games/{game_id}/live",
    response_model=None,
    responses={200: {"content": {"text/event-stream": TEXT}}},
)
async def follow(
    game_id: GameId,
    visit: Visitor,
    version: Version = 0,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> Response:
    """The game live, as server-sent events: `state` with a state whenever it changes, its id the
    version; `thinking` while a computer player thinks, where that may be shown. Say which version
    you have, and nothing is sent that you know."""
    visit.services.live.check_room(visit.address)
    seen = await asyncio.to_thread(visit.house.look, game_id, visit.secret)
    known = int(last_event_id) if last_event_id.isdecimal() else version
    viewer = Viewer(seen.seats, visit.language)
    stream = visit.services.live.follow(game_id, viewer, known, visit.address, visit.secret)
    return StreamingResponse(stream, media_type="text/event-stream")


@router.get(
    "/games/{game_id}/record",
    response_model=None,
    responses={200: {"content": {JSON: OBJECT, "text/plain": TEXT}}},
)
def export(
    game_id: GameId, visit: Visitor, form: Annotated[Literal["text", "json"], Query()] = "text"
) -> Response:
    """The record of a game, as text for people or as JSON for programs."""
    record = visit.house.record(game_id)
    if form == "json":
        return json_answer(write_json(record))
    return PlainTextResponse(write_record(record))


# --- other devices -------------------------------------------------------------------------


@router.get("/games/{game_id}/links")
def list_links(game_id: GameId, visit: Visitor) -> models.Links:
    """The links that you made for other devices; of a device that came by one, none."""
    found = [
        models.Link(id=link.id, seat=link.seat, created=link.created, used=link.used is not None)
        for link in visit.house.devices.links(game_id, visit.secret)
    ]
    return models.Links(links=found)


@router.post("/games/{game_id}/links", status_code=201)
def make_link(game_id: GameId, body: models.LinkBody, visit: Visitor) -> models.Token:
    """A link by which another device acts for a seat of yours as well, once."""
    return models.Token(token=visit.house.devices.new_link(game_id, visit.secret, body.seat))


@router.delete("/games/{game_id}/links/{link_id}", status_code=204)
def revoke_link(game_id: GameId, link_id: LinkId, visit: Visitor) -> Response:
    """Revokes a link: the device that came by it acts for your seat no more."""
    visit.house.devices.revoke(game_id, visit.secret, link_id)
    return Response(status_code=204)


@router.post("/device", response_model=models.Opened)
def use_link(body: models.DeviceBody, visit: Visitor) -> Response:
    """Uses a link up: this device acts for its seat as well."""
    secret = visit.given_secret()
    return visit.keeping(secret, {"id": visit.house.devices.use_link(body.token, secret)})
