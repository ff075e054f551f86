"""The home page, the learning page, the rules of a game and the guided first game."""

import json
from typing import Any

from starlette.responses import Response

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.options import options_in_words
from tabuleiro.games import find_game, games, parse_game_text, read
from tabuleiro.language import translator
from tabuleiro.play import read_control
from tabuleiro.play.clock import control_in_words
from tabuleiro.play.player_names import side_of
from tabuleiro.players import player_title
from tabuleiro.players.levels import levels
from tabuleiro.web.board import touched_sites
from tabuleiro.web.content.new_game_form import EASY_LEVEL
from tabuleiro.web.content.pictures import small_picture
from tabuleiro.web.content.rules import brief_pictures, rules_of
from tabuleiro.web.games.new_game import date_of
from tabuleiro.web.games.service import GameListing
from tabuleiro.web.games.state import Data
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import render
from tabuleiro.web.store.schema import GameFilter, GameRow, SeatRow

FIRST_LISTED = 6
"""How many of the reader's games are shown at first."""
A_PAGE = 12  # games of a reader's own


def home(context: Context) -> Response:
    """The games to play, the reader's own games, and open games."""
    service = context.games
    mine = service.my_games(context.secret)
    own = {listing.row.id for listing in mine}
    return render(
        context,
        "home.html",
        games=games().values(),
        mine=[row_of(listing, context.theme) for listing in mine if not listing.row.over],
        played=bool(mine),
        level=EASY_LEVEL,
        levels=levels,
        first=FIRST_LISTED,
        waiting=sum(listing.your_turn for listing in mine),
        invitations=[
            row_of(each, context.theme) for each in service.open_games() if each.row.id not in own
        ],
    )


def my_games(context: Context, state: str = "all", game: str = "", page: int = 1) -> Response:
    """The reader's games: those in progress, then the finished ones, each the latest first."""
    wanted = GameFilter({"running": False, "finished": True}.get(state), game)
    listings, page, pages = context.games.history(context.secret, wanted, page, A_PAGE)
    boards = [context.games.view(each.row.id).game.table.position for each in listings]
    pictures = [small_picture(board, context.language) for board in boards]
    rows = [row_of(each, context.theme) for each in listings]
    return render(
        context,
        "my_games.html",
        games=list(zip(rows, pictures, strict=True)),
        kinds=games(),
        state=state,
        kind=game,
        page=page,
        pages=pages,
    )


def learn(context: Context) -> Response:
    """Lessons and rules of every game."""
    return render(context, "learn.html", games=games().values())


def rules(context: Context, game_id: str) -> Response:
    """The rules of a game, with positions to try."""
    game, language = find_game(game_id), context.language
    title, blocks = rules_of(game, language)
    return render(
        context,
        "rules.html",
        game=game,
        title=title,
        pictures=brief_pictures(game, language),
        blocks=blocks,
    )


def first(context: Context, game_id: str) -> Response:
    """A guided first game."""
    game, language = find_game(game_id), context.language
    if not game.lesson:
        return rules(context, game_id)
    translate = translator(language)
    stages = [
        {
            "position": stage.position,
            "task": stage.task.text(translate),
            "move": stage.move,
            "sites": touched_sites(read(stage.position), stage.move),
            "lesson": stage.lesson.text(translate),
        }
        for stage in game.lesson
    ]
    return render(context, "first.html", game=game, lesson=game.lesson, stages=json.dumps(stages))


# --- games in lists ------------------------------------------------------------------------


def row_of(listing: GameListing, theme: str) -> Data:
    """A game in words for a list: its players, its state, its terms, whether it is your turn or
    over, and the day of its last change. Players without a name are called by their colours."""
    row, (game, options) = listing.row, parse_game_text(listing.row.game)
    others = [seat for seat in listing.seats if seat.seat not in listing.own]
    known = [seat for seat in others if not seat.is_open] or others or listing.seats
    names = tuple(name_of(seat, game, theme) for seat in known)
    people = say("{players}", players=names)
    if listing.own and others and not known[0].is_open:
        people = say("against {players}", players=names)
    return {
        "id": row.id,
        "game": game,
        "people": people,
        "standing": standing_of(listing, game, theme),
        "terms": terms_of(row, options_in_words(game.options, options)),
        "yours": listing.your_turn,
        "over": row.over,
        "day": date_of(row.updated),
    }


def terms_of(row: GameRow, options: tuple[Message, ...]) -> tuple[Message, ...]:
    """What a player who joins a game agrees to."""
    found = [*options]
    if control := row.settings.get("control"):
        found.append(control_in_words(read_control(control)))
    if row.settings.get("hints"):
        found.append(say("hints are allowed"))
    return tuple(found)


def name_of(seat: SeatRow, game: Game[Any], theme: str) -> Message:
    """The name of the player in a seat."""
    if seat.computer:
        return player_title(seat.computer, game)
    if seat.is_open:
        return say("an open seat")
    return say("{name}", name=seat.name) if seat.name else side_of(game, seat.seat, theme)


def standing_of(listing: GameListing, game: Game[Any], theme: str) -> Message:
    """How a game stands for its reader."""
    row, own = listing.row, listing.own
    if row.over:
        winners = [seat for seat in range(len(listing.seats)) if row.result == f"p{seat + 1}win"]
        if not winners:
            return say("a draw")
        if len(own) != 1:
            return say("{player} won", player=side_of(game, winners[0], theme))
        return say("won") if winners[0] in own else say("lost")
    if any(seat.is_open for seat in listing.seats):
        return say("waiting for a player")
    if listing.your_turn:
        return say("your turn")
    return say("opponent's turn")
