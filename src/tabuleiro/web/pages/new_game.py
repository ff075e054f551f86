"""The new-game page, and the forms that open a game."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import Form
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
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
    """The page with the form as it was filled in, and its error."""
    offered = () if form.position else game.options  # a position has its own options
    position_query = "&" + query_of(read(form.position)) if form.position and not error else ""
    seats = [
        (seat + 1, player_name(seat), value, tone_of(game, seat))
        for seat, value in enumerate(form.seats)
    ]
    most = (
        {} if form.position else dict.fromkeys(filter(None, [forms.seats_option(game)]), len(seats))
    )
    position = read(form.position) if form.position and not error else game.start(**most)
    return render(
        context,
        "new.html",
        422 if error else 200,
        translate=context.translate_in(position),
        game=game,
        heading=say("Continue from a position: {game}", game=game.name)
        if form.position
        else say("New game: {game}", game=game.name),
        form=form,
        chosen=against,
        againsts=forms.OPPONENT_OPTIONS,
        position_query=position_query,
        seats=seats,
        seats_option="" if form.position else forms.seats_option(game),
        seat_groups=forms.seat_options(game),
        **forms.option_fields(offered, form.options),
        clocks=forms.CLOCKS,
        picture=picture_of_form(game, form, context.language),
        trouble=error.message if error else None,
    )


def picture_of_form(game: Game[Any], form: forms.NewGameForm, language: str) -> Markup:
    """The picture of the game, or of the position that it starts from."""
    try:
        return small_picture(read(form.position), language)
    except TabuleiroError:
        return sample_picture(game, language)


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
    return enter(context, open_game(context, game))


def open_game(context: Context, game: NewGameRequest) -> str:
    """Opens a game, unless this address has opened too many; its id."""
    context.check_rate("games")
    return context.games.open_game(context.own_secret, game, context.address)


def enter(context: Context, game_id: str) -> Response:
    """Redirects to a game in which this browser has a seat."""
    return context.with_secret(RedirectResponse(f"/g/{game_id}", 303))
