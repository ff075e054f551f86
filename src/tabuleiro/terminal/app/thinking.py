"""Computer players thinking in a background thread of the app."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any

from textual.message import Message as Event

from tabuleiro.core.primitives import StopFlag
from tabuleiro.play.processes import PLAYER_NICENESS, lower_thread_priority

REPORT_SECONDS = 0.1
"""Seconds between two reports: more would be unreadable, and slow down the screen."""

ThinkFunction = Callable[[StopFlag], Iterator[Any]]
"""Yields answers so far: a MoveChoice, or the judgements of a review. The last one counts."""


@dataclass
class ThinkingUpdate(Event):
    """What a computer player would choose now."""

    number: int
    choice: Any


class Decided(ThinkingUpdate):
    """What a computer player has chosen."""


@dataclass
class Failed(Event):
    """An error in a computer player."""

    number: int
    error: Exception


class Thinker:
    """Answers one question at a time in a thread, and posts events to a screen. A new question ends
    the one before; events have the number of their question, so that old ones can be ignored."""

    def __init__(self, post: Callable[[Event], object]) -> None:
        self._post = post
        self._thread = ThreadPoolExecutor(1, "thinking", lower_thread_priority, (PLAYER_NICENESS,))
        self._stop = StopFlag()
        self._number = 0
        self.busy = False

    def ask(self, question: ThinkFunction) -> None:
        self.cancel()
        self._stop = StopFlag()
        self.busy = True
        self._thread.submit(self._think, self._number, question(self._stop))

    def cancel(self) -> None:
        self._stop.set()
        self._number += 1
        self.busy = False

    def close(self) -> None:
        self.cancel()
        self._thread.shutdown(wait=False)

    def is_current(self, event: ThinkingUpdate | Failed) -> bool:
        """Whether the event is about the last question."""
        return event.number == self._number

    def _think(self, number: int, choices: Iterator[Any]) -> None:
        reported = 0.0
        try:
            for choice in choices:
                if monotonic() - reported >= REPORT_SECONDS:
                    reported = monotonic()
                    self._post(ThinkingUpdate(number, choice))
            self._post(Decided(number, choice))  # an error too if the player has yielded nothing
        except Exception as error:  # noqa: BLE001 - after any error the game continues
            self._post(Failed(number, error))
