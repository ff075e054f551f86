"""The pages of puzzles: the list, and one puzzle to solve.

Only the browser knows which of them its reader has solved.
"""

import json
from typing import Any

from starlette.responses import Response

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.analysis.puzzles import GRADES
from tabuleiro.analysis.wording import puzzle_task
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import find_game, games
from tabuleiro.web.board import hints_to
from tabuleiro.web.content.line_urls import query_of
from tabuleiro.web.games.errors import NoSuchPuzzleError
from tabuleiro.web.games.state import Data
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import board_values, render


def puzzle_list(context: Context, game_id: str = "") -> Response:
    """The puzzles of a game or of all. Games without puzzles are shown only if none has any."""
    listed = [find_game(game_id)] if game_id else list(games().values())
    return render(
        context.request,
        "puzzles.html",
        games=[game for game in listed if shipped_puzzles(game)] or listed,
        grades=GRADES,
        filled={puzzle.grade for game in listed for puzzle in shipped_puzzles(game)},
    )


# --- one puzzle ----------------------------------------------------------------------------


def one(context: Context, game_id: str, number: str) -> Response:
    """A puzzle by its number, from 1. The browser gets a secret, so that its analyses are
    distinguished from those of others with the same address."""
    game = find_game(game_id)
    puzzle = find_puzzle(game, number)
    position = puzzle.position
    response = render(
        context.request,
        "puzzle.html",
        game=game,
        number=int(number),
        count=len(shipped_puzzles(game)),
        grade=puzzle.grade,
        grades=GRADES,
        filled={each.grade for each in shipped_puzzles(game)},
        task=puzzle_task(puzzle),
        puzzle=json.dumps(puzzle_data(puzzle)),
        all=json.dumps([[each.position.full_text, each.grade] for each in shipped_puzzles(game)]),
        **board_values(position, context.translate_in(position), prospects=False),
        query=query_of(position, puzzle.solution, at=0),
    )
    return context.with_secret(response)


def find_puzzle(game: Game[Any], number: str) -> Puzzle:
    """The puzzle of that number."""
    found = shipped_puzzles(game)
    named = {str(count): puzzle for count, puzzle in enumerate(found, start=1)}
    if number not in named:
        raise NoSuchPuzzleError(
            say("{game} has puzzles 1 to {last}", game=game.name, last=len(found))
            if found
            else say("There are no puzzles for {game}.", game=game.name)
        )
    return named[number]


def puzzle_data(puzzle: Puzzle) -> Data:
    """A puzzle with the moves of its solution: who makes each, and hints to it."""
    steps = [
        {
            "move": text,
            "player": position.player,
            "hints": hints_to(position, position.move(text)),
        }
        for text, position in zip(puzzle.solution, puzzle.positions(), strict=False)
    ]
    return {
        "position": puzzle.position.full_text,
        "solution": steps,
        "tempting": list(puzzle.tempting),
    }
