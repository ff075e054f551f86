"""The settings screen: colours and language."""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tabuleiro.core.drawing.theme import THEMES
from tabuleiro.core.message import say
from tabuleiro.games import GAMES
from tabuleiro.language import LANGUAGES
from tabuleiro.terminal.app.dials import Dial
from tabuleiro.terminal.app.keys import KeyLine, keys
from tabuleiro.terminal.app.page import Page
from tabuleiro.terminal.app.picture import Picture

THEME_TITLES = {
    "light": say("light"),
    "dark": say("dark"),
    "colour-blind": say("colour-blind safe"),
    "classic": say("classic"),
}


class Preferences(Page):
    """Every change holds at once, and for later."""

    BINDINGS = keys(("escape,q,enter", "leave", say("Back")))

    def compose(self) -> ComposeResult:
        yield Static(self.words(say("Settings")), classes="title")
        themes = [(name, THEME_TITLES[name]) for name in THEMES]
        languages = [(code, say("{name}", name=name)) for code, name in LANGUAGES.items()]
        with Vertical(id="dials"):
            yield Dial(say("Colours"), themes, self.app.theme, id="theme")
            yield Dial(say("Language"), languages, self.desk.language, id="language")
        yield Picture(id="picture")
        yield KeyLine()

    def on_mount(self) -> None:
        board = self.query_one(Picture)
        board.show(GAMES[0].start().scene(), None)
        self.query_one("#theme").focus()

    @on(Dial.Turned)
    async def follow(self, event: Dial.Turned) -> None:
        """Changes colours or language of everything."""
        name = event.dial.id
        assert name
        self.desk.choose(replace(self.desk.settings, **{name: event.dial.value}))
        if name == "language":
            await self.recompose()
            self.on_mount()
            self.query_one("#language").focus()
