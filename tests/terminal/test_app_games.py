"""Every game in the app: set up, played and ended by keys alone and by mouse alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES
from tabuleiro.terminal.app.game import GameScreen
from terminal.app_driving import Person, drive, first_moves, local_game_of, random_record

LAST = 3  # moves that are left to make


@pytest.mark.in_base("eigenstate")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_set_up_and_played_by_keys_alone(game: Game[Any], tmp_path: Path) -> None:
    """From the home screen: the form, a weaker opponent, a move, its answer, undo and redo."""

    async def script(person: Person) -> None:
        await person.press(*["down"] * GAMES.index(game), "n", "left", "left", "enter")
        if game.refusable_start:
            await person.press("y")  # the start
        await person.until_person_moves()
        table = person.page.table
        computers = [seat.computer for seat in table.setup.seats]
        assert sorted(computers) == ["", "level:1"]
        own = computers.index("")
        assert own == 0 or game.random_first_player
        while table.position.player == own and table.player == own and len(table.plies) < 4:
            for step in table.position.steps(table.position.legal_moves()[0]):
                await person.touch_by_keys(step)
            await person.until(lambda: person.page.chooser)
        count = len(table.plies)
        await person.press("u")
        assert len(table.plies) < count
        await person.press("y")
        await person.until(lambda: person.page.chooser)
        assert len(table.plies) >= count

    drive(script, tmp_path)


@pytest.mark.in_base("control_v")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_the_last_moves_of_a_game_bring_the_banner(
    game: Game[Any], way: str, tmp_path: Path
) -> None:
    """A saved game is resumed and played to its end, then once more from its replay."""
    record = random_record(game)
    local_game_of(first_moves(record, len(record.plies) - LAST), tmp_path).close()

    async def script(person: Person) -> None:
        await open_saved(person, way)
        await person.until_person_moves()
        page = person.page
        touch = person.touch_by_keys if way == "keys" else person.touch_by_mouse
        for ply in record.plies[-LAST:]:
            for step in page.position.steps(page.position.move(ply.move)):
                await touch(step)
        assert page.table.over
        result = page.position.game.view.describe_result(page.position)[0]
        assert page.translated(result) in person.reads("Banner")
        await person.press("n")
        await person.until(lambda: page not in person.app.screen_stack)
        again = person.app.screen_stack[1]
        assert isinstance(again, GameScreen)
        assert not again.table.plies

    drive(script, tmp_path)


async def open_saved(person: Person, way: str) -> None:
    """Opens the first saved game."""
    if way == "keys":
        await person.press("o", "enter")
    else:
        row = next(y for y, line in enumerate(person.sees().splitlines()) if "Saved games" in line)
        await person.click("Entries", offset=(5, row - 1))
        await person.click("#games", offset=(5, 1))


def test_a_game_is_set_up_by_mouse_alone(tmp_path: Path) -> None:
    """Home screen, form and first move, without a key."""

    async def script(person: Person) -> None:
        line = person.sees().splitlines()[-1]
        await person.click("KeyLine", offset=(line.index("New game"), 0))
        await person.click("#seat1", offset=(40, 0))
        await person.click("#option-rows", offset=(40, 0))
        await person.click("#begin")
        await person.until_person_moves()
        table = person.page.table
        assert table.setup.seats[1].computer == "level:4"
        assert table.position.options()["rows"] == 9
        await person.touch_by_mouse(("c3",))
        await person.until(lambda: len(table.plies) == 2 and person.page.chooser)
        assert table.plies[0].move == "c3"

    drive(script, tmp_path)


def test_the_board_is_reached_by_one_key(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("enter")
        await person.until_person_moves()
        assert person.page.table.player == 0
        assert person.app.focused is person.board

    drive(script, tmp_path)
