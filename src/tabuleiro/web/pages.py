"""The pages that people open: routes as data, and what each shows.

GET changes nothing. What does is a form with a token, and answers with the page to go to. Whatever
the pages' scripts do beyond that goes through the API.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from fastapi import FastAPI, Form
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.options import options_in_words
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game, games, read
from tabuleiro.language import LANGUAGES, translator
from tabuleiro.play import Table
from tabuleiro.web import (
    editing,
    importing,
    looking,
    puzzle_pages,
    review_pages,
    sharing,
    study_pages,
    studying,
    words,
)
from tabuleiro.web.board import still_board
from tabuleiro.web.forms import (
    AGAINST,
    CLOCKS,
    NO_FIELDS,
    Filled,
    check_form,
    empty_form,
    fields,
    order_of,
    quick_order,
    read_form,
    seats_option,
    sitters,
)
from tabuleiro.web.lines import LONGEST_QUERY, options_in, query_of, read_start
from tabuleiro.web.listings import row_of, worth_listing
from tabuleiro.web.orders import Order
from tabuleiro.web.pictures import sample_picture, small_picture, tone_of
from tabuleiro.web.refusals import UsedUpError
from tabuleiro.web.rendering import (
    SOUND_COOKIE,
    STATIC,
    THEME_COOKIE,
    keep_name,
    name_of,
    origin_of,
    render,
    scripted,
)
from tabuleiro.web.rulepages import headings, rules_of, title_of
from tabuleiro.web.seating import Invited
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of
from tabuleiro.web.state import Viewer, seat_name
from tabuleiro.web.stylesheet import THEME_NAMES, themes_css
from tabuleiro.web.visitor import LANGUAGE_COOKIE, YEAR, keep_secret, language_of, secret_of

SMALLEST_ZIPPED = 1_000  # bytes from which an answer is worth compressing
FORGET = "max-age=3600"
FIRST_LISTED = 6
"""Of more games of one's own the rest is shown when it is asked for."""

Text = Annotated[str, Form(max_length=200)]
Address = Annotated[str, Form(max_length=LONGEST_QUERY + 200)]


# --- the games -----------------------------------------------------------------------------


class GameCard(NamedTuple):
    """A game with its picture."""

    game: Game[Any]
    picture: Markup

    @property
    def has_puzzles(self) -> bool:
        """Whether puzzles come with it."""
        return bool(puzzle_pages.puzzles_of(self.game))


def home(request: Request) -> Response:
    """The games, one's own and those of whoever waits for an opponent."""
    house = services_of(request).house
    mine = house.my_games(secret_of(request))
    own = {listing.row.id for listing in mine}
    return render(
        request,
        "home.html",
        cards=game_cards(request),
        mine=[row_of(listing) for listing in worth_listing(mine)],
        first=FIRST_LISTED,
        waiting=sum(listing.your_turn for listing in mine),
        invitations=[row_of(each) for each in house.open_games() if each.row.id not in own],
    )


def learn(request: Request) -> Response:
    """Lessons and rules of every game."""
    return render(request, "learn.html", cards=game_cards(request))


def game_cards(request: Request) -> list[GameCard]:
    """Every game with what it looks like."""
    language = language_of(request)
    return [GameCard(game, sample_picture(game, language)) for game in games().values()]


def rules(request: Request, game_id: str) -> Response:
    """The rules of a game, with positions to try."""
    game, language = find_game(game_id), language_of(request)
    blocks = rules_of(game, language)
    return render(
        request,
        "rules.html",
        game=game,
        title=title_of(game, language),
        has_puzzles=bool(puzzle_pages.puzzles_of(game)),
        contents=headings(blocks),
        blocks=blocks,
        words=scripted(words.TRYING, language),
    )


def first(request: Request, game_id: str) -> Response:
    """A guided first game."""
    game, language = find_game(game_id), language_of(request)
    if not game.lesson:
        return rules(request, game_id)
    translate = translator(language)
    stages = [
        {
            "position": stage.position,
            "task": stage.task.text(translate),
            "move": stage.move,
            "lesson": stage.lesson.text(translate),
        }
        for stage in game.lesson
    ]
    return render(
        request,
        "first.html",
        game=game,
        lesson=game.lesson,
        stages=json.dumps(stages),
        words=scripted(words.TRYING, language),
    )


# --- beginning a game ----------------------------------------------------------------------


class SeatField(NamedTuple):
    """A seat in the form of a new game."""

    number: int
    title: Message
    value: str
    tone: str


def new(request: Request, game_id: str) -> Response:
    """The form of a new game."""
    game = find_game(game_id)
    query = request.query_params
    against = query.get("against", AGAINST[0].name)
    start = read_start(game_id, query) if "position" in query else None
    form = empty_form(game, against, name_of(request), start)
    if start is None:
        form = replace(form, options=options_in(game, query))
    return set_up_page(request, game, form, against)


def set_up_page(
    request: Request,
    game: Game[Any],
    form: Filled,
    against: str = "",
    error: TabuleiroError | None = None,
) -> Response:
    """The form as somebody has filled it in, with what is wrong in it."""
    shown = NO_FIELDS if form.position else fields(game, form.options)
    ways = "&" + query_of(read(form.position)) if form.position and not error else ""
    seats = [
        SeatField(seat + 1, player_name(seat), value, tone_of(game, seat))
        for seat, value in enumerate(form.seats)
    ]
    return render(
        request,
        "new.html",
        422 if error else 200,
        game=game,
        heading=heading_of_form(game, form),
        form=form,
        chosen=against,
        againsts=AGAINST,
        ways=ways,
        seats=seats,
        seats_option="" if form.position else seats_option(game),
        sitters=sitters(game),
        switches=shown.switches,
        choices=shown.choices,
        numbers=shown.numbers,
        clocks=CLOCKS,
        name_length=services_of(request).settings.name_length,
        picture=picture_of_form(game, form, language_of(request)),
        trouble=error.message if error else None,
    )


def heading_of_form(game: Game[Any], form: Filled) -> Message:
    """What the form begins."""
    if form.position:
        return say("Play on: {game}", game=game.name)
    return say("New game: {game}", game=game.name)


def picture_of_form(game: Game[Any], form: Filled, language: str) -> Markup:
    """What the game looks like, or the position that is played on from."""
    try:
        return small_picture(read(form.position), language)
    except TabuleiroError:
        return sample_picture(game, language)


async def open_new(request: Request, game_id: str) -> Response:
    """Opens the game that the form asks for, or shows what is wrong with it."""
    game = find_game(game_id)
    sent = await request.form()
    form = read_form(game, {name: value for name, value in sent.items() if isinstance(value, str)})
    return await run_in_threadpool(open_filled, request, game, form)


def open_filled(request: Request, game: Game[Any], form: Filled) -> Response:
    """Opens the game of a form, or shows the form again."""
    try:
        response = begin(request, order_of(game, check_form(game, form)))
    except TabuleiroError as error:
        return set_up_page(request, game, form, error=error)
    keep_name(request, response, form.name)
    return response


def play(request: Request, game_id: str, level: Annotated[int, Form(ge=1, le=10)] = 2) -> Response:
    """Opens a game against the computer, at once."""
    game = find_game(game_id)
    return begin(request, quick_order(game, level, name_of(request)))


def begin(request: Request, order: Order) -> Response:
    """Opens a game and leads there."""
    request.app.state.limiter.take("games", request.state.address)
    secret = secret_of(request) or new_secret()
    return enter(request, secret, services_of(request).house.open_game(secret, order))


def enter(request: Request, secret: str, game_id: str) -> Response:
    """Leads to a game in which the browser of this secret has a seat."""
    response = RedirectResponse(f"/g/{game_id}", 303)
    keep_secret(response, secret, services_of(request).settings.https)
    return response


# --- a game --------------------------------------------------------------------------------


def game(request: Request, game_id: str) -> Response:
    """A game: to play for those who hold a seat, to watch for all others."""
    services, language, secret = services_of(request), language_of(request), secret_of(request)
    seen = services.house.look(game_id, secret)
    table = seen.game.table
    invited = services.house.invitations(game_id, secret) if secret else {}
    return render(
        request,
        "game.html",
        id=game_id,
        game=table.position.game,
        title=title_of_game(table, language),
        subtitle=subtitle_of(table),
        state=services.studio.text(seen.game, Viewer(seen.seats, language), services.house.now()),
        still=json.dumps(still_board(table.scene(), translator(language))),
        words=scripted(words.GAME, language),
        invitations=json.dumps(invited),
        tones=json.dumps([tone_of(table.position.game, n) for n in range(table.position.players)]),
        address=f"{origin_of(request)}/g/{game_id}",
        may_link=bool(seen.seats) and services.house.devices.may_link(game_id, secret),
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
    return (*options, words.control_in_words(control)) if control else options


# --- joining -------------------------------------------------------------------------------


def show_invitation(request: Request, token: str) -> Response:
    """What an invitation leads to. It is used up only when its form is sent."""
    invited = services_of(request).house.invited(token)
    return ask_to_join(request, invited, say("Nobody else can join by this link afterwards."))


def show_open(request: Request, game_id: str) -> Response:
    """What a game that waits for anybody leads to."""
    house = services_of(request).house
    open_games = {listing.row.id for listing in house.open_games()}
    game = house.look(game_id).game
    if game_id not in open_games or not game.table.free_seats:
        raise UsedUpError(say("nobody is waited for in this game any more"))
    invited = Invited(game, min(game.table.free_seats))
    return ask_to_join(
        request, invited, say("The game is open to everybody: who joins first plays.")
    )


def ask_to_join(request: Request, invited: Invited, note: Message) -> Response:
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
    linked = services_of(request).house.devices.linked(token)
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


def ask_page(request: Request, invited: Invited, **values: Any) -> Response:
    """A page with one button. The browser has its secret before it is pressed, so that a seat is
    not lost with the answer to that."""
    picture = small_picture(invited.game.table.position, language_of(request))
    settings = services_of(request).settings
    length = settings.name_length
    response = render(request, "ask.html", picture=picture, name_length=length, **values)
    keep_secret(response, secret_of(request) or new_secret(), settings.https)
    return response


def rules_played(invited: Invited) -> Game[Any]:
    """The game that somebody is invited to."""
    found: Game[Any] = invited.game.table.position.game
    return found


def terms_of(invited: Invited) -> tuple[Message, ...]:
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
        clock = words.control_in_words(table.setup.control)
        found.append(say("Clock: {time}", time=clock))
    if invited.game.hints:
        found.append(say("Hints and evaluations are allowed for all; by joining you agree."))
    return tuple(found)


def join(request: Request, token: str, name: Text = "") -> Response:
    """Uses an invitation up."""
    secret = secret_of(request) or new_secret()
    game_id = services_of(request).house.join(token, secret, name)
    response = enter(request, secret, game_id)
    keep_name(request, response, name)
    return response


def join_open(request: Request, game_id: str, name: Text = "") -> Response:
    """Takes a seat of a game that is open to everybody."""
    secret = secret_of(request) or new_secret()
    services_of(request).house.join_listed(game_id, secret, name)
    response = enter(request, secret, game_id)
    keep_name(request, response, name)
    return response


def use_device(request: Request, token: str) -> Response:
    """Uses a link up: this browser acts for a seat as well."""
    secret = secret_of(request) or new_secret()
    return enter(request, secret, services_of(request).house.devices.use_link(token, secret))


# --- settings ------------------------------------------------------------------------------


def change_settings(
    request: Request, language: Text, theme: Text, sound: Text, back: Address = "/"
) -> Response:
    """Keeps what the reader has chosen in his browser, and leads back."""
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if local else "/", 303)
    https = services_of(request).settings.https
    chosen = {LANGUAGE_COOKIE: language, THEME_COOKIE: theme, SOUND_COOKIE: sound}
    allowed = {LANGUAGE_COOKIE: LANGUAGES, THEME_COOKIE: THEME_NAMES, SOUND_COOKIE: ("on", "off")}
    for name, value in chosen.items():
        if value in allowed[name]:
            response.set_cookie(name, value, YEAR, samesite="lax", secure=https)
    return response


def themes(_: Request) -> Response:
    """The colours as a stylesheet."""
    return Response(themes_css(), media_type="text/css", headers={"Cache-Control": FORGET})


# --- errors --------------------------------------------------------------------------------

TITLES: dict[int, Message] = {
    403: say("That is not allowed"),
    404: say("Not found"),
    410: say("This link leads nowhere any more"),
    422: say("That cannot be had"),
    429: say("Too much at once"),
    500: say("Something went wrong"),
    503: say("Too much to do"),
}
"""What kinds of trouble are called, by status."""
TROUBLE = say("That did not work")


def error_page(request: HTTPConnection, status: int, reason: Message) -> Response:
    """What went wrong, in words."""
    title = TITLES.get(status, TROUBLE)
    return render(request, "error.html", status, status=status, title=title, reason=reason)


# --- routes --------------------------------------------------------------------------------


class Route(NamedTuple):
    """Which function answers which requests."""

    method: str
    path: str
    serve: Callable[..., Any]


ROUTES = (
    Route("GET", "/", home),
    Route("GET", "/learn", learn),
    Route("GET", "/rules/{game_id}", rules),
    Route("GET", "/first/{game_id}", first),
    Route("GET", "/new/{game_id}", new),
    Route("POST", "/new/{game_id}", open_new),
    Route("POST", "/play/{game_id}", play),
    Route("GET", "/g/{game_id}", game),
    Route("GET", "/g/{game_id}/join", show_open),
    Route("POST", "/g/{game_id}/join", join_open),
    Route("GET", "/join/{token}", show_invitation),
    Route("POST", "/join/{token}", join),
    Route("GET", "/device/{token}", show_device),
    Route("POST", "/device/{token}", use_device),
    Route("GET", "/puzzles", puzzle_pages.home),
    Route("GET", "/puzzles/{game_id}", puzzle_pages.of_game),
    Route("GET", "/puzzles/{game_id}/{number}", puzzle_pages.one),
    Route("GET", "/review/game/{game_id}", review_pages.of_game),
    Route("GET", "/review/line/{game_id}", review_pages.of_line),
    Route("GET", "/edit/{game_id}", editing.show_editor),
    Route("GET", "/import", importing.show_import),
    Route("GET", "/p/{game_id}", sharing.show_line),
    Route("GET", "/p/{game_id}/{name}", sharing.line_file),
    Route("GET", "/g/{game_id}/share", sharing.show_game),
    Route("GET", "/g/{game_id}/share/{name}", sharing.game_file),
    Route("GET", "/embed/{game_id}", sharing.embed_line),
    Route("GET", "/embed/g/{game_id}", sharing.embed_game),
    Route("GET", "/study", study_pages.home),
    Route("GET", "/study/game/{game_id}", study_pages.of_game),
    Route("GET", "/study/line/{game_id}", study_pages.of_line),
    Route("GET", "/study/{study_id}", study_pages.own),
    Route("GET", "/shared/{shared}", study_pages.shared),
    Route("POST", "/settings", change_settings),
    Route("GET", "/themes.css", themes),
)


class Files(StaticFiles):
    """Files that browsers keep, and ask each time whether they are still the same."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Gives an app its pages, and what their scripts ask for beyond the API of games."""
    for route in ROUTES:
        app.add_api_route(
            route.path,
            route.serve,
            methods=[route.method],
            include_in_schema=False,
            response_model=None,
        )
    app.state.error_page = error_page
    app.include_router(looking.router)
    app.include_router(editing.router)
    app.include_router(importing.router)
    app.include_router(studying.router)
    app.mount("/static", Files(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED)
