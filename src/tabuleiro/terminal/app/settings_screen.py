"""The app's settings, stored in a small file, and the screen that changes them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tabuleiro.core.drawing.theme import THEME_TITLES, THEMES, find_theme
from tabuleiro.core.message import say
from tabuleiro.games import GAMES
from tabuleiro.language import LANGUAGES, find_language
from tabuleiro.records.files import write_file
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.board import StaticBoard
from tabuleiro.terminal.app.keys import KeyLine
from tabuleiro.terminal.app.steppers import Stepper

KNOWN = {"theme": THEMES, "language": LANGUAGES}
"""The allowed values of each setting."""


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The names of the theme and the language; empty if none was chosen."""

    theme: str = ""
    language: str = ""

    @classmethod
    def load(cls, path: Path) -> AppSettings:
        """The settings of a file. What is missing, unknown or unreadable stays empty."""
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return cls()
        given = found if isinstance(found, dict) else {}
        texts = {name: text for name, text in given.items() if isinstance(text, str)}
        return cls(**{name: texts[name] for name in KNOWN if texts.get(name) in KNOWN[name]})

    def over(self, theme: str | None, language: str | None) -> AppSettings:
        """These settings, overridden by the command line; an error for unknown values."""
        return AppSettings(
            find_theme(theme).name if theme else self.theme,
            find_language(language, {}) if language else self.language,
        )

    def save(self, path: Path) -> None:
        write_file(path, json.dumps(asdict(self)) + "\n")


class SettingsScreen(BaseScreen):
    """The settings; every change is applied and saved at once."""

    def compose(self) -> ComposeResult:
        yield Static(self.translated(say("Settings")), classes="title")
        languages = [(code, say("{name}", name=name)) for code, name in LANGUAGES.items()]
        with Vertical(id="dials"):
            yield Stepper(say("Theme"), [*THEME_TITLES.items()], self.app.theme, id="theme")
            yield Stepper(say("Language"), languages, self.terminal_app.language, id="language")
        yield StaticBoard(id="picture")
        yield KeyLine()

    def on_mount(self) -> None:
        board = self.query_one(StaticBoard)
        board.show(GAMES[0].start().scene(), None)
        self.query_one("#theme").focus()

    @on(Stepper.Changed)
    async def change_setting(self, event: Stepper.Changed) -> None:
        """Changes the theme or the language of the app."""
        name = event.stepper.id
        assert name
        self.terminal_app.change_settings(
            replace(self.terminal_app.settings, **{name: event.stepper.value})
        )
        if name == "language":
            await self.recompose()
            self.on_mount()
            self.query_one("#language").focus()
