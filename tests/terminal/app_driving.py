"""Drives the app as a person would: press keys, click, and read the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from tabuleiro.core.drawing.navigation import Direction, next_site
from tabuleiro.core.drawing.terminal_colours import ColourDepth
from tabuleiro.core.game import Game
from tabuleiro.play import Seat, Setup, new_record
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import Ply, Record
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.app.application import TerminalApp
from tabuleiro.terminal.app.board import BoardWidget, PlayBoard
from tabuleiro.terminal.app.game import GameScreen
from tabuleiro.terminal.app.settings_screen import AppSettings
from waiting import PATIENCE

SMALL, LARGE = (80, 24), (160, 50)
ARROWS: tuple[Direction, ...] = ("left", "right", "up", "down")

Script = Callable[["Person"], Awaitable[None]]


class Person:
    """A person who uses the app."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    # --- hands -----------------------------------------------------------------------------

    async def press(self, *names: str) -> None:
        await self.pilot.press(*names)

    async def write(self, text: str) -> None:
        """Types a line and enters it."""
        await self.pilot.press(*(NAMES.get(letter, letter) for letter in text), "enter")

    async def click(self, selector: Any, **options: Any) -> None:
        assert await self.pilot.click(selector, **options), f"{selector} is hidden"

    async def touch_by_keys(self, sites: tuple[str, ...]) -> None:
        """Walks to one of the sites and touches it."""
        way = route(self.board, sites)
        await self.pilot.press(*way, "enter")

    async def touch_by_mouse(self, sites: tuple[str, ...]) -> None:
        """Clicks on one of the sites."""
        place = self.board.place_of(sites[-1])
        assert place is not None, f"{sites[-1]} cannot be seen"
        await self.click(PlayBoard, offset=(place[1], place[0]))

    # --- eyes ------------------------------------------------------------------------------

    @property
    def page(self) -> GameScreen:
        """The game on the screen."""
        assert isinstance(self.app.screen, GameScreen), self.app.screen
        return self.app.screen

    @property
    def board(self) -> PlayBoard:
        return self.app.screen.query_one(PlayBoard)

    def reads(self, selector: str) -> str:
        """The text of a widget."""
        return str(self.app.screen.query(selector).first(Static).content)

    def sees(self) -> str:
        """All text on the screen."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(line.text for line in lines)

    def sees_sentence(self, text: str) -> bool:
        """Whether a sentence is on the screen, possibly over several lines."""
        return text in " ".join(self.sees().split())

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until a condition is true."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pilot.pause(0.01)
        await self.pilot.pause(0.01)  # not until the app is idle: a player may be thinking

    async def until_sees(self, text: str) -> None:
        """Waits until a text is on the screen, possibly over several lines."""
        await self.until(lambda: text in self.sees() or self.sees_sentence(text))

    async def until_person_moves(self) -> None:
        """Waits until it is a person's turn."""
        await self.until(lambda: isinstance(self.app.screen, GameScreen))
        await self.until(lambda: self.page.chooser or self.page.table.over)


NAMES = {"-": "minus", "+": "plus", "/": "slash", ".": "full_stop", "_": "underscore", " ": "space"}
"""Keys whose names differ from their characters."""


def drive(
    script: Script,
    folder: Path,
    *,
    size: tuple[int, int] = SMALL,
    opening: LocalGame | None = None,
    settings: AppSettings | None = None,
    mentions: bool = False,
    depth: ColourDepth = ColourDepth.full,
) -> None:
    """Runs a script in the app, with its data in `folder`. Notifications are only shown if
    `mentions` is true, because they stay for seconds."""

    async def run() -> None:
        app = TerminalApp(
            settings or AppSettings(language="en"), folder, opening, Random(1), 0, depth
        )
        async with app.run_test(size=size, notifications=mentions) as pilot:
            await pilot.pause()
            await script(Person(app, pilot))

    asyncio.run(run())


def route(board: BoardWidget, sites: tuple[str, ...]) -> list[str]:
    """The arrow keys of a shortest path to one of the sites."""
    spots = board.walkable_spots()
    ways: dict[str, list[str]] = {board.cursor: []}
    queue = [board.cursor]
    for name in queue:
        if name in sites:
            return ways[name]
        for arrow in ARROWS:
            found = next_site(spots, spots[name], arrow)
            if found is not None and found not in ways:
                ways[found] = [*ways[name], arrow]
                queue.append(found)
    raise AssertionError(f"no way from {board.cursor} to {sites}")


def random_record(game: Game[Any], **options: Any) -> Record:
    """A whole game of random moves between people."""
    chance, start = Random(7), game.start(**options)
    seats = tuple(Seat(f"Player {number + 1}") for number in range(start.players))
    record = new_record(start, Setup(seats, free_takebacks=True))
    headers = {name: text for name, text in record.headers.items() if name != "Layout"}
    plies, position = [], start
    while not position.over:
        move = chance.choice(position.legal_moves())
        plies.append(Ply(position.move_text(move)))
        position = position.play(move)
    return replace(record, plies=tuple(plies), result=position.outcome().result, headers=headers)


def first_moves(record: Record, count: int) -> Record:
    """The game after this many moves."""
    if count == len(record.plies):
        return record
    return replace(record, plies=record.plies[:count], result="none")


def local_game_of(record: Record, folder: Path) -> LocalGame:
    """A game that can be continued."""
    return LocalGame(record, SavedGames(folder / "games"), Random(1))
