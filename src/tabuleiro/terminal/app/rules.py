"""The rules of a game, with pictures."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.terminal.app.keys import KeyLine, keys
from tabuleiro.terminal.app.page import Page


class Rules(Page):
    """A page to be scrolled."""

    BINDINGS = keys(
        ("up,k", "scroll(-1)", None),
        ("down,j", "scroll(1)", say("Scroll")),
        ("pageup,b", "page(-1)", None),
        ("pagedown,space", "page(1)", say("Page")),
        ("escape,q,enter", "leave", say("Back")),
    )

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        yield Static(self.words(say("Rules: {game}", game=self.game.name)), classes="title")
        with VerticalScroll(can_focus=False):
            for rule in self.game.rules:
                yield Static(Text(self.words(rule)))
        yield KeyLine()

    def action_scroll(self, by: int) -> None:
        """Scrolls by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=2 * by, animate=False)

    def action_page(self, by: int) -> None:
        """Scrolls by pages."""
        pages = self.query_one(VerticalScroll)
        pages.scroll_relative(y=by * (pages.size.height - 2), animate=False)
