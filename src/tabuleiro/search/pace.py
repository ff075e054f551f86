"""How many steps a search makes before it reads the clock again."""

from math import inf

SLICE = 0.008  # seconds between two checks of the stop flag and the clock
REPORT_INTERVAL = 0.25  # seconds between two reports of progress
MOST_STEPS = 2**20  # steps at a time
UNLIMITED_STEPS = 10**18  # more steps than any search makes


class Pace:
    """How many steps of a search fit into a slice of time, by its speed; at least a batch."""

    def __init__(self, batch_size: int = 1) -> None:
        self._batch_size = batch_size
        self._chunk = batch_size

    def steps_within(self, seconds: float = inf) -> int:
        """The steps to make at once: as many as fit into a slice and into the time that is left."""
        if seconds >= SLICE:
            return self._chunk
        return max(self._batch_size, int(self._chunk * seconds / SLICE))

    def record_speed(self, steps: int, seconds: float) -> None:
        """Updates the speed: this many steps took this many seconds."""
        fitting = int(steps * SLICE / max(seconds, 1e-6))
        self._chunk = max(self._batch_size, min(fitting, 2 * self._chunk, MOST_STEPS))
