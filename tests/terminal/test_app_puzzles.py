"""Puzzles in the app: solved with and without hints, and saved as solved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabuleiro.analysis import Puzzle
from tabuleiro.core.game import Game
from tabuleiro.games import GAMES, find_game, games, read
from tabuleiro.terminal.app.home import HomeScreen
from tabuleiro.terminal.app.puzzles import PuzzleScreen
from tabuleiro.terminal.app.replay import ReplayScreen
from tabuleiro.terminal.solved_puzzles import SOLVED_FILE, SolvedPuzzles
from terminal.app_driving import Person, drive

SQUEX = find_game("squex")
FIRST = Puzzle(read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"), ("a3",), ("c1",), 1)
SECOND = Puzzle(read("squex rows=3 columns=3 | 1ox/1ox/3 2/2 x 1"), ("c3",), (), 1)


def page_of(person: Person) -> PuzzleScreen:
    assert isinstance(person.app.screen, PuzzleScreen)
    return person.app.screen


async def open_puzzles(person: Person) -> None:
    person.app.push_screen(PuzzleScreen(SQUEX, [FIRST, SECOND]))
    await person.until(
        lambda: isinstance(person.app.screen, PuzzleScreen) and page_of(person).chooser
    )


def test_a_puzzle_is_solved_by_touching_the_board_and_remembered(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await open_puzzles(person)
        await person.until_sees("Blue to move and win")
        assert "Puzzle 1 of 2" in person.reads("#facts")
        await person.touch_by_keys(("a3",))
        await person.until(lambda: person.sees_sentence("Correct: a3 wins."))
        assert "Solved: 1 of 2" in person.reads("#facts")
        await person.press("n")
        await person.until(lambda: "Puzzle 2 of 2" in person.reads("#facts"))
        await person.press("n")
        await person.until(lambda: "You have solved this one." in person.reads("#facts"))

    drive(script, tmp_path)
    solved = SolvedPuzzles(tmp_path / SOLVED_FILE)
    assert FIRST in solved
    assert SECOND not in solved

    async def later(person: Person) -> None:
        await open_puzzles(person)
        assert page_of(person).at == 1, "what is solved is passed over"

    drive(later, tmp_path)


def test_wrong_moves_are_told_and_the_puzzle_goes_on(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await open_puzzles(person)
        await person.touch_by_mouse(("c1",))
        await person.until(lambda: person.sees_sentence("c1 is tempting, but it does not win."))
        await person.touch_by_keys(("b3",))
        await person.until(lambda: person.sees_sentence("b3 does not win. Try another move."))
        await person.touch_by_keys(("a1",))
        await person.until(lambda: "b3" not in person.reads("#news"))
        await person.press("slash")
        await person.write("a3")
        await person.until(lambda: person.sees_sentence("Correct: a3 wins."))

    drive(script, tmp_path)


def test_hint_and_solution_are_a_key_away(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await open_puzzles(person)
        await person.press("h")
        await person.until(lambda: person.sees_sentence("Hint: the move starts at a3."))
        await person.press("s")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        await person.press("escape")
        await person.until(lambda: isinstance(person.app.screen, PuzzleScreen))
        await person.press("q")
        await person.until(lambda: isinstance(person.app.screen, HomeScreen))

    drive(script, tmp_path)


@pytest.mark.in_base("squex", "lyngk")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_puzzles_of_every_game_open_from_the_home_screen(
    game: Game[Any], tmp_path: Path
) -> None:
    async def script(person: Person) -> None:
        await person.press(*["down"] * GAMES.index(game), "p")
        await person.until(lambda: isinstance(person.app.screen, PuzzleScreen))
        await person.until(lambda: page_of(person).chooser)
        assert page_of(person).game is game

    drive(script, tmp_path)


def test_a_game_without_puzzles_says_so(tmp_path: Path) -> None:
    stranger = next(game for game in games().values() if game not in GAMES)

    async def script(person: Person) -> None:
        person.app.push_screen(PuzzleScreen(stranger))
        await person.until(lambda: person.sees_sentence("No puzzles come with"))
        await person.press("n", "h", "s", "q")
        await person.until(lambda: isinstance(person.app.screen, HomeScreen))

    drive(script, tmp_path)


@pytest.mark.parametrize("text", ["", "{", "7", "null", '{"a": 1}', "[1, 2]"])
def test_a_damaged_file_of_solved_puzzles_has_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / SOLVED_FILE
    path.write_text(text)
    solved = SolvedPuzzles(path)
    assert FIRST not in solved
    solved.add(FIRST)
    assert FIRST in SolvedPuzzles(path)
