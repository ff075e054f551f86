"""The new-game page, and the forms that open a game."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import Form
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game, read
from tabuleiro.play.player_names import tone_of
from tabuleiro.web.content import new_game_form as forms
from tabuleiro.web.content.line_urls import options_in, query_of, read_start
from tabuleiro.web.content.pictures import sample_picture, small_picture
from tabuleiro.web.games.new_game import NewGameRequest, SeatRequest
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import render, with_name


def new(context: Context, game_id: str) -> Response:
    """The form of a new game."""
    game = find_game(game_id)
    query = context.request.query_params
    against = query.get("against", "computer")
    start = read_start(game_id, query) if "position" in query else None
    form = forms.empty_form(game, against, context.name, start)
    if start is None:
        form = replace(form, options=options_in(game, query))
    return set_up_page(context, game, form, against)


def set_up_page(
    context: Context,
    game: Game[Any],
    form: forms.NewGameForm,
    against: str = "",
    error: TabuleiroError | None = None,
) -> Response:
    """The page with the form as it was filled in, and its error. A position has its own options."""
    given = given_position(game, form)
    offered, seats_option = ((), "") if form.position else (game.options, forms.seats_option(game))
    seats = [
        (seat + 1, player_name(seat), value, tone_of(game, seat))
        for seat, value in enumerate(form.seats)
    ]
    most = {seats_option: len(seats)} if seats_option else {}
    return render(
        context,
        "new.html",
        422 if error else 200,
        translate=context.translate_in(given or game.start(**most)),
        game=game,
        heading=say("Continue from a position: {game}", game=game.name)
        if form.position
        else say("New game: {game}", game=game.name),
        form=form,
        chosen=against,
        againsts=forms.OPPONENT_OPTIONS,
        position_query=f"&{query_of(given)}" if given else "",
        seats=seats,
        seats_option=seats_option,
        seat_groups=forms.seat_options(game),
        **forms.option_fields(offered, form.options),
        clocks=forms.CLOCKS,
        picture=small_picture(given, context.language)
        if given
        else sample_picture(game, context.language),
        trouble=error.message if error else None,
    )


def given_position(game: Game[Any], form: forms.NewGameForm) -> Position | None:
    """The position of the game to play on from; None if there is none, or a wrong one."""
    try:
        position = read(form.position)
    except TabuleiroError:
        return None
    return position if position.game is game else None


async def open_new(context: Context, game_id: str) -> Response:
    """Opens the game that the form asks for, or shows what is wrong with it."""
    game = find_game(game_id)
    sent = await context.request.form()
    form = forms.read_form(
        game, {name: value for name, value in sent.items() if isinstance(value, str)}
    )
    return await run_in_threadpool(open_filled, context, game, form)


def open_filled(context: Context, game: Game[Any], form: forms.NewGameForm) -> Response:
    """Opens the game of a form, or shows the form again."""
    try:
        response = begin(context, forms.request_of_form(game, forms.check_form(game, form)))
    except TabuleiroError as error:
        return set_up_page(context, game, form, error=error)
    return with_name(context, response, form.name)


def play(
    context: Context, game_id: str, level: Annotated[int, Form(ge=1, le=10)] = forms.EASY_LEVEL
) -> Response:
    """Opens a game against the computer, at once."""
    game = find_game(game_id)
    others = SeatRequest("computer", f"level:{level}")
    return begin(context, forms.quick_request(game, others, context.name))


def begin(context: Context, game: NewGameRequest) -> Response:
    """Opens a game and redirects to it."""
    return enter(context, context.open_game(game))


def enter(context: Context, game_id: str) -> Response:
    """Redirects to a game in which this browser has a seat."""
    return context.with_secret(RedirectResponse(f"/g/{game_id}", 303))
