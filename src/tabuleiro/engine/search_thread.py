"""The thread that runs the search of a `go`."""

from __future__ import annotations

import time
from threading import Thread

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.engine.replies import info_line
from tabuleiro.engine.streams import ReplyWriter
from tabuleiro.players import Player
from tabuleiro.search.limit import Limit

POLL_SECONDS = 0.005  # seconds between two checks of the stop flag


class SearchThread(Thread):
    """One `go`: searches, reports, answers. `answered` is set and the answer written as one step:
    after the answer the engine is idle, and once it is idle the answer has been written."""

    def __init__(
        self, player: Player, position: Position, limit: Limit, stop: StopFlag, outbox: ReplyWriter
    ) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.position = position
        self.limit = limit
        self.stop = stop
        self.outbox = outbox
        self.best = "none"
        self.answered = False

    def run(self) -> None:
        try:
            self.report()
        except Exception as error:  # noqa: BLE001 - without an answer everybody would wait
            self.outbox.send_internal_error(error)
        with self.outbox.lock:
            self.answered = True
            self.outbox.send(f"bestmove {self.best}")

    def report(self) -> None:
        """Searches; an infinite search waits for `stop` even if everything is proved."""
        if self.position.over:
            return
        for choice in self.player.think(self.position, self.limit, self.stop):
            self.best = self.position.move_text(choice.move)
            if choice.progress:
                self.outbox.send(info_line(self.position, choice.progress))
        while self.limit.infinite and not self.stop.is_set:
            time.sleep(POLL_SECONDS)
