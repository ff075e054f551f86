"""Form fields whose value is stepped through with the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.content import Content
from textual.message import Message as Event
from textual.widget import Widget

from tabuleiro.core.message import Message, say
from tabuleiro.terminal.app.keys import HasKeys, translated


class Stepper(HasKeys, Widget, can_focus=True):
    """A choice of one of several values, each with its label."""

    @dataclass
    class Changed(Event):
        """The value has changed."""

        stepper: Stepper

    def __init__(
        self,
        label: Message,
        choices: Sequence[tuple[Any, Message]],
        value: Any,
        *,
        id: str,  # noqa: A002 - the name that every widget has for it
    ) -> None:
        super().__init__(id=id)
        self.label = label
        self.choices = choices
        self.value = value

    def value_label(self) -> Message:
        return next(label for value, label in self.choices if value == self.value)

    def step(self, by: int) -> Any:
        """The value `by` places further on; after the last comes the first."""
        values = [value for value, _ in self.choices]
        return values[(values.index(self.value) + by) % len(values)]

    def set_value(self, value: Any) -> None:
        if value != self.value:
            self.value = value
            self.refresh()
            self.post_message(self.Changed(self))

    def action_turn(self, by: int) -> None:
        self.set_value(self.step(by))

    def on_click(self, event: events.Click) -> None:
        """The left arrow goes back; a click anywhere else goes forward."""
        before = event.get_content_offset(self)
        back = before is not None and before.x == self._value_column
        self.set_value(self.step(-1 if back else 1))

    @property
    def _value_column(self) -> int:
        """The column where the value with its arrow begins."""
        return self.content_size.width * 7 // 18

    def render(self) -> Content:
        column = self._value_column
        label = translated(self, self.label)[: column - 1].ljust(column)
        return Content.assemble(
            label, ("◂ ", "dim"), (translated(self, self.value_label()), "bold"), (" ▸", "dim")
        )


class NumberStepper(Stepper):
    """A whole number within bounds, or None with the label `drawn`: a random number."""

    def __init__(
        self,
        label: Message,
        low: int,
        high: int,
        value: int | None,
        *,
        id: str,  # noqa: A002 - the name that every widget has for it
        drawn: Message | None = None,
    ) -> None:
        super().__init__(label, (), value, id=id)
        self.low = low
        self.high = high
        self.drawn = drawn

    def value_label(self) -> Message:
        return (
            self.drawn if self.drawn and self.value is None else say("{number}", number=self.value)
        )

    def step(self, by: int) -> int | None:
        if self.value is None:
            return self.low if by > 0 else self.high
        value = int(self.value) + by
        if self.low <= value <= self.high:
            return value
        if self.drawn:
            return None
        return self.high if by < 0 else self.low

    def on_key(self, event: events.Key) -> None:
        """Appends typed digits; starts again if the number gets too large."""
        if event.key == "backspace" and self.value is not None:
            rest = str(self.value)[:-1]
            empty = None if self.drawn else self.low
            self.set_value(max(self.low, int(rest)) if rest else empty)
        elif event.character and event.character in "0123456789":
            self._write(event.character)
        else:
            return
        event.stop()

    def _write(self, digit: str) -> None:
        for text in (f"{self.value or ''}{digit}", digit):
            if self.low <= int(text) <= self.high:
                self.set_value(int(text))
                return
