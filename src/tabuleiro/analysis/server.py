"""The analysis server: requests and answers as lines of JSON.

One thread reads, so that a request can be cancelled while another is being answered; another
analyses, in the order of the requests.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from importlib import metadata
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from tabuleiro.analysis import requests
from tabuleiro.analysis.json import analysis_data
from tabuleiro.analysis.multi_pv import Analysis, AnalysisSearch, make_search
from tabuleiro.analysis.position_analysis import iterate_analysis
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.players.searches import MEGABYTES

Write = Callable[[str], None]
"""Writes a line, given without the line break."""


@dataclass(frozen=True)
class AnalysisJob:
    """A request that is waiting or being answered, and the flag that stops it."""

    request: requests.AnalyseRequest
    stop: StopFlag = field(default_factory=StopFlag)


class AnalysisServer:
    """Answers requests until there are no more. The search is that of a player, with the given
    memory and threads; it is kept while the requests are about the same game."""

    def __init__(
        self,
        write: Write,
        *,
        player: str | None = None,
        megabytes: int = MEGABYTES,
        threads: int = 1,
    ) -> None:
        self._write = write
        self._make_search = partial(
            make_search, player=player, megabytes=megabytes, threads=threads
        )
        self._jobs: dict[str, AnalysisJob] = {}
        self._queue: SimpleQueue[AnalysisJob | requests.ClearRequest | None] = SimpleQueue()
        self._lock = Lock()
        self._search: tuple[str, AnalysisSearch] | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answers the lines; at the end of input it finishes the requests that are waiting."""
        worker = Thread(target=self._work, daemon=True)
        worker.start()
        try:
            for line in lines:
                if line.strip():
                    self._handle_line(line)
        except BaseException:
            with self._lock:
                for job in self._jobs.values():
                    job.stop.set()
            raise
        finally:
            self._queue.put(None)
            worker.join()

    # --- the thread that reads ---------------------------------------------------------------

    def _handle_line(self, line: str) -> None:
        try:
            match requests.read_request(line):
                case requests.AnalyseRequest() as request:
                    self._queue_job(request)
                case requests.CancelRequest() as request:
                    self._cancel(request)
                case requests.ClearRequest() as request:
                    self._queue.put(request)
                case requests.VersionRequest(id=id_):
                    name = {"name": "tabuleiro", "version": metadata.version("tabuleiro")}
                    self._send({"id": id_, "action": "version", **name})
        except requests.RequestError as error:
            self._send_error(error)

    def _queue_job(self, request: requests.AnalyseRequest) -> None:
        with self._lock:
            if request.id in self._jobs:
                reason = say("a request with this id has not been answered yet")
                raise requests.RequestError(reason, "id", request.id)
            job = self._jobs[request.id] = AnalysisJob(request)
        self._queue.put(job)

    def _cancel(self, request: requests.CancelRequest) -> None:
        with self._lock:
            job = self._jobs.get(request.cancels)
        if job:
            job.stop.set()
        facts = {"cancels": request.cancels, "found": job is not None}
        self._send({"id": request.id, "action": "cancel", **facts})

    # --- the thread that analyses ------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            if isinstance(job, requests.ClearRequest):
                self._search = None
                self._send({"id": job.id, "action": "clear"})
                continue
            try:
                self._answer(job)
            except OSError:  # the reader of the answers is gone
                return
            except TabuleiroError as error:
                self._send_error(requests.RequestError(error.message, None, job.request.id))
            except Exception as error:  # noqa: BLE001 - the server survives any error of a game
                reason = say("internal error: {error}", error=repr(error))
                self._send_error(requests.RequestError(reason, None, job.request.id))
            finally:
                with self._lock:
                    del self._jobs[job.request.id]

    def _answer(self, job: AnalysisJob) -> None:
        for turn, position in job.request.positions:
            last = self._analyse_position(job, turn, position)
            self._send_analysis(job, turn, last, partial=False)

    def _analyse_position(self, job: AnalysisJob, turn: int, position: Position) -> Analysis:
        """The last analysis of a position; earlier ones are sent as partial answers."""
        request, reported = job.request, monotonic()
        search = self._search_for(position)
        for analysis in iterate_analysis(
            position, request.limit, lines=request.lines, stop=job.stop, search=search
        ):
            if request.every is not None and monotonic() - reported >= request.every:
                reported = monotonic()
                self._send_analysis(job, turn, analysis, partial=True)
        return analysis

    def _search_for(self, position: Position) -> AnalysisSearch:
        """The search that is kept for this game, else a new one."""
        game = position.game.text_with(position.options())
        if self._search is None or self._search[0] != game:
            self._search = game, self._make_search(position)
        return self._search[1]

    # --- answers -----------------------------------------------------------------------------

    def _send_analysis(
        self, job: AnalysisJob, turn: int, analysis: Analysis, *, partial: bool
    ) -> None:
        state = {"partial": partial, "cancelled": job.stop.is_set}
        self._send({"id": job.request.id, "turn": turn, **state, **analysis_data(analysis)})

    def _send_error(self, error: requests.RequestError) -> None:
        self._send({"id": error.request, "field": error.field, "error": str(error)})

    def _send(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer)
        with self._lock:
            self._write(line)
