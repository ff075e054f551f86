"""Rate limits: a token bucket per address and kind of request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import NamedTuple

from tabuleiro.core.message import say
from tabuleiro.web.http.errors import ErrorKind, RefusalError

MOST_BUCKETS = 20_000


class Rate(NamedTuple):
    """So many at once, and as many again in so many seconds."""

    most: int
    seconds: float


class Bucket(NamedTuple):
    """The tokens that were left at a time."""

    tokens: float
    at: float


class RateLimiter:
    """Counts what addresses do. Whoever has not been seen for longest is forgotten first."""

    def __init__(self, rates: Mapping[str, Rate], now: Callable[[], float] = monotonic) -> None:
        self.rates = rates
        self.now = now
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._lock = Lock()

    def consume(self, what: str, address: str) -> None:
        """Counts one more; refused when it is one too many, with how long to wait."""
        with self._lock:
            wait = self._consume(self.rates[what], (what, address), self.now())
        if wait:
            seconds = int(wait) + 1
            raise RefusalError(
                ErrorKind(429, "too_many"),
                say("too many of these at once: try again in {seconds} s", seconds=seconds),
                wait,
            )

    def _consume(self, rate: Rate, key: tuple[str, str], now: float) -> float:
        """How long to wait for a token; 0 when there was one."""
        speed = rate.most / rate.seconds
        last = self._buckets.pop(key, Bucket(rate.most, now))
        tokens = min(rate.most, last.tokens + speed * (now - last.at))
        wait = 0.0 if tokens >= 1 else (1 - tokens) / speed
        self._buckets[key] = Bucket(tokens if wait else tokens - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait
