"""The log of the server: times, a level, and repeats folded."""

import logging
from collections.abc import Callable
from math import inf
from time import monotonic

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FOLDED_SECONDS = 60.0  # for which the same warning is not repeated
MOST_KNOWN = 1_000  # warnings that are remembered


class RepeatFilter(logging.Filter):
    """Drops a warning that was logged a moment ago; the next one says how often that was."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        now, text = self._now(), record.getMessage()
        at, repeats = self._seen.get((record.name, text), (-inf, 0))
        if now - at < FOLDED_SECONDS:
            self._seen[record.name, text] = at, repeats + 1
            return False
        if len(self._seen) >= MOST_KNOWN:
            self._seen.clear()
        self._seen[record.name, text] = now, 0
        if repeats:
            record.msg, record.args = f"{text} ({repeats} more since the last time)", ()
        return True


def set_up_log(level: str) -> None:
    """Writes the log to standard error."""
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=level.upper(), format=FORMAT, handlers=[handler])
