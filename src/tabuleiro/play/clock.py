"""Time controls and clocks, as values; the current time is passed in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.search.limit import RemainingTime

MINUTE, DAY = 60, 86_400
LONGEST_GAME = 24 * 60 * MINUTE  # seconds that a player may have for a game
LONGEST_INCREMENT = 60 * MINUTE
LONGEST_TURN = 30 * DAY

FOR_THE_GAME = re.compile(r"([0-9]{1,4})(?::([0-5][0-9]))?(?:\+([0-9]{1,4}))?")
FOR_EACH_TURN = re.compile(r"([0-9]{1,2})d")


class ClockError(TabuleiroError):
    """A time control that cannot be read or is out of range."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that each player has, in seconds: `game` for all turns plus `increment` after each,
    or `turn` for every turn."""

    game: int = 0
    increment: int = 0
    turn: int = 0

    @property
    def first(self) -> int:
        """The time on a clock at the start."""
        return self.turn or self.game

    def __str__(self) -> str:
        """The text that `read_control` reads back: `5+3`, `1:30+0`, `2d`."""
        if self.turn:
            return f"{self.turn // DAY}d"
        minutes, seconds = divmod(self.game, MINUTE)
        return f"{minutes}{f':{seconds:02}' if seconds else ''}+{self.increment}"


def read_control(text: str) -> TimeControl:
    """Parses a time control: minutes and seconds of increment, or days per turn."""
    if days := FOR_EACH_TURN.fullmatch(text):
        control = TimeControl(turn=int(days[1]) * DAY)
    elif parts := FOR_THE_GAME.fullmatch(text):
        seconds = int(parts[1]) * MINUTE + int(parts[2] or 0)
        control = TimeControl(seconds, int(parts[3] or 0))
    else:
        reason = say(
            "{text} is not a time control: write minutes and seconds per turn (5+3), "
            "or days per turn (2d)",
            text=quote(text),
        )
        raise ClockError(reason)
    if not (
        control.first > 0
        and control.game <= LONGEST_GAME
        and control.increment <= LONGEST_INCREMENT
        and control.turn <= LONGEST_TURN
    ):
        reason = say(
            "the time control {text} is out of range: up to 24 hours per game, 60 minutes of "
            "increment, 30 days per turn, and not 0",
            text=quote(text),
        )
        raise ClockError(reason)
    return control


def control_in_words(control: TimeControl) -> Message:
    """A time control as people say it: `10 min + 5 s`, `3 days per turn`."""
    if control.turn:
        days = control.turn // DAY
        return say("1 day per turn") if days == 1 else say("{days} days per turn", days=days)
    minutes, _, seconds = str(control).partition("+")
    return say("{minutes} min + {seconds} s", minutes=minutes, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that each player had `left` at the time `since`. The time of the `running` player
    has been running since then; None while no clock is running."""

    control: TimeControl
    left: tuple[float, ...]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def of(cls, control: TimeControl, players: int) -> Clock:
        """A clock that has not been started."""
        return cls(control, (float(control.first),) * players)

    def remaining(self, player: int, now: float) -> float:
        """The seconds a player has left, at least 0. A `now` before `since` counts as `since`."""
        passed = max(0.0, now - self.since) if player == self.running else 0.0
        return max(0.0, self.left[player] - passed)

    def search_clocks(self, now: float) -> tuple[RemainingTime, ...]:
        """The clocks of all players as the limit of a search."""
        left = [self.remaining(each, now) for each in range(len(self.left))]
        increment = 1000 * self.control.increment
        return tuple(RemainingTime(int(1000 * seconds), increment) for seconds in left)

    def runs_out_at(self) -> float | None:
        """When the running clock reaches 0."""
        return None if self.running is None else self.since + self.left[self.running]

    def run(self, player: int | None, now: float) -> Clock:
        """Stops the clock that is running and starts that of `player`; None starts none."""
        left = tuple(self.remaining(each, now) for each in range(len(self.left)))
        return replace(self, left=left, running=player, since=now)

    def end_turn(self, player: int) -> Clock:
        """The clock after a player has completed a turn, with the increment."""
        control = self.control
        earned = control.turn or self.left[player] + control.increment
        left = tuple(earned if each == player else was for each, was in enumerate(self.left))
        return replace(self, left=left)
