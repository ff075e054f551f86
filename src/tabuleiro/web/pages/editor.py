"""The page of the position editor."""

from starlette.responses import Response

from tabuleiro.games import find_game
from tabuleiro.web.api.editor import EditorState, written_options
from tabuleiro.web.content.line_urls import checked_query, options_in
from tabuleiro.web.content.new_game_form import option_fields
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import render


def show_editor(context: Context, game_id: str) -> Response:
    """The page on which positions of a game are set up."""
    game, query = find_game(game_id), checked_query(context.request)
    options = game.resolve_options(dict(options_in(game, query)))
    edited = EditorState(game, options, query.get("position", "") or game.begin(options).text)
    offered = [option for option in game.options if not option.start_only]
    return render(
        context,
        "edit.html",
        game=game,
        position=edited.full_text,
        **option_fields(offered, written_options(edited)),
    )
