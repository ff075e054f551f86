"""How quickly the full-screen app responds to keys while a computer player is thinking.

    python benchmarks/terminal_keys.py [GAME] [--keys 200] [--player level:10]

The app runs in Textual's pilot, in a large terminal. Each key moves the cursor on the board. The
response is complete when the board has been redrawn and written. Prints the median, the 95th
percentile and the longest time, in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from textual.strip import Strip

from tabuleiro.games import find_game
from tabuleiro.play import Seat, Setup
from tabuleiro.play.local_game import LocalGame
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.app.application import TerminalApp
from tabuleiro.terminal.app.board import PlayBoard
from tabuleiro.terminal.app.game import GameScreen
from tabuleiro.terminal.app.settings_screen import AppSettings

PAUSE = 0.02  # seconds between keys, as when a key is held down
WALK = ("right", "left")


class Timed(TerminalApp):
    """The app with timing: the response to a key is the first display with lines of the board that
    were drawn after it."""

    def __init__(self, folder: Path, sitting: LocalGame) -> None:
        super().__init__(AppSettings(), folder, sitting)
        self.lines = 0
        self.lines_before = 0
        self.answered = asyncio.Event()
        draw = PlayBoard.render_line

        def render_line(board: PlayBoard, y: int) -> Strip:
            self.lines += 1
            return draw(board, y)

        PlayBoard.render_line = render_line  # type: ignore[method-assign, assignment]  # only here

    def post_display_hook(self) -> None:
        """Called by the library whenever it has written to the terminal."""
        if self.lines > self.lines_before:
            self.answered.set()

    async def answer_time(self, key: str) -> float:
        """Seconds until the response to a key."""
        self.answered.clear()
        self.lines_before = self.lines
        begun = perf_counter()
        self.simulate_key(key)
        await self.answered.wait()
        return perf_counter() - begun


async def answer_times(game: str, player: str, count: int, folder: Path) -> list[float]:
    """The times of `count` keys, all while the player was thinking; its moves are taken back."""
    setup = Setup((Seat(player, player), Seat("Player 2")), free_takebacks=True)
    sitting = LocalGame.new(find_game(game).start(), setup, SavedGames(folder), Random(1))
    times: list[float] = []
    app = Timed(folder, sitting)
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause(0.5)
        page = app.screen
        assert isinstance(page, GameScreen)
        while len(times) < count:
            if page.thinker.busy:
                times.append(await app.answer_time(WALK[len(times) % 2]))
            elif not page.computer:
                page.action_undo()
            await asyncio.sleep(PAUSE)
    return times


def main() -> None:
    """Prints the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?", default="squex")
    parser.add_argument("--player", default="level:10")
    parser.add_argument("--keys", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TABULEIRO_DATA"] = folder
        work = answer_times(given.game, given.player, given.keys, Path(folder))
        times = sorted(1000 * seconds for seconds in asyncio.run(work))
    cuts = quantiles(times, n=100)
    print(
        f"{given.game}, {given.player} thinking, {len(times)} keys: "
        f"p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, longest {times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
