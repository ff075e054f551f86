"""Key bindings from `keys.toml`, and the bar that shows them; messages translated for a widget."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tabuleiro.core.message import Message
from tabuleiro.language import Translate

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from tabuleiro.terminal.app.application import TerminalApp

SIGNS = {
    "enter": "⏎", "escape": "esc", "left": "←", "right": "→", "up": "↑", "down": "↓",
    "slash": "/", "plus": "+", "minus": "-", "space": "␣", "pagedown": "PgDn", "f1": "F1",
}  # fmt: skip
"""How keys are shown, if not by their names."""

GAP = "  "
KEYS = tomllib.loads(Path(__file__).with_name("keys.toml").read_text("utf-8"))["key"]


def app_of(node: DOMNode) -> TerminalApp:
    """The app that a screen or widget belongs to."""
    return cast("TerminalApp", node.app)


def translated(node: DOMNode, message: Message) -> str:
    """The message in the language of the app, with the names of players that the screen has."""
    translate: Translate = getattr(node.screen, "translate", app_of(node).translate)
    return message.text(translate)


class HasKeys:
    """A base of screens and widgets: each class has the bindings of `keys.toml` under its name. The
    key bar translates their labels."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init_subclass__(cls, **settings: bool) -> None:
        cls.BINDINGS = [
            Binding(row["keys"], row["action"], row.get("label", ""), show="label" in row)
            for row in KEYS
            if row["of"] == cls.__name__
        ]
        super().__init_subclass__(**settings)


class KeyLine(Static):
    """The bar of keys that are active now; a click on one presses it. If they need more than one
    line, actions in `spare` are left out in turn: a growing bar would move the board."""

    def __init__(self, spare: Sequence[str] = ()) -> None:
        super().__init__()
        self.spare = spare

    def on_resize(self) -> None:
        self._show(self.screen)

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show)
        self._show(self.screen)

    def _show(self, screen: Screen[object]) -> None:
        if screen is self.app.screen:
            self.update(Content("\n").join(self._rows(screen, self.app.size.width - 2)))

    def _rows(self, screen: Screen[object], width: int) -> list[Content]:
        entries = {each.action: self._entry(each) for each in self._shown(screen)}
        for action in self.spare:
            if len(rows_of([*entries.values()], width)) > 1:
                entries.pop(action, None)
        return rows_of([*entries.values()], width)

    def _shown(self, screen: Screen[object]) -> list[Binding]:
        """The keys to show; only the first key of each action."""
        found: dict[str, Binding] = {}
        for active in screen.active_bindings.values():
            if active.binding.show and active.enabled:
                found.setdefault(active.binding.action, active.binding)
        return list(found.values())

    def _entry(self, binding: Binding) -> Content:
        return Content.from_markup(
            f"[@click=press({binding.key!r})][bold $accent]$sign[/] $label[/]",
            sign=SIGNS.get(binding.key, binding.key),
            label=app_of(self).translate(binding.description),
        )

    def action_press(self, key: str) -> None:
        self.app.simulate_key(key)


def rows_of(entries: Sequence[Content], width: int) -> list[Content]:
    """The entries in as few lines as possible, none of them broken."""
    rows: list[list[Content]] = [[]]
    for entry in entries:
        taken = sum(each.cell_length + len(GAP) for each in rows[-1])
        if rows[-1] and taken + entry.cell_length > width:
            rows.append([])
        rows[-1].append(entry)
    return [Content(GAP).join(row) for row in rows]
