"""For operators: `/health`, and `/metrics` in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from shutil import disk_usage
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from tabuleiro.core.message import say
from tabuleiro.web.http.addresses import is_in, networks
from tabuleiro.web.http.errors import RefusalError
from tabuleiro.web.http.session import json_response, services_of
from tabuleiro.web.store.database import database_file

if TYPE_CHECKING:
    from tabuleiro.web.services import Services

HEALTHY_SECONDS = 4.0  # since the last heartbeat that was stored
LEAST_FREE = 2**24  # bytes on the disk of an SQLite database
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: a request is counted under the first bound that is not smaller."""

router = APIRouter(include_in_schema=False)


class Metrics:
    """The requests since the server was started. All threads may use it."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self._lock = Lock()

    def count_request(self, status: int, seconds: float) -> None:
        """Counts a request, and the seconds until its response began."""
        with self._lock:
            self.requests[f"{status}"] += 1
            self._buckets[bisect_left(BOUNDS, seconds)] += 1
            self._seconds += seconds

    def lines(self) -> Iterator[str]:
        """The metrics as text."""
        with self._lock:
            yield from family("requests_total", "counter", labelled("status", self.requests))
            buckets, seconds = list(self._buckets), self._seconds
        total, found = 0, []
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], buckets, strict=True):
            total += count
            found.append((f'_bucket{{le="{bound}"}}', float(total)))
        found += [("_sum", seconds), ("_count", float(total))]
        yield from family("request_seconds", "histogram", found)


def family(name: str, kind: str, values: Iterable[tuple[str, float]]) -> Iterator[str]:
    """A metric with its type, and its values by what follows its name."""
    yield f"# TYPE tabuleiro_{name} {kind}"
    for after, value in values:
        yield f"tabuleiro_{name}{after} {value:g}"


def labelled(label: str, counts: Mapping[str, int]) -> list[tuple[str, float]]:
    """Counts by the values of a label."""
    return [(f'{{{label}="{value}"}}', count) for value, count in sorted(counts.items())]


def trouble_of(services: Services) -> str:
    """Why the server cannot store anything now; empty if it can."""
    if monotonic() - services.games.heartbeat.stored > HEALTHY_SECONDS:
        return "the database does not answer"
    file = database_file(services.settings.database_url)
    if file and disk_usage(file.parent).free < LEAST_FREE:
        return "the disk is full"
    return ""


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the server can store moves: 200 or 503. It does not wait for the database."""
    trouble = trouble_of(services_of(request))
    if trouble:
        return json_response(f'{{"status":"unavailable","reason":"{trouble}"}}', 503)
    return json_response('{"status":"ok"}')


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The metrics, for monitors only."""
    services = services_of(request)
    if not is_in(request.state.address, networks(services.settings.monitors)):
        raise RefusalError(404, "not_found", say("there is no such page"))
    gauges: dict[str, int] = {
        "streams": services.live.count,
        "analyses": services.analyses.count,
        **services.pool.sizes(),
        "healthy": not trouble_of(services),
    }
    lines = list(family("moves_total", "counter", labelled("player", services.games.moves)))
    lines += request.app.state.metrics.lines()
    for name, value in gauges.items():
        lines += family(name, "gauge", [("", value)])
    return PlainTextResponse("\n".join(lines) + "\n")
