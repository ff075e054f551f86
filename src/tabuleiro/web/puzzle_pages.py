"""The pages of puzzles: those of every game to choose from, and one to be solved.

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
from tabuleiro.analysis.telling import task
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, games
from tabuleiro.language import translator
from tabuleiro.web import words
from tabuleiro.web.board import still_board
from tabuleiro.web.lines import query_of
from tabuleiro.web.looking import Look, shown
from tabuleiro.web.pictures import sample_picture, tone_of
from tabuleiro.web.refusals import NoSuchPuzzleError
from tabuleiro.web.rendering import render, scripted
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.services import services_of
from tabuleiro.web.state import Data, write
from tabuleiro.web.visitor import keep_secret, language_of, secret_of


class Shelf(NamedTuple):
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
    found = [Shelf(game, sample_picture(game, language), puzzles_of(game)) for game in shelved]
    full = [shelf for shelf in found if shelf.puzzles]
    return render(
        request,
        "puzzles.html",
        shelves=full or found,
        grades=GRADES,
        words=scripted(words.PUZZLES, language),
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
        task=task(puzzle),
        puzzle=json.dumps(puzzle_data(puzzle)),
        all=json.dumps([[each.position.full_text, each.grade] for each in puzzles_of(game)]),
        state=write(shown(Look(position), translate)),
        still=json.dumps(still_board(position.scene(), translate)),
        tones=json.dumps([tone_of(game, player) for player in range(position.players)]),
        query=query_of(position, puzzle.solution, at=0),
        words=scripted(words.PUZZLES, language),
    )
    keep_secret(response, secret_of(request) or new_secret(), services_of(request).settings.https)
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
        for text, position in zip(puzzle.solution, puzzle.line(), strict=False)
    ]
    return {
        "position": puzzle.position.full_text,
        "solution": steps,
        "tempting": list(puzzle.tempting),
    }


def first_site(position: Position, move: str) -> str:
    """What a person touches first for a move."""
    return position.steps(position.move(move))[0][0]
