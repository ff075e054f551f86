"""The analysis server: requests come as lines of JSON, answers go out as lines of JSON.

One thread reads, so that a request can be cancelled while another is worked on; one analyses, in
the order in which requests came.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import metadata
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from tabuleiro.analysis.analyse import Analysis, analyse
from tabuleiro.analysis.analyst import AnySearch, make_search
from tabuleiro.analysis.json import of_analysis
from tabuleiro.analysis.requests import (
    Analyse,
    Cancel,
    Clear,
    Request,
    RequestError,
    Version,
    read_request,
)
from tabuleiro.core.kit import Stop
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.players.searches import MEGABYTES

Write = Callable[[str], None]
"""Takes a line without its end."""


@dataclass(frozen=True)
class Job:
    """A request that waits or is worked on, and the sign that ends it."""

    request: Analyse
    stop: Stop = field(default_factory=Stop)


class Server:
    """Answers requests until there are no more. Searches are those of a player, with so much memory
    and so many threads; what was found in positions of a game is remembered while requests are
    about that game."""

    def __init__(
        self,
        write: Write,
        *,
        player: str | None = None,
        megabytes: int = MEGABYTES,
        threads: int = 1,
    ) -> None:
        self._write = write
        self._player = player
        self._megabytes = megabytes
        self._threads = threads
        self._jobs: dict[str, Job] = {}
        self._queue: SimpleQueue[Job | Clear | None] = SimpleQueue()
        self._lock = Lock()
        self._search: tuple[str, AnySearch] | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answers the lines; at their end it finishes what is due."""
        worker = Thread(target=self._work, daemon=True)
        worker.start()
        try:
            for line in lines:
                if line.strip():
                    self._take(line)
        except BaseException:
            self._stop_all()
            raise
        finally:
            self._queue.put(None)
            worker.join()

    # --- the thread that reads ---------------------------------------------------------------

    def _take(self, line: str) -> None:
        try:
            self._accept(read_request(line))
        except RequestError as error:
            self._refuse(error)

    def _accept(self, request: Request) -> None:
        if isinstance(request, Analyse):
            self._enter(request)
        elif isinstance(request, Cancel):
            self._cancel(request)
        elif isinstance(request, Clear):
            self._queue.put(request)
        elif isinstance(request, Version):
            name = {"name": "tabuleiro", "version": metadata.version("tabuleiro")}
            self._say({"id": request.id, "action": "version", **name})

    def _enter(self, request: Analyse) -> None:
        with self._lock:
            if request.id in self._jobs:
                reason = say("a request of that id is not answered yet")
                raise RequestError(reason, "id", request.id)
            job = self._jobs[request.id] = Job(request)
        self._queue.put(job)

    def _cancel(self, request: Cancel) -> None:
        with self._lock:
            job = self._jobs.get(request.cancels)
        if job:
            job.stop.raise_()
        facts = {"cancels": request.cancels, "found": job is not None}
        self._say({"id": request.id, "action": "cancel", **facts})

    def _stop_all(self) -> None:
        with self._lock:
            for job in self._jobs.values():
                job.stop.raise_()

    # --- the thread that analyses ------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            if isinstance(job, Clear):
                self._search = None
                self._say({"id": job.id, "action": "clear"})
                continue
            try:
                self._answer(job)
            except OSError:  # whoever read the answers has gone
                return
            except TabuleiroError as error:
                self._refuse(RequestError(error.message, None, job.request.id))
            except Exception as error:  # noqa: BLE001 - a fault of one game ends no server
                reason = say("internal error: {error}", error=repr(error))
                self._refuse(RequestError(reason, None, job.request.id))
            finally:
                with self._lock:
                    del self._jobs[job.request.id]

    def _answer(self, job: Job) -> None:
        for turn, position in job.request.positions:
            last = self._follow(job, turn, position)
            self._tell(job, turn, last, partial=False)

    def _follow(self, job: Job, turn: int, position: Position) -> Analysis:
        """The last analysis of a position; those before it are told as often as is wanted."""
        request, told = job.request, monotonic()
        search = self._search_for(position)
        for analysis in analyse(
            position, request.limit, lines=request.lines, stop=job.stop, search=search
        ):
            if request.every is not None and monotonic() - told >= request.every:
                told = monotonic()
                self._tell(job, turn, analysis, partial=True)
        return analysis

    def _search_for(self, position: Position) -> AnySearch:
        """The search that remembers positions of this game, else a new one."""
        game = position.game.text_with(position.options())
        if self._search is None or self._search[0] != game:
            self._search = (
                game,
                make_search(
                    position,
                    player=self._player,
                    megabytes=self._megabytes,
                    threads=self._threads,
                ),
            )
        return self._search[1]

    # --- answers -----------------------------------------------------------------------------

    def _tell(self, job: Job, turn: int, analysis: Analysis, *, partial: bool) -> None:
        state = {"partial": partial, "cancelled": job.stop.raised}
        self._say({"id": job.request.id, "turn": turn, **state, **of_analysis(analysis)})

    def _refuse(self, error: RequestError) -> None:
        self._say({"id": error.request, "field": error.field, "error": str(error)})

    def _say(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer)
        with self._lock:
            self._write(line)
