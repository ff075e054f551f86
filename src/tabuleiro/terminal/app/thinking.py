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
"""Seconds between two reports: more would be unreadable, and slow down the screen."""

ThinkFunction = Callable[[StopFlag], Iterator[MoveChoice]]
"""Yields choices so far; the last is the answer."""


class ThinkingUpdate(Event):
    """What a computer player would choose now."""

    def __init__(self, number: int, choice: MoveChoice) -> None:
        super().__init__()
        self.number = number
        self.choice = choice


class Decided(ThinkingUpdate):
    """What a computer player has chosen."""


class Failed(Event):
    """An error in a computer player."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__()
        self.number = number
        self.error = error


class Thinker:
    """Answers one question at a time in a thread, and posts events to a screen.

    A new question ends the one before. Every event has the number of its question, so that
    `is_current` can tell events of earlier questions.
    """

    def __init__(self, post: Callable[[Event], object]) -> None:
        self._post = post
        self._thread = ThreadPoolExecutor(1, "thinking", lower_thread_priority, (PLAYER_NICENESS,))
        self._stop = StopFlag()
        self._number = 0
        self.busy = False

    def ask(self, question: ThinkFunction) -> None:
        """Starts to think about a question."""
        self.cancel()
        self._stop = StopFlag()
        self.busy = True
        self._thread.submit(self._think, self._number, question(self._stop))

    def cancel(self) -> None:
        """Drops the question."""
        self._stop.set()
        self._number += 1
        self.busy = False

    def close(self) -> None:
        """Ends the thread."""
        self.cancel()
        self._thread.shutdown(wait=False)

    def is_current(self, event: ThinkingUpdate | Failed) -> bool:
        """Whether the event is about the last question."""
        return event.number == self._number

    def _think(self, number: int, choices: Iterator[MoveChoice]) -> None:
        try:
            choice = self._follow(number, choices)
        except Exception as error:  # noqa: BLE001 - whatever a player's fault is, the game goes on
            self._post(Failed(number, error))
        else:
            self._post(Decided(number, choice))

    def _follow(self, number: int, choices: Iterator[MoveChoice]) -> MoveChoice:
        reported = 0.0
        for choice in choices:
            if monotonic() - reported >= REPORT_SECONDS:
                reported = monotonic()
                self._post(ThinkingUpdate(number, choice))
        return choice
