"""Rate limits: a token bucket per address and kind of request."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import NamedTuple

from tabuleiro.core.message import say
from tabuleiro.web.http.errors import TooManyError
from tabuleiro.web.lru_cache import LruCache

MOST_BUCKETS = 20_000


class Rate(NamedTuple):
    """`most` requests at once, and as many again in `seconds`."""

    most: int
    seconds: float


class Bucket(NamedTuple):
    """The tokens left at a time; `wait` is the seconds until there is one for a refused request, or
    0."""

    tokens: float
    at: float
    wait: float = 0.0


class RateLimiter:
    """Limits the requests of each address. The least recently seen are forgotten first."""

    def __init__(self, rates: Mapping[str, Rate], now: Callable[[], float] = monotonic) -> None:
        self.rates = rates
        self.now = now
        self._buckets: LruCache[tuple[str, str], Bucket] = LruCache(MOST_BUCKETS)

    def consume(self, what: str, address: str) -> None:
        """Counts one more request; one too many is refused, with the time to wait."""
        rate = self.rates[what]
        wait = self._buckets.update(
            (what, address), lambda last: take_token(last, rate, self.now())
        ).wait
        if wait:
            seconds = int(wait) + 1
            raise TooManyError(
                say("too many requests: try again in {seconds} s", seconds=seconds), wait
            )


def take_token(last: Bucket | None, rate: Rate, now: float) -> Bucket:
    """A bucket after one more token was asked for."""
    last = last or Bucket(rate.most, now)
    speed = rate.most / rate.seconds
    tokens = min(rate.most, last.tokens + speed * (now - last.at))
    if tokens >= 1:
        return Bucket(tokens - 1, now)
    return Bucket(tokens, now, (1 - tokens) / speed)
