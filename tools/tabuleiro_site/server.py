"""Answers the requests of pages with the app, and keeps the cookies of the only visitor.

The pages are in a folder of a static file server, the root, such as `/games/`; the app has no
folder. Links are adapted when a page leaves the app. A link for others is one to the first page of
the site, which opens the page that the link names.
"""

import asyncio
import json
import logging
import pickle
import re
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from tabuleiro.core.message import Message, say
from tabuleiro.search.limit import Limit
from tabuleiro.web.app import make_app
from tabuleiro.web.settings import ServerSettings
from tabuleiro.web.workers.jobs import BackgroundJobs
from tabuleiro.web.workers.pool import OnProgress, PoolJob, check_task
from tabuleiro.web.workers.tasks import WorkerResult, WorkerTask

Ask = Callable[[bytes, Callable[[bytes], None]], Awaitable[Any]]
"""Asks the engine, which is sent a task and reports partial results; both are pickled."""
Headers = list[tuple[str, str]]
Start = Callable[[int, Headers], None]

ABSOLUTE = re.compile(r'(\s(?:href|src|action|formaction)=")/(?!/)')
COOKIES = "cookies.json"  # in the data folder
FRAMED = ("frame-ancestors 'none'", "frame-ancestors 'self'")  # the site shows pages in a frame
DROPPED = ("set-cookie", "x-frame-options", "content-length", "location")
UNLIMITED = 10**6  # requests of the only visitor


# --- computer players ------------------------------------------------------------------------


class EnginePool:
    """The computer players, which think in a worker of their own, one task after another."""

    def __init__(self, ask: Ask, seconds: float) -> None:
        self._ask = ask
        self._movetime = round(1000 * seconds)
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def think(
        self, task: WorkerTask, on_progress: OnProgress | None = None
    ) -> Future[WorkerResult]:
        """Has a player think. A task that waits can be cancelled."""
        check_task(task)
        own, most = task.limit.for_player(task.position.player), Limit(movetime=self._movetime)
        limit = most if own.infinite else own.within(most)
        job = PoolJob(replace(task, limit=limit), on_progress or (lambda result: None))
        running = asyncio.get_running_loop().create_task(self._do(job))
        self._tasks.add(running)  # the loop keeps only a weak reference
        running.add_done_callback(self._tasks.discard)
        return job.future

    async def _do(self, job: PoolJob) -> None:
        async with self._turn:
            if job.future.cancelled():
                return
            answer = await self._answer(job)
        if isinstance(answer, WorkerResult):
            job.answer(answer)
        else:
            job.give_up(answer)

    async def _answer(self, job: PoolJob) -> WorkerResult | Message:
        try:
            data = await self._ask(
                pickle.dumps(job.task), lambda part: job.report(pickle.loads(bytes(part)))
            )
            answer: WorkerResult | Message = pickle.loads(bytes(data))
        except Exception as error:  # whatever it is, no game may wait forever
            return say("internal error: {error}", error=repr(error))
        return answer

    def sizes(self) -> dict[str, int]:
        """The sizes of a pool of processes."""
        busy = int(self._turn.locked())
        return {"queue": len(self._tasks) - busy, "workers_busy": busy, "workers": 1}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for task in self._tasks:
            task.cancel()


async def run_jobs(jobs: BackgroundJobs) -> None:
    """Runs the jobs of the server that are due, in this thread."""
    wake = asyncio.Event()
    jobs.games.repository.wake_jobs = wake.set
    # A thread would wait for a `threading.Event`; here only `set` and `clear` are called.
    jobs._wake = wake  # type: ignore[assignment]
    while True:
        wait = jobs.step()
        with suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), wait)
        wake.clear()


# --- requests ------------------------------------------------------------------------------


class SiteServer:
    """The app for one visitor. `address` is the URL of the folder that the site is in, `folder`
    that of the games. `save` is called when these have changed, `warn` with what is logged."""

    def __init__(
        self,
        address: str,
        folder: str,
        ask: Ask,
        save: Callable[[], Awaitable[None] | None] = lambda: None,
        warn: Callable[[str], None] = lambda text: None,
    ) -> None:
        site = urlsplit(address)
        self.origin = f"{site.scheme}://{site.netloc}"
        self.root = site.path
        self.host = site.netloc
        self.save = save
        self._saving: Awaitable[None] | None = None
        logging.getLogger("tabuleiro").addHandler(WarningHandler(warn))
        self.scheme = site.scheme
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = ServerSettings(
            data=self.folder,
            database=f"sqlite:///{self.folder}/tabuleiro.db",
            hosts=(site.hostname or "",),
            https=site.scheme == "https",
            workers=1,
            drawing_apart=False,
            requests_per_minute=UNLIMITED,
            commands_per_minute=UNLIMITED,
            games_per_hour=UNLIMITED,
        )
        pool: Any = EnginePool(ask, settings.think_seconds)  # has what the app uses of `WorkerPool`
        self.app = make_app(settings, lambda _: pool)
        self.app.state.alone = True
        self._stack = AsyncExitStack()
        self._cookies = self._kept_cookies()

    async def start(self) -> None:
        """Starts the services of the app, and its jobs."""
        await self._stack.enter_async_context(self.app.router.lifespan_context(self.app))
        services = self.app.state.services
        services.games.store.bus.subscribe(lambda update: self._save())
        self._jobs = asyncio.get_running_loop().create_task(run_jobs(services.jobs))

    async def close(self) -> None:
        """Stops the jobs and the services."""
        self._jobs.cancel()
        await self._stack.aclose()

    async def respond(
        self,
        method: str,
        target: str,
        headers: Headers,
        body: bytes,
        start: Start,
        send: Callable[[bytes], None],
        left: asyncio.Event | None = None,
    ) -> None:
        """Answers a request: calls `start` with the status and the headers, then `send` with the
        parts of the body. `target` is the path in the app; `left` is set when the reader leaves."""
        path, _, query = target.partition("?")
        response: dict[str, Any] = {}
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if waiting:
                return waiting.pop()
            await (left or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def forward(message: Any) -> None:
            if message["type"] == "http.response.start":
                response.update(message)
                response["page"] = is_page(message["headers"])
                adapted = self._adapted_headers(message["headers"])
                if method in ("PUT", "DELETE"):  # for a study, about which the bus says nothing
                    self._save()
                if method not in ("GET", "HEAD"):
                    await self._saved()  # what is confirmed is kept
                start(message["status"], adapted)
                return
            part = message.get("body", b"")
            if part:
                send(self._adapted_page(part) if response["page"] else part)

        await self.app(self._scope(method, path, query, headers), receive, forward)

    def _scope(self, method: str, path: str, query: str, headers: Headers) -> dict[str, Any]:
        """The request for the app, with our cookies; a form of our pages needs no token, because
        other sites cannot send any."""
        kept = dict(headers)
        given = SimpleCookie(kept.pop("cookie", ""))
        cookies = {**{name: each.value for name, each in given.items()}, **self._cookies}
        cookies |= {name: given[name].value for name in ("sound",) if name in given}
        text = "; ".join(f"{name}={value}" for name, value in cookies.items())
        sent = {**kept, "host": self.host, "cookie": text, "x-tabuleiro": "1"}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": self.scheme,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 0),
            "server": (self.host, None),
        }

    # --- what leaves the app

    def _adapted_headers(self, headers: Any) -> Headers:
        """The headers for the browser; our cookies are kept here."""
        adapted = []
        for raw_name, raw_value in headers:
            name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
            if name == "set-cookie":
                self._keep_cookie(value)
            elif name == "location":
                adapted.append((name, self._rooted(value)))
            elif name not in DROPPED:
                adapted.append((name, value.replace(*FRAMED)))
        return adapted

    def _rooted(self, path: str) -> str:
        return self.root + path[1:] if path.startswith("/") else path

    def _adapted_page(self, page: bytes) -> bytes:
        """A page with links into the folder of the site."""
        text = ABSOLUTE.sub(rf"\1{self.root}", page.decode())
        return text.replace(f"{self.origin}/", f"{self.origin}{self.root}#/").encode()

    # --- cookies

    def _kept_cookies(self) -> dict[str, str]:
        try:
            kept: dict[str, str] = json.loads((self.folder / COOKIES).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return kept

    def _keep_cookie(self, text: str) -> None:
        for name, each in SimpleCookie(text).items():
            self._cookies[name] = each.value
        (self.folder / COOKIES).write_text(json.dumps(self._cookies), "utf-8")
        self._save()

    def _save(self) -> None:
        self._saving = self.save()

    async def _saved(self) -> None:
        """Waits until all changes are saved. If that fails, another attempt is started, so that the
        page can repeat its request."""
        if self._saving is None:
            return
        try:
            await self._saving
        except Exception:
            self._save()
            raise


class WarningHandler(logging.Handler):
    """Shows warnings, such as that a computer player failed, to the visitor."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._warn = warn

    def emit(self, record: logging.LogRecord) -> None:
        self._warn(record.getMessage())


def is_page(headers: Any) -> bool:
    """Whether a response is a page."""
    kind: bytes = dict(headers).get(b"content-type", b"")
    return kind.startswith(b"text/html")
