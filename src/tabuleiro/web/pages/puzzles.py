"""The pages of puzzles: the list, and one puzzle to solve.

Only the browser knows which of them its reader has solved, and its reader's rating.
"""

import json
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from zlib import crc32

from starlette.responses import Response

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.analysis.puzzles import GRADES
from tabuleiro.analysis.wording import puzzle_level, puzzle_task, puzzle_themes
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import find_game, games
from tabuleiro.web.board import hints_to
from tabuleiro.web.content.line_urls import query_of
from tabuleiro.web.games.errors import NoSuchPuzzleError
from tabuleiro.web.games.state import Data
from tabuleiro.web.http.session import Context
from tabuleiro.web.pages.templating import analysis_page, render

EASIEST, STEP = 800, 150  # the rating of a puzzle that level 1 finds, and between two levels


def puzzle_list(context: Context, game_id: str = "") -> Response:
    """The puzzles of a game or of all. Games without puzzles are shown only if none has any."""
    listed = [find_game(game_id)] if game_id else list(games().values())
    shown = [game for game in listed if shipped_puzzles(game)] or listed
    today = datetime.fromtimestamp(context.games.now(), UTC).date()
    return render(
        context,
        "puzzles.html",
        games=shown,
        entries={game.id: entries(game) for game in shown},
        today=puzzle_of_the_day(today),
        grades=GRADES,
        filled={puzzle.grade for game in listed for puzzle in shipped_puzzles(game)},
    )


def entries(game: Game[Any]) -> list[tuple[str, int, int]]:
    """What scripts know of each puzzle of a game: an identifier, the grade and the rating."""
    return [
        (f"{crc32(each.position.full_text.encode()):08x}", each.grade, rating_of(each))
        for each in shipped_puzzles(game)
    ]


def rating_of(puzzle: Puzzle) -> int:
    """The Elo rating of a puzzle: somebody with the same rating solves it in half of the cases."""
    return EASIEST + STEP * (puzzle.level - 1)


def puzzle_of_the_day(day: date) -> tuple[Game[Any], int] | None:
    """The puzzle of a day, by its number: the games take turns. None if there are no puzzles."""
    served = [game for game in games().values() if shipped_puzzles(game)]
    if not served:
        return None
    game = served[day.toordinal() % len(served)]
    return game, Random(day.toordinal()).randint(1, len(shipped_puzzles(game)))


# --- one puzzle ----------------------------------------------------------------------------


def one(context: Context, game_id: str, number: str) -> Response:
    """A puzzle by its number, from 1."""
    game = find_game(game_id)
    puzzle = find_puzzle(game, number)
    return analysis_page(
        context,
        "puzzle.html",
        puzzle.position,
        number=int(number),
        count=len(shipped_puzzles(game)),
        grade=puzzle.grade,
        level=puzzle_level(puzzle),
        grades=GRADES,
        filled={each.grade for each in shipped_puzzles(game)},
        task=puzzle_task(puzzle),
        instruction=game.instructions(puzzle.position)[0],
        puzzle_themes=puzzle_themes(puzzle),
        puzzle=json.dumps(puzzle_data(puzzle)),
        all=json.dumps(entries(game)),
        query=query_of(puzzle.position, puzzle.solution, at=0),
    )


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
        {"move": text, "player": position.player, "hints": hints_to(position, position.move(text))}
        for text, position in zip(puzzle.solution, puzzle.positions(), strict=False)
    ]
    return {"solution": steps, "tempting": list(puzzle.tempting)}
