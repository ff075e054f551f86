"""The JSON API of games: listing, opening, joining, playing, watching, device links.

`/api/v1/openapi.json` describes it; `models` has the shapes. Answers that hold a state are written
by the renderer, once for all who see the same, and not checked against the models again.
"""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import Header, Path, Query
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.responses import Response

from tabuleiro.core.game import Game as Rules
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import find_game, games
from tabuleiro.play.computer_players import HINT_PLAYER
from tabuleiro.play.text_commands import answer_question
from tabuleiro.players import levels, opponents, player_title
from tabuleiro.records import write_record
from tabuleiro.records.json import write_json
from tabuleiro.web.api import models
from tabuleiro.web.api.models import EVENT_STREAM, TEXT, GameId
from tabuleiro.web.board import Still, still_board
from tabuleiro.web.fields import MOST_VERSIONS
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.errors import StaleError
from tabuleiro.web.games.new_game import NewGameRequest
from tabuleiro.web.games.service import GameListing
from tabuleiro.web.games.state import Viewer, texts, to_json
from tabuleiro.web.http.errors import error_response
from tabuleiro.web.http.session import Context, RequestContext, json_response
from tabuleiro.web.secrets import source_of
from tabuleiro.web.workers.jobs import result_data
from tabuleiro.web.workers.tasks import Priority, WorkerTask

OBJECT = {"schema": {"type": "object"}}

router = models.api_router()

RulesId = Annotated[str, Path(max_length=80, description="The id of a game: squex, ...")]
LinkId = Annotated[str, Path(max_length=40)]
Version = Annotated[int, Query(ge=0, le=MOST_VERSIONS)]


# --- games to play -------------------------------------------------------------------------


@router.get("/rules", response_model=models.AllGames)
def list_rules(context: Context) -> Any:
    """The games that can be played, their options, and their rules in brief."""
    return {"games": [facts_of(game, context) for game in games().values()]}


@router.get("/rules/{game}")
def show_rules(game: RulesId, context: Context) -> models.GameFacts:
    """A game that can be played."""
    return facts_of(find_game(game), context)


@router.get("/players/{game}", response_model=models.Opponents)
def list_players(game: RulesId, context: Context) -> Any:
    """The computer players of a game, the levels first, from weak to strong."""
    return {"players": opponents_of(find_game(game), context)}


def facts_of(game: Rules[Any], context: RequestContext) -> models.GameFacts:
    """The facts about a game, in the language of the visitor."""
    translate = context.translate
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
        rules=texts(game.rules, translate),
    )


def opponents_of(game: Rules[Any], context: RequestContext) -> list[models.Opponent]:
    """The computer players of a game in the language of the visitor."""
    known = {f"level:{level.number}": level for level in levels(game)}
    return [
        models.Opponent(
            name=name,
            title=player_title(name, game).text(context.translate),
            description=known[name].description().text(context.translate) if name in known else "",
            elo=known[name].elo if name in known else None,
        )
        for name in opponents(game)
    ]


# --- opening and joining -------------------------------------------------------------------


@router.get("/games", response_model=models.ListedGames)
def list_open_games(context: Context) -> Any:
    """The public games with free seats, the newest first."""
    return {"games": [listed_game(each) for each in context.games.open_games()]}


@router.get("/mine", response_model=models.ListedGames)
def list_my_games(context: Context) -> Any:
    """Your games: those where it is your turn first."""
    return {"games": [listed_game(each) for each in context.games.my_games(context.secret)]}


def listed_game(listing: GameListing) -> dict[str, Any]:
    """A game in a list; other columns of its row are left out of the answer."""
    row, seats = listing.row, listing.seats
    return {
        **asdict(row),
        "names": [seat.name for seat in seats],
        "computers": [seat.computer for seat in seats],
        "free": [seat.seat for seat in seats if seat.is_open],
        "you": listing.own,
        "your_turn": listing.your_turn,
        "control": row.settings.get("control", ""),
        "hints": bool(row.settings.get("hints")),
    }


@router.post("/games", status_code=201, response_model=models.OpenedGame)
def open_game(body: NewGameRequest, context: Context) -> Response:
    """Opens a game. A cookie with the secret of your seats is set in your browser, or in the
    cookie jar of your program."""
    return opened_game(context, context.open_game(body), 201)


def opened_game(context: RequestContext, game_id: str, status: int = 200) -> Response:
    """The id of a game in which the browser has a seat now."""
    return context.with_secret(json_response(to_json({"id": game_id}), status))


@router.delete("/games/{game_id}", status_code=204)
def withdraw(game_id: GameId, context: Context) -> None:
    """Deletes a game that still waits for a player."""
    context.games.withdraw(game_id, context.secret)


@router.get("/games/{game_id}/invitations", response_model=models.Invitations)
def list_invitations(game_id: GameId, context: Context) -> Any:
    """The tokens by which others take the free seats of a game that you opened."""
    tokens = context.games.invitations(game_id, context.secret) if context.secret else {}
    return {"invitations": [{"seat": seat, "token": token} for seat, token in tokens.items()]}


@router.post("/join", response_model=models.OpenedGame)
def join(body: models.JoinBody, context: Context) -> Response:
    """Takes the seat of an invitation, which is used up then."""
    return opened_game(context, context.games.join(body.token, context.own_secret, body.name))


@router.post("/games/{game_id}/join", response_model=models.OpenedGame)
def join_open_game(game_id: GameId, body: models.NameBody, context: Context) -> Response:
    """Takes a free seat of a public game."""
    context.games.join_listed(game_id, context.own_secret, body.name)
    return opened_game(context, game_id)


# --- playing -------------------------------------------------------------------------------


@router.get("/games/{game_id}", response_model=models.State)
def show_game(game_id: GameId, context: Context) -> Response:
    """A game as it stands."""
    return json_response(context.state_json(context.games.view(game_id, context.secret)))


@router.get("/games/{game_id}/board", response_model=Still)
def show_board(game_id: GameId, context: Context) -> Response:
    """The part of the picture of its board that never changes."""
    table = context.games.view(game_id).game.table
    return json_response(to_json(dict(still_board(table.scene(), context.translate_at(table)))))


@router.post("/games/{game_id}/commands", response_model=models.Accepted)
def command(
    game_id: GameId,
    body: GameCommand,
    context: Context,
    prefer: Annotated[str, Header(max_length=100)] = "",
) -> Response:
    """Carries out a command in a game, once. A command for a version that is not the current one
    changes nothing and is answered with the current state (409, `stale`). With the header
    `Prefer: return=minimal` an accepted command is answered without the state."""
    try:
        done = context.games.command(game_id, context.secret, body)
    except TabuleiroError as error:
        state = context.state_json(error.viewed) if isinstance(error, StaleError) else ""
        translate = context.translate_at(context.games.view(game_id).game.table)
        return error_response(context.request, error, state, translate)
    if prefer == "return=minimal":
        return json_response(f'{{"accepted":{done.version}}}')
    return json_response(f'{{"accepted":{done.version},"state":{context.state_json(done.seen)}}}')


@router.get("/games/{game_id}/ask", response_model=models.SentenceList)
def ask(game_id: GameId, text: Annotated[str, Query(max_length=200)], context: Context) -> Any:
    """Answers a question about a game, as the plain interface does: `board`, `at c4`, `why c4`.
    If it is not a question, there are no words."""
    seen = context.games.view(game_id, context.secret)
    seat = seen.seats[0] if seen.seats else 0
    said = answer_question(seen.game.table, seat, context.games.now(), text)
    return {"words": texts(said or (), context.translate_at(seen.game.table))}


@router.post("/games/{game_id}/hint", response_model=models.Hint)
async def hint(game_id: GameId, context: Context) -> Response:
    """A hint for the player to move, if hints are allowed in the game."""
    context.check_rate("hints")
    game, boards = await asyncio.to_thread(context.games.game_for_hint, game_id, context.secret)
    seed = game.table.version
    task = WorkerTask(
        game.table.position,
        HINT_PLAYER,
        f"{game_id} hint",
        seed,
        priority=Priority.hint,
        source=source_of(context.address),
    )
    result = await asyncio.wrap_future(context.services.pool.think(task))
    return json_response(to_json(result_data(result, game.table.position, boards)))


@router.get("/games/{game_id}/live", response_model=None, responses=EVENT_STREAM)
async def follow(
    game_id: GameId,
    context: Context,
    version: Version = 0,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> Response:
    """The game as server-sent events: `state` whenever it changes, with the version as its id;
    `thinking` while a computer player thinks, if that may be shown. If you say which version you
    have, only newer ones are sent."""
    context.services.live.check_room(context.address)
    seen = await asyncio.to_thread(context.games.view, game_id, context.secret)
    known = int(last_event_id) if last_event_id.isdecimal() else version
    viewer = Viewer(seen.seats, context.language, context.theme)
    stream = context.services.live.stream(game_id, viewer, known, context.address, context.secret)
    return StreamingResponse(stream, media_type="text/event-stream")


@router.get(
    "/games/{game_id}/record",
    response_model=None,
    responses={200: {"content": {"application/json": OBJECT, "text/plain": TEXT}}},
)
def export(
    game_id: GameId, context: Context, form: Annotated[Literal["text", "json"], Query()] = "text"
) -> Response:
    """The record of a game, as text for people or as JSON for programs."""
    record = context.games.record(game_id)
    if form == "json":
        return json_response(write_json(record))
    return PlainTextResponse(write_record(record))


# --- other devices -------------------------------------------------------------------------


@router.get("/games/{game_id}/links", response_model=models.DeviceLinkList)
def list_links(game_id: GameId, context: Context) -> Any:
    """The links that you made for other devices. A device that came by a link gets none."""
    found = [
        models.DeviceLinkFacts(
            id=link.id, seat=link.seat, created=link.created, used=link.used is not None
        )
        for link in context.games.device_links.links(game_id, context.secret)
    ]
    return {"links": found}


@router.post("/games/{game_id}/links", status_code=201, response_model=models.Token)
def make_link(game_id: GameId, body: models.LinkBody, context: Context) -> Any:
    """Makes a link with which one other device can act for a seat of yours too."""
    return {"token": context.games.device_links.new_link(game_id, context.secret, body.seat)}


@router.delete("/games/{game_id}/links/{link_id}", status_code=204)
def revoke_link(game_id: GameId, link_id: LinkId, context: Context) -> None:
    """Revokes a link: the device that came by it cannot act for your seat any more."""
    context.games.device_links.revoke(game_id, context.secret, link_id)


@router.post("/device", response_model=models.OpenedGame)
def use_link(body: models.DeviceBody, context: Context) -> Response:
    """Uses up a link: this device can act for its seat too."""
    links = context.games.device_links
    return opened_game(context, links.use_link(body.token, context.own_secret))
