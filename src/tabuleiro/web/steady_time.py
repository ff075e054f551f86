"""The time of the server, which no change of the system's clock affects."""

from __future__ import annotations

from time import monotonic, time

STARTED = time() - monotonic()


def steady_time() -> float:
    """Seconds since 1970, as the system's clock had them when the process was started. If that
    clock is set back or forward, no player loses time."""
    return STARTED + monotonic()
