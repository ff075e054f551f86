"""The page of a game, and the pages that ask whether you want to join one.

GET changes nothing: a seat is taken by sending the form of the page.
"""

import json
import shlex
from typing import Annotated, Any

from fastapi import Form
from starlette.responses import RedirectResponse, Response

from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.program import program_name
from tabuleiro.games import find_game
from tabuleiro.play import Table
from tabuleiro.play.clock import control_in_words
from tabuleiro.play.player_names import names_of_seats, seat_name, sides_of, tone_of
from tabuleiro.web.board import still_board
from tabuleiro.web.content.new_game_form import quick_request
from tabuleiro.web.content.pictures import qr_code, small_picture
from tabuleiro.web.games.errors import UsedUpError
from tabuleiro.web.games.new_game import SeatRequest
from tabuleiro.web.games.seats import SeatOffer
from tabuleiro.web.http.addresses import parse_address
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.new_game import enter
from tabuleiro.web.pages.templating import render, with_name
from tabuleiro.web.settings import ServerSettings

Name = Annotated[str, Form(max_length=200)]


def game(context: Context, game_id: str) -> Response:
    """A game: to play for those who hold a seat, to watch for all others."""
    service, secret = context.games, context.secret
    seen = service.view(game_id, secret)
    table, rules = seen.game.table, seen.game.table.position.game
    if not seen.seats and table.free_seats and service.is_listed(game_id):
        return RedirectResponse(f"/g/{game_id}/join", 303)
    seats = range(table.position.players)
    translate = context.translate_at(table)
    names = names_of_seats(table.position, table.setup.seats, context.theme)
    invitations = service.invitations(game_id, secret) if secret else {}
    return render(
        context,
        "game.html",
        id=game_id,
        game=rules,
        title=say(
            "{game}: {players}",
            game=rules.name,
            players=" – ".join(name.text(translate) for name in names),
        ),
        subtitle=subtitle_of(table),
        state=context.state_json(seen),
        still=json.dumps(still_board(table.scene(), translate)),
        invitations=json.dumps(invitations),
        tones=json.dumps([tone_of(rules, seat) for seat in seats]),
        address=f"{context.origin}/g/{game_id}",
        holds_seat=bool(seen.seats),
        may_link=bool(seen.seats) and service.device_links.may_link(game_id, secret),
    )


def subtitle_of(table: Table) -> tuple[Message, ...]:
    """The options that differ from their defaults, and the clock."""
    position, control = table.position, table.setup.control
    options = options_in_words(position.game.options, position.options())
    return (*options, control_in_words(control)) if control else options


# --- inviting ------------------------------------------------------------------------------


def play_friend(context: Context, game_id: str) -> Response:
    """Opens a game with a seat for a friend, and shows its link."""
    game, name = find_game(game_id), context.name
    request = quick_request(game, SeatRequest("open"), name, shuffle=True)
    return context.with_secret(RedirectResponse(f"/g/{context.open_game(request)}/invite", 303))


def invite(context: Context, game_id: str) -> Response:
    """The links for the free seats of a game that this browser opened."""
    tokens = context.games.invitations(game_id, context.secret) if context.secret else {}
    if not tokens:
        raise UsedUpError(say("this game has no open seat, or someone else opened it"))
    join = f"{context.origin}/join"
    position = context.games.view(game_id).game.table.position
    sides = sides_of(position, context.theme)
    return render(
        context,
        "invite.html",
        id=game_id,
        game=position.game,
        invitations=[
            (sides[seat], f"{join}/{token}", qr_code(f"{join}/{token}"))
            for seat, token in tokens.items()
        ],
        local=is_local(context.request.url.hostname or ""),
        closed=is_local(context.settings.host),
        command=opening_command(context.settings),
    )


def rename_host(context: Context, game_id: str, name: Name = "") -> Response:
    """Names the player who invites others."""
    context.games.rename_host(game_id, context.secret, name)
    response = RedirectResponse(f"/g/{game_id}/invite#name", 303)
    return with_name(context, response, name)


def opening_command(settings: ServerSettings) -> list[str]:
    """The parts of the command that starts this server for others too, each with its value."""
    usual = ServerSettings()
    parts = [f"{program_name()} web", "--host 0.0.0.0"]
    if settings.port != usual.port:
        parts.append(f"--port {settings.port}")
    if settings.data != usual.data:
        parts.append(f"--data {shlex.quote(str(settings.data.absolute()))}")
    return parts


def is_local(host: str) -> bool:
    """Whether a name or address means the same computer."""
    address = parse_address(host.strip("[]"))
    return address.is_loopback if address else host == "localhost"


# --- joining -------------------------------------------------------------------------------


def show_invitation(context: Context, token: str) -> Response:
    """The page of an invitation, which is used up only when the form is sent."""
    offer = context.games.invited(token)
    return ask_to_join(context, offer, say("The link works for one player."))


def show_open(context: Context, game_id: str) -> Response:
    """The page that asks whether to join a public game."""
    service = context.games
    game = service.view(game_id).game
    if not service.is_listed(game_id) or not game.table.free_seats:
        raise UsedUpError(say("this game has no open seat any more"))
    offer = SeatOffer(game, min(game.table.free_seats))
    return ask_to_join(context, offer, say("This is an open game: the first to join plays."))


def ask_to_join(context: Context, offer: SeatOffer, note: Message) -> Response:
    """The terms of a game, and a button that takes a seat in it."""
    game, others = offer.game.table.position.game.name, named_others(offer, context.theme)
    return ask_page(
        context,
        offer,
        title=say("Play {game} against {others}", game=game, others=others)
        if others
        else say("You are invited to a game of {game}", game=game),
        sentences=(*side_in_words(offer, context.theme), *terms_of(offer)),
        button=say("Join the game"),
        note=note,
    )


def show_device(context: Context, token: str) -> Response:
    """The page of a link for another device."""
    linked = context.games.device_links.link_target(token)
    table, number = linked.game.table, linked.seat
    player = seat_name(table.position, number, table.setup.seats[number], context.theme)
    return ask_page(
        context,
        linked,
        title=say("Continue your game of {game}", game=table.position.game.name),
        sentences=(say("This device will be able to play for {player} too.", player=player),),
        button=say("Continue here"),
        name=None,
        note=say("The link works once. You can revoke it on the device that created it."),
    )


def ask_page(context: Context, offer: SeatOffer, **values: Any) -> Response:
    """A page with one button. The browser gets its secret with this page: if the answer to the
    form is lost, the seat is not."""
    origin, position = context.origin, offer.game.table.position
    response = render(
        context,
        "ask.html",
        picture=small_picture(position, context.language),
        game=position.game,
        preview=f"{origin}/g/{offer.game.id}/share/preview.png",
        **values,
    )
    return context.with_secret(response)


def named_others(offer: SeatOffer, theme: str) -> tuple[Message, ...]:
    """The players who have a seat already, and a name."""
    position, seats = offer.game.table.position, enumerate(offer.game.table.setup.seats)
    names = (seat_name(position, *seat, theme) for seat in seats if not seat[1].free)
    sides = sides_of(position, theme)
    return tuple(name for name in names if name not in sides)


def side_in_words(offer: SeatOffer, theme: str) -> tuple[Message, ...]:
    """The side of a seat, its goal if it has its own, and who moves first."""
    position, seat = offer.game.table.position, offer.seat
    roles, sides = position.game.roles, sides_of(position, theme)
    role = roles[seat] if seat < len(roles) else None
    return (
        say("You will be {player} ({role}).", player=sides[seat], role=role)
        if role
        else say("You will be {player}.", player=sides[seat]),
        say("You move first.")
        if position.player == seat
        else say("{player} moves first.", player=sides[position.player]),
    )


def terms_of(offer: SeatOffer) -> tuple[Message, ...]:
    """The clock and the terms of a game."""
    table = offer.game.table
    found: list[Message] = []
    if table.setup.control:
        clock = control_in_words(table.setup.control)
        found.append(say("Clock: {time}", time=clock))
    if offer.game.hints:
        found.append(say("Hints and evaluations are allowed for everyone in this game."))
    return tuple(found)


def join(context: Context, token: str, name: Name = "") -> Response:
    """Takes the seat of an invitation, which is used up then."""
    game_id = context.games.join(token, context.own_secret, name)
    return with_name(context, enter(context, game_id), name)


def join_open(context: Context, game_id: str, name: Name = "") -> Response:
    """Takes a seat of a public game."""
    context.games.join_listed(game_id, context.own_secret, name)
    return with_name(context, enter(context, game_id), name)


def use_device(context: Context, token: str) -> Response:
    """Uses up a link: this browser can act for its seat too."""
    return enter(context, context.games.device_links.use_link(token, context.own_secret))
