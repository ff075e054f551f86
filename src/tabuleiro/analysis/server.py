"""The analysis server: requests and answers as lines of JSON.

One thread reads, so that a request can be cancelled while another is being answered; another
analyses, in the order of the requests.
"""

import json
from collections.abc import Callable, Iterable
from functools import partial
from importlib import metadata
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from tabuleiro.analysis.json import analysis_data
from tabuleiro.analysis.multi_pv import Analysis, AnalysisSearch, make_search
from tabuleiro.analysis.position_analysis import iterate_analysis
from tabuleiro.analysis.requests import Request, RequestError, read_request
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.players.searches import MEGABYTES

Write = Callable[[str], None]
"""Writes a line, given without the line break."""


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
        self._jobs: dict[str, Request] = {}
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
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
            request = read_request(line)
            match request.action:
                case "analyse":
                    with self._lock:
                        if request.id in self._jobs:
                            reason = say("a request with this id has not been answered yet")
                            raise RequestError(reason, "id", request.id)
                        self._jobs[request.id] = request
                    self._queue.put(request)
                case "cancel":
                    with self._lock:
                        job = self._jobs.get(request.cancels)
                    if job:
                        job.stop.set()
                    self._confirm(request, cancels=request.cancels, found=job is not None)
                case "clear":
                    self._queue.put(request)
                case "version":
                    version = metadata.version("tabuleiro")
                    self._confirm(request, name="tabuleiro", version=version)
        except RequestError as error:
            self._send_error(error)

    # --- the thread that analyses ------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            if job.action == "clear":
                self._search = None
                self._confirm(job)
                continue
            try:
                for turn, position in job.positions:
                    last = self._analyse_position(job, turn, position)
                    self._send_analysis(job, turn, last, partial=False)
            except OSError:  # the reader of the answers is gone
                return
            except TabuleiroError as error:
                self._send_error(RequestError(error.message, None, job.id))
            except Exception as error:  # noqa: BLE001 - the server survives any error of a game
                reason = say("internal error: {error}", error=repr(error))
                self._send_error(RequestError(reason, None, job.id))
            finally:
                with self._lock:
                    del self._jobs[job.id]

    def _analyse_position(self, job: Request, turn: int, position: Position) -> Analysis:
        """The last analysis of a position; earlier ones are sent as partial answers. The search is
        kept for the next position of the same game."""
        reported = monotonic()
        game = position.game.text_with(position.options())
        if self._search is None or self._search[0] != game:
            self._search = game, self._make_search(position)
        for analysis in iterate_analysis(
            position, job.limit, lines=job.lines, stop=job.stop, search=self._search[1]
        ):
            if job.every is not None and monotonic() - reported >= job.every:
                reported = monotonic()
                self._send_analysis(job, turn, analysis, partial=True)
        return analysis

    # --- answers -----------------------------------------------------------------------------

    def _send_analysis(self, job: Request, turn: int, analysis: Analysis, *, partial: bool) -> None:
        state = {"partial": partial, "cancelled": job.stop.is_set}
        self._send({"id": job.id, "turn": turn, **state, **analysis_data(analysis)})

    def _confirm(self, request: Request, **facts: object) -> None:
        self._send({"id": request.id, "action": request.action, **facts})

    def _send_error(self, error: RequestError) -> None:
        self._send({"id": error.request, "field": error.field, "error": str(error)})

    def _send(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer)
        with self._lock:
            self._write(line)
