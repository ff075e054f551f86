"""The pages of puzzles: the list, and one puzzle to solve.

Which of them a reader has solved is known to his browser alone.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.analysis.puzzles import GRADES
from tabuleiro.analysis.wording import puzzle_task
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, games
from tabuleiro.language import translator
from tabuleiro.web.api.positions import PositionView, position_data
from tabuleiro.web.board import still_board
from tabuleiro.web.content import script_messages
from tabuleiro.web.content.line_urls import query_of
from tabuleiro.web.content.pictures import sample_picture, tone_of
from tabuleiro.web.games.errors import NoSuchPuzzleError
from tabuleiro.web.games.state import Data, to_json
from tabuleiro.web.http.session import language_of, secret_of, set_secret_cookie
from tabuleiro.web.pages.templating import messages_json, render
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of


class GamePuzzles(NamedTuple):
    """A game with its picture and its puzzles."""

    game: Game[Any]
    picture: Markup
    puzzles: tuple[Puzzle, ...]


@cache
def puzzles_of(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, from easy to hard where that is their order."""
    return tuple(shipped_puzzles(game))


# --- to choose from ------------------------------------------------------------------------


def home(request: Request) -> Response:
    """The puzzles of all games."""
    return shelves(request, list(games().values()))


def of_game(request: Request, game_id: str) -> Response:
    """The puzzles of one game."""
    return shelves(request, [find_game(game_id)])


def shelves(request: Request, shelved: list[Game[Any]]) -> Response:
    """The puzzles of some games. Those without any have no place where others have some."""
    language = language_of(request)
    found = [
        GamePuzzles(game, sample_picture(game, language), puzzles_of(game)) for game in shelved
    ]
    full = [shelf for shelf in found if shelf.puzzles]
    return render(
        request,
        "puzzles.html",
        shelves=full or found,
        grades=GRADES,
        words=messages_json(script_messages.PUZZLES, language),
    )


# --- one of them ---------------------------------------------------------------------------


def one(request: Request, game_id: str, number: str) -> Response:
    """A puzzle by its number, from 1. The browser is given a secret, so that its questions are told
    from those of others at the same address."""
    game, language = find_game(game_id), language_of(request)
    puzzle = find_puzzle(game, number)
    translate = translator(language)
    position = puzzle.position
    response = render(
        request,
        "puzzle.html",
        game=game,
        number=int(number),
        count=len(puzzles_of(game)),
        grade=puzzle.grade,
        grades=GRADES,
        task=puzzle_task(puzzle),
        puzzle=json.dumps(puzzle_data(puzzle)),
        all=json.dumps([[each.position.full_text, each.grade] for each in puzzles_of(game)]),
        state=to_json(position_data(PositionView(position), translate)),
        still=json.dumps(still_board(position.scene(), translate)),
        tones=json.dumps([tone_of(game, player) for player in range(position.players)]),
        query=query_of(position, puzzle.solution, at=0),
        words=messages_json(script_messages.PUZZLES, language),
    )
    set_secret_cookie(
        response, secret_of(request) or new_secret(), services_of(request).settings.https
    )
    return response


def find_puzzle(game: Game[Any], number: str) -> Puzzle:
    """The puzzle of that number."""
    found = puzzles_of(game)
    named = {str(count): puzzle for count, puzzle in enumerate(found, start=1)}
    if number not in named:
        raise NoSuchPuzzleError(
            say("{game} has puzzles 1 to {last} here", game=game.name, last=len(found))
            if found
            else say("No puzzles come with {game}.", game=game.name)
        )
    return named[number]


def puzzle_data(puzzle: Puzzle) -> Data:
    """A puzzle with the moves of its solution: who makes each, and the place where it begins."""
    steps = [
        {"move": text, "player": position.player, "site": first_site(position, text)}
        for text, position in zip(puzzle.solution, puzzle.positions(), strict=False)
    ]
    return {
        "position": puzzle.position.full_text,
        "solution": steps,
        "tempting": list(puzzle.tempting),
    }


def first_site(position: Position, move: str) -> str:
    """What a person touches first for a move."""
    return position.steps(position.move(move))[0][0]
