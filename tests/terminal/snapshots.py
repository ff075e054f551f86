"""Snapshots of the app as golden files. To make them again:

    PYTHONPATH=src:tests python tests/terminal/snapshots.py

A snapshot is an SVG with a rectangle for every background and a text for every run of one colour,
measured in characters: it is small, and the same on every machine.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from xml.sax.saxutils import escape

from rich.style import Style
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from tabuleiro.core.drawing.theme import THEMES
from tabuleiro.games import GAMES, find_game
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import Record
from tabuleiro.terminal.app.application import DEFAULT_THEME, TerminalApp
from tabuleiro.terminal.app.board import EMPTY_SCENE, PlayBoard
from tabuleiro.terminal.app.game import GameScreen
from tabuleiro.terminal.app.settings_screen import AppSettings
from terminal.app_driving import LARGE, SMALL, first_moves, local_game_of, random_record
from waiting import PATIENCE

FOLDER = Path(__file__).parent / "snapshots"
MOMENTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a game has been played."""
SIZES = {"80x24": SMALL, "160x50": LARGE}
NIGHT = "#000000"
STILL = 100
"""How often in a row the screen must look the same before a picture is taken for a golden file."""
TWICE = 2
"""How often in a row it must look like the golden file in a test."""

Run = tuple[int, int, str, Style]
"""Where characters of one style begin: row and column; the characters; the style."""


def names() -> list[str]:
    """All pictures: every game at three moments in both sizes, two games in the other themes."""
    every = [f"{game.id}-{moment}-{size}" for game in GAMES for moment in MOMENTS for size in SIZES]
    others = [theme for theme in THEMES if theme != DEFAULT_THEME]
    return every + [f"{game.id}-middle-80x24-{theme}" for game in GAMES[-2:] for theme in others]


def take(wanted: list[str], folder: Path) -> dict[str, str]:
    """The pictures of those names."""
    return asyncio.run(_take(wanted, folder))


async def _take(wanted: list[str], folder: Path) -> dict[str, str]:
    taken = {}
    end = monotonic() + PATIENCE
    for size, group in groupby(sorted(wanted, key=size_of), key=size_of):
        app = TerminalApp(AppSettings(language="en"), folder, chance=Random(1))
        async with app.run_test(size=SIZES[size]) as pilot:
            for name in group:
                game, moment, _, *theme = name.split("-", 3)
                record = game_of(game)
                count = int(MOMENTS[moment] * len(record.plies))
                app.theme = theme[0] if theme else DEFAULT_THEME
                local_game = local_game_of(first_moves(record, count), folder)
                app.open_game(local_game)
                while not is_shown(local_game, app.screen):
                    await pilot.pause(0.01)
                taken[name] = await settled(app, pilot, golden(name), end)
    return taken


def is_shown(local_game: LocalGame, page: Screen[Any]) -> bool:
    """Whether the screen shows the game yet."""
    shows = isinstance(page, GameScreen) and page.local_game is local_game
    return shows and any(board.scene is not EMPTY_SCENE for board in page.query(PlayBoard))


async def settled(app: TerminalApp, pilot: Pilot[None], expected: str, end: float) -> str:
    """The picture, as soon as it stays the expected one; at the `end` of the time that a test has,
    or if no picture is expected, as soon as it no longer changes."""
    seen: list[str] = []
    while True:
        await pilot.pause(0.01)
        seen.append(picture(app.screen._compositor.render_strips()))
        if expected and monotonic() < end:
            done = seen[-TWICE:] == [expected] * TWICE
        else:
            done = len(seen) >= STILL and len(set(seen[-STILL:])) == 1
        if done:
            return seen[-1]


def golden(name: str) -> str:
    """The golden picture of that name, if there is one."""
    path = FOLDER / f"{name}.svg"
    return path.read_text() if path.exists() else ""


@cache
def game_of(game: str) -> Record:
    """The game that is shown."""
    return random_record(find_game(game))


def size_of(name: str) -> str:
    """The size in the name of a picture."""
    return name.split("-")[2]


# --- drawing -------------------------------------------------------------------------------


def picture(lines: list[Strip]) -> str:
    """The screen as SVG; a character is 1 wide and 2 high."""
    runs = list(runs_of(lines))
    width, height = max(line.cell_length for line in lines), len(lines)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {2 * height}" '
        'font-family="monospace" font-size="1.66" xml:space="preserve">'
    )
    return "\n".join([head, *grounds(runs), *inks(runs), "</svg>"]) + "\n"


def runs_of(lines: list[Strip]) -> Iterator[Run]:
    """The characters of the screen, those of one style together."""
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            yield row, column, segment.text, segment.style or Style.null()
            column += segment.cell_length


def colours_of(style: Style) -> tuple[str, str]:
    """Foreground and background."""
    ink, ground = (
        colour.get_truecolor().hex if colour else NIGHT for colour in (style.color, style.bgcolor)
    )
    return (ground, ink) if style.reverse else (ink, ground)


def grounds(runs: list[Run]) -> Iterator[str]:
    """A path for each background colour."""
    places: dict[str, list[tuple[int, int, int]]] = {}
    for row, column, text, style in runs:
        spans = places.setdefault(colours_of(style)[1], [])
        if spans and spans[-1][0] == row and spans[-1][2] == column:
            spans[-1] = (row, spans[-1][1], column + len(text))
        else:
            spans.append((row, column, column + len(text)))
    for colour, spans in places.items():
        strokes = "".join(
            f"M{left} {2 * row}h{right - left}v2H{left}z" for row, left, right in spans
        )
        yield f'<path fill="{colour}" d="{strokes}"/>'


def inks(runs: list[Run]) -> Iterator[str]:
    """The characters, by their colours."""
    places: dict[str, list[str]] = {}
    for row, column, text, style in runs:
        letters = text.strip()
        if letters:
            x = column + len(text) - len(text.lstrip())
            letters = f'<tspan x="{x}" y="{2 * row + 1.5}">{escape(letters)}</tspan>'
            places.setdefault(colours_of(style)[0], []).append(letters)
    for colour, letters_there in places.items():
        yield f'<text fill="{colour}">' + "\n".join(letters_there) + "</text>"


def main() -> None:
    """Makes all golden files again."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        for name, svg in take(names(), Path(folder)).items():
            (FOLDER / f"{name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
