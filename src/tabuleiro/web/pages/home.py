"""The home page, the learning page, the rules of a game and the guided first game."""

import json

from starlette.responses import Response

from tabuleiro.games import find_game, games, read
from tabuleiro.language import translator
from tabuleiro.web.board import touched_sites
from tabuleiro.web.content.game_lists import row_of
from tabuleiro.web.content.new_game_form import EASY_LEVEL
from tabuleiro.web.content.pictures import small_picture
from tabuleiro.web.content.rules import brief_pictures, rules_of
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import render
from tabuleiro.web.store.schema import GameFilter

FIRST_LISTED = 6
"""How many of the reader's games are shown at first."""
A_PAGE = 12  # games of a reader's own


def home(context: Context) -> Response:
    """The games to play, the reader's own games, and open games."""
    service = context.games
    mine = service.my_games(context.secret)
    own = {listing.row.id for listing in mine}
    return render(
        context.request,
        "home.html",
        games=games().values(),
        mine=[row_of(listing, context.theme) for listing in mine if not listing.row.over],
        played=bool(mine),
        level=EASY_LEVEL,
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
        context.request,
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
    return render(context.request, "learn.html", games=games().values())


def rules(context: Context, game_id: str) -> Response:
    """The rules of a game, with positions to try."""
    game, language = find_game(game_id), context.language
    title, blocks = rules_of(game, language)
    return render(
        context.request,
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
    return render(
        context.request, "first.html", game=game, lesson=game.lesson, stages=json.dumps(stages)
    )
