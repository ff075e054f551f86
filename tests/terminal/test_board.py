"""The board of the app: whole games by mouse alone and by keyboard alone, for every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.drawing.walk import closest, step
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, find_game
from tabuleiro.terminal.app.board import Board

SMALL, LARGE = (52, 20), (110, 44)
MOVES = 12  # of a game under the pilot
DIRECTIONS = ("left", "right", "up", "down")


class Table(App[None]):
    """A board and the least around it that makes moves."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.previous: Position | None = None
        self.last: int | None = None
        self.chooser: Chooser | None = Chooser.of(position)
        self.seen: list[tuple[str, str]] = []
        self.board = Board()

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.show()
        self.board.focus()

    def show(self) -> None:
        self.board.show(self.position.scene(self.previous, self.last), self.chooser)

    def on_board_touched(self, event: Board.Touched) -> None:
        self.seen.append(("touched", event.site))
        assert self.chooser is not None
        self.chooser = self.chooser.touch(event.site)
        assert self.chooser is not None, "only what can be touched is touched"
        if self.chooser.move is not None:
            self.previous, self.last = self.position, self.chooser.move
            self.position = self.position.play(self.last)
            self.chooser = None if self.position.over else Chooser.of(self.position)
        self.show()

    def on_board_refused(self, event: Board.Refused) -> None:
        self.seen.append(("refused", event.site))

    def on_board_cancelled(self) -> None:
        self.seen.append(("cancelled", ""))
        self.chooser = Chooser.of(self.position)
        self.show()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self.seen.append(("pointed", event.site))


def play(
    position: Position,
    script: Callable[[Table, Pilot[None]], Coroutine[Any, Any, None]],
    size: tuple[int, int] = SMALL,
) -> Table:
    """Runs a script with the board of a position; gives the table as the script left it."""
    table = Table(position)

    async def run() -> None:
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await script(table, pilot)

    asyncio.run(run())
    return table


async def click(table: Table, pilot: Pilot[None], site: str) -> None:
    place = table.board.place_of(site)
    assert place is not None, f"{site} cannot be seen"
    await pilot.click(Board, offset=(place[1], place[0]))


async def walk(table: Table, pilot: Pilot[None], site: str) -> None:
    """Walks with arrows: towards the site, as a person does."""
    way = route(table.board, site)
    if way:
        await pilot.press(*way)
    assert table.board.cursor == site


def route(board: Board, site: str) -> list[str]:
    """The arrow keys of a shortest way to a site."""
    spots = board.walkable_spots()
    ways = {board.cursor: list[str]()}
    for name in ways:
        for direction in DIRECTIONS:
            found = step(spots, spots.get(name, (0, 0)), direction)
            if found is not None and found not in ways:
                ways[found] = [*ways[name], direction]
    return ways[site]


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_played_by_mouse_alone(game: Game[Any], size: tuple[int, int]) -> None:
    chance = Random(size[0])

    async def script(table: Table, pilot: Pilot[None]) -> None:
        for _ in range(MOVES):
            position = table.position
            for sites in position.steps(chance.choice(position.legal_moves())):
                await click(table, pilot, chance.choice(sites))
            assert table.position != position

    play(game.start(), script, size)
