"""Computer players thinking in a background thread of the app."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from textual.message import Message as Event

from tabuleiro.core.primitives import StopFlag
from tabuleiro.play.priority import PLAYER_NICENESS, lower_thread_priority
from tabuleiro.players import MoveChoice

REPORT_SECONDS = 0.1
"""Seconds between two reports: more often nobody could read them, and the screen would lag."""

ThinkFunction = Callable[[StopFlag], Iterator[MoveChoice]]
"""What to think about: choices so far, the last of which is the answer."""


class ThinkingUpdate(Event):
    """What a computer player would choose so far."""

    def __init__(self, number: int, choice: MoveChoice) -> None:
        super().__init__()
        self.number = number
        self.choice = choice


class Decided(ThinkingUpdate):
    """What it has chosen."""


class Failed(Event):
    """It could not choose: a fault in the player."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__()
        self.number = number
        self.error = error


class Thinker:
    """Thinks about one question after another; what it finds is posted to a screen.

    A new question ends the one before. Every event has the number of its question: `is_current`
    tells what is still of interest from what came too late.
    """

    def __init__(self, post: Callable[[Event], object]) -> None:
        self._post = post
        self._thread = ThreadPoolExecutor(1, "thinking", lower_thread_priority, (PLAYER_NICENESS,))
        self._stop = StopFlag()
        self._number = 0
        self.busy = False

    def ask(self, question: ThinkFunction) -> None:
        """Begins to think."""
        self.cancel()
        self._stop = StopFlag()
        self.busy = True
        self._thread.submit(self._think, self._number, question(self._stop))

    def cancel(self) -> None:
        """Lets the question go."""
        self._stop.set()
        self._number += 1
        self.busy = False

    def close(self) -> None:
        """Ends the thread, once it has seen the stop sign."""
        self.cancel()
        self._thread.shutdown(wait=False)

    def is_current(self, event: ThinkingUpdate | Failed) -> bool:
        """Whether that is about the question asked last."""
        return event.number == self._number

    def _think(self, number: int, choices: Iterator[MoveChoice]) -> None:
        try:
            choice = self._follow(number, choices)
        except Exception as error:  # noqa: BLE001 - whatever a player's fault is, the game goes on
            self._post(Failed(number, error))
        else:
            self._post(Decided(number, choice))

    def _follow(self, number: int, choices: Iterator[MoveChoice]) -> MoveChoice:
        told = 0.0
        for choice in choices:
            if monotonic() - told >= REPORT_SECONDS:
                told = monotonic()
                self._post(ThinkingUpdate(number, choice))
        return choice
