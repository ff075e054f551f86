"""How many steps a search makes between two looks at the clock."""

from __future__ import annotations

from math import inf

SLICE = 0.008  # seconds between two looks at the stop sign and the clock
REPORT_INTERVAL = 0.25  # seconds between two reports of progress
MOST_STEPS = 2**20  # steps at a time
UNLIMITED_STEPS = 10**18  # steps: more than any search makes


class Pace:
    """How many steps of a search fit into a slice of time, as far as is known by now; never fewer
    than are made together."""

    def __init__(self, together: int = 1) -> None:
        self._together = together
        self._chunk = together

    def steps_within(self, seconds: float = inf) -> int:
        """The steps to make at once: what fits into a slice and into the time that is left."""
        if seconds >= SLICE:
            return self._chunk
        return max(self._together, int(self._chunk * seconds / SLICE))

    def record_speed(self, steps: int, seconds: float) -> None:
        """So many were made in that time."""
        fitting = int(steps * SLICE / max(seconds, 1e-6))
        self._chunk = max(self._together, min(fitting, 2 * self._chunk, MOST_STEPS))
