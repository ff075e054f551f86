"""The page of a game, and the pages that ask whether you want to join one.

GET changes nothing: a seat is taken by sending the form of the page.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import Form
from starlette.responses import Response

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.play import Table
from tabuleiro.web.board import still_board
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.pictures import small_picture, tone_of
from tabuleiro.web.games.errors import UsedUpError
from tabuleiro.web.games.seats import SeatOffer
from tabuleiro.web.games.state import seat_name
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.new_game import enter
from tabuleiro.web.pages.templating import messages_json, name_of, origin_of, remember_name, render

Name = Annotated[str, Form(max_length=200)]


def game(context: Context, game_id: str) -> Response:
    """A game: to play for those who hold a seat, to watch for all others."""
    service, language, secret = context.games, context.language, context.secret
    seen = service.view(game_id, secret)
    table, rules = seen.game.table, seen.game.table.position.game
    seats = range(table.position.players)
    names = [seat_name(table, seat).text(context.translate) for seat in seats]
    invitations = service.invitations(game_id, secret) if secret else {}
    return render(
        context.request,
        "game.html",
        id=game_id,
        game=rules,
        title=say("{game}: {players}", game=rules.name, players=" – ".join(names)),
        subtitle=subtitle_of(table),
        state=context.state_json(seen),
        still=json.dumps(still_board(table.scene(), context.translate)),
        words=messages_json(script_messages.GAME, language),
        invitations=json.dumps(invitations),
        tones=json.dumps([tone_of(rules, seat) for seat in seats]),
        address=f"{origin_of(context.request)}/g/{game_id}",
        may_link=bool(seen.seats) and service.device_links.may_link(game_id, secret),
    )


def subtitle_of(table: Table) -> tuple[Message, ...]:
    """The options that differ from their defaults, and the clock."""
    position, control = table.position, table.setup.control
    options = options_in_words(position.game.options, position.options())
    return (*options, script_messages.control_in_words(control)) if control else options


# --- joining -------------------------------------------------------------------------------


def show_invitation(context: Context, token: str) -> Response:
    """The page of an invitation, which is used up only when the form is sent."""
    offer = context.games.invited(token)
    return ask_to_join(context, offer, say("Nobody else can join by this link afterwards."))


def show_open(context: Context, game_id: str) -> Response:
    """The page that asks whether to join a public game."""
    service = context.games
    open_games = {listing.row.id for listing in service.open_games()}
    game = service.view(game_id).game
    if game_id not in open_games or not game.table.free_seats:
        raise UsedUpError(say("nobody is waited for in this game any more"))
    offer = SeatOffer(game, min(game.table.free_seats))
    return ask_to_join(context, offer, say("The game is open to everybody: who joins first plays."))


def ask_to_join(context: Context, offer: SeatOffer, note: Message) -> Response:
    """The terms of a game, and a button that takes a seat in it."""
    game = offer.game.table.position.game
    return ask_page(
        context,
        offer,
        title=say("You are invited to a game of {game}", game=game.name),
        sentences=terms_of(offer),
        button=say("Join the game"),
        name=name_of(context.request),
        note=note,
    )


def show_device(context: Context, token: str) -> Response:
    """The page of a link for another device."""
    linked = context.games.device_links.link_target(token)
    return ask_page(
        context,
        linked,
        title=say("Go on with your game of {game}", game=linked.game.table.position.game.name),
        sentences=(
            say("This device will act for {player} as well.", player=player_name(linked.seat)),
        ),
        button=say("Go on here"),
        name=None,
        note=say("The link works once. Where it was made it can be revoked."),
    )


def ask_page(context: Context, offer: SeatOffer, **values: Any) -> Response:
    """A page with one button. The browser gets its secret with this page: if the answer to the
    form is lost, the seat is not."""
    picture = small_picture(offer.game.table.position, context.language)
    length = context.settings.name_length
    return context.with_secret(
        render(context.request, "ask.html", picture=picture, name_length=length, **values)
    )


def terms_of(offer: SeatOffer) -> tuple[Message, ...]:
    """The opponent, the side, the clock and the terms of a game."""
    table = offer.game.table
    others = tuple(
        seat_name(table, number) for number, seat in enumerate(table.setup.seats) if not seat.free
    )
    found = [
        say("You would play against {others}.", others=others),
        say("You would be {player}.", player=player_name(offer.seat)),
    ]
    if table.setup.control:
        clock = script_messages.control_in_words(table.setup.control)
        found.append(say("Clock: {time}", time=clock))
    if offer.game.hints:
        found.append(say("Hints and evaluations are allowed for all; by joining you agree."))
    return tuple(found)


def join(context: Context, token: str, name: Name = "") -> Response:
    """Takes the seat of an invitation, which is used up then."""
    game_id = context.games.join(token, context.own_secret, name)
    return remember_name(context.request, enter(context, game_id), name)


def join_open(context: Context, game_id: str, name: Name = "") -> Response:
    """Takes a seat of a public game."""
    context.games.join_listed(game_id, context.own_secret, name)
    return remember_name(context.request, enter(context, game_id), name)


def use_device(context: Context, token: str) -> Response:
    """Uses up a link: this browser can act for its seat too."""
    return enter(context, context.games.device_links.use_link(token, context.own_secret))
