"""The settings screen: theme and language."""

from dataclasses import replace

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tabuleiro.core.drawing.theme import THEME_TITLES
from tabuleiro.core.message import say
from tabuleiro.games import GAMES
from tabuleiro.language import LANGUAGES
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.boards import StaticBoard
from tabuleiro.terminal.app.keys import KeyLine, key_bindings
from tabuleiro.terminal.app.steppers import Stepper


class SettingsScreen(BaseScreen):
    """The settings; every change is applied and saved at once."""

    BINDINGS = key_bindings("SettingsScreen")

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
