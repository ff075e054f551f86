"""The page of a game, and the pages that ask whether you want to join one.

GET changes nothing: a seat is taken by sending the form of the page.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import Form
from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.language import translator
from tabuleiro.play import Table
from tabuleiro.web.board import still_board
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.pictures import small_picture, tone_of
from tabuleiro.web.games.errors import UsedUpError
from tabuleiro.web.games.seats import InvitedSeat
from tabuleiro.web.games.state import Viewer, seat_name
from tabuleiro.web.http.session import language_of, secret_of, set_secret_cookie
from tabuleiro.web.pages.new_game import enter
from tabuleiro.web.pages.templating import messages_json, name_of, origin_of, remember_name, render
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of

Name = Annotated[str, Form(max_length=200)]


def game(request: Request, game_id: str) -> Response:
    """A game: to play for those who hold a seat, to watch for all others."""
    services, language, secret = services_of(request), language_of(request), secret_of(request)
    seen = services.games.view(game_id, secret)
    table = seen.game.table
    invited = services.games.invitations(game_id, secret) if secret else {}
    return render(
        request,
        "game.html",
        id=game_id,
        game=table.position.game,
        title=title_of_game(table, language),
        subtitle=subtitle_of(table),
        state=services.renderer.render(
            seen.game, Viewer(seen.seats, language), services.games.now()
        ),
        still=json.dumps(still_board(table.scene(), translator(language))),
        words=messages_json(script_messages.GAME, language),
        invitations=json.dumps(invited),
        tones=json.dumps([tone_of(table.position.game, n) for n in range(table.position.players)]),
        address=f"{origin_of(request)}/g/{game_id}",
        may_link=bool(seen.seats) and services.games.device_links.may_link(game_id, secret),
    )


def title_of_game(table: Table, language: str) -> Message:
    """Who plays what."""
    seats = range(table.position.players)
    names = (seat_name(table, seat).text(translator(language)) for seat in seats)
    return say("{game}: {players}", game=table.position.game.name, players=" – ".join(names))


def subtitle_of(table: Table) -> tuple[Message, ...]:
    """The options that are not as usual, and the clock."""
    position, control = table.position, table.setup.control
    options = options_in_words(position.game.options, position.options())
    return (*options, script_messages.control_in_words(control)) if control else options


# --- joining -------------------------------------------------------------------------------


def show_invitation(request: Request, token: str) -> Response:
    """What an invitation leads to. It is used up only when its form is sent."""
    invited = services_of(request).games.invited(token)
    return ask_to_join(request, invited, say("Nobody else can join by this link afterwards."))


def show_open(request: Request, game_id: str) -> Response:
    """What a game that waits for anybody leads to."""
    house = services_of(request).games
    open_games = {listing.row.id for listing in house.open_games()}
    game = house.view(game_id).game
    if game_id not in open_games or not game.table.free_seats:
        raise UsedUpError(say("nobody is waited for in this game any more"))
    invited = InvitedSeat(game, min(game.table.free_seats))
    return ask_to_join(
        request, invited, say("The game is open to everybody: who joins first plays.")
    )


def ask_to_join(request: Request, invited: InvitedSeat, note: Message) -> Response:
    """The terms of a game, and a button that takes a seat in it."""
    return ask_page(
        request,
        invited,
        title=say("You are invited to a game of {game}", game=rules_played(invited).name),
        sentences=terms_of(invited),
        button=say("Join the game"),
        name=name_of(request),
        note=note,
    )


def show_device(request: Request, token: str) -> Response:
    """What a link for another device leads to."""
    linked = services_of(request).games.device_links.link_target(token)
    return ask_page(
        request,
        linked,
        title=say("Go on with your game of {game}", game=rules_played(linked).name),
        sentences=(
            say("This device will act for {player} as well.", player=player_name(linked.seat)),
        ),
        button=say("Go on here"),
        name=None,
        note=say("The link works once. Where it was made it can be revoked."),
    )


def ask_page(request: Request, invited: InvitedSeat, **values: Any) -> Response:
    """A page with one button. The browser has its secret before it is pressed, so that a seat is
    not lost with the answer to that."""
    picture = small_picture(invited.game.table.position, language_of(request))
    settings = services_of(request).settings
    length = settings.name_length
    response = render(request, "ask.html", picture=picture, name_length=length, **values)
    set_secret_cookie(response, secret_of(request) or new_secret(), settings.https)
    return response


def rules_played(invited: InvitedSeat) -> Game[Any]:
    """The game that somebody is invited to."""
    found: Game[Any] = invited.game.table.position.game
    return found


def terms_of(invited: InvitedSeat) -> tuple[Message, ...]:
    """Whom one would play, as which player, with which clock and on what terms."""
    table = invited.game.table
    others = tuple(
        seat_name(table, number) for number, seat in enumerate(table.setup.seats) if not seat.free
    )
    found = [
        say("You would play against {others}.", others=others),
        say("You would be {player}.", player=player_name(invited.seat)),
    ]
    if table.setup.control:
        clock = script_messages.control_in_words(table.setup.control)
        found.append(say("Clock: {time}", time=clock))
    if invited.game.hints:
        found.append(say("Hints and evaluations are allowed for all; by joining you agree."))
    return tuple(found)


def join(request: Request, token: str, name: Name = "") -> Response:
    """Uses an invitation up."""
    secret = secret_of(request) or new_secret()
    game_id = services_of(request).games.join(token, secret, name)
    response = enter(request, secret, game_id)
    remember_name(request, response, name)
    return response


def join_open(request: Request, game_id: str, name: Name = "") -> Response:
    """Takes a seat of a game that is open to everybody."""
    secret = secret_of(request) or new_secret()
    services_of(request).games.join_listed(game_id, secret, name)
    response = enter(request, secret, game_id)
    remember_name(request, response, name)
    return response


def use_device(request: Request, token: str) -> Response:
    """Uses a link up: this browser acts for a seat as well."""
    secret = secret_of(request) or new_secret()
    return enter(request, secret, services_of(request).games.device_links.use_link(token, secret))
