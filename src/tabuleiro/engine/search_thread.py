"""The thread that runs the search of a `go`."""

import time
from threading import Thread

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.engine.replies import info_line
from tabuleiro.engine.streams import ReplyWriter
from tabuleiro.players import Player
from tabuleiro.search.limit import Limit

POLL_SECONDS = 0.005  # between two checks of the stop flag


class SearchThread(Thread):
    """One `go`: searches, reports, answers. `answered` is set and the answer written in one step:
    the engine is idle exactly when the answer has been written."""

    def __init__(
        self, player: Player, position: Position, limit: Limit, stop: StopFlag, writer: ReplyWriter
    ) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.position = position
        self.limit = limit
        self.stop = stop
        self.writer = writer
        self.best = "none"
        self.answered = False

    def run(self) -> None:
        try:
            self.report()
        except Exception as error:  # noqa: BLE001 - the other side waits for an answer
            self.writer.send_internal_error(error)
        with self.writer.lock:
            self.answered = True
            self.writer.send(f"bestmove {self.best}")

    def report(self) -> None:
        """Searches; an infinite search waits for `stop` even if everything is proved."""
        if self.position.over:
            return
        for choice in self.player.think(self.position, self.limit, self.stop):
            self.best = self.position.move_text(choice.move)
            for number, one in enumerate((choice, *(choice.others or ())), start=1):
                if one.progress:
                    label = "" if choice.others is None else f"multipv {number} "
                    self.writer.send(info_line(self.position, one.progress, label))
        while self.limit.infinite and not self.stop.is_set:
            time.sleep(POLL_SECONDS)
