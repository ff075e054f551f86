"""The rules of a game on a page to be scrolled, its examples as boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tabuleiro.core.examples import follow
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.rulebook import Block, Example, Rulebook
from tabuleiro.core.scene import Scene
from tabuleiro.games import read, rulebook
from tabuleiro.terminal.app.keys import KeyLine, keys
from tabuleiro.terminal.app.page import Page
from tabuleiro.terminal.app.picture import Picture
from tabuleiro.terminal.rules import captions, rules_lines

WIDTH = 70
"""Characters of a line of text: a page is no easier to read when it is wider."""


class Rules(Page):
    """The rulebook of a game."""

    BINDINGS = keys(
        ("up,k", "scroll(-1)", None),
        ("down,j", "scroll(1)", say("Scroll")),
        ("pageup,b", "page(-1)", None),
        ("pagedown,space", "page(1)", say("Next page")),
        ("home", "turn(0)", None),
        ("end", "turn(1)", None),
        ("escape,q,enter", "leave", say("Back")),
    )

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        book = rulebook(self.game, self.desk.language, self.desk.translate)
        with VerticalScroll(can_focus=False):
            for pictured, blocks in groupby(book.blocks, key=is_example):
                if pictured:
                    yield from self._examples(tuple(blocks))
                else:
                    yield self._text(replace(book, blocks=tuple(blocks)))
        yield KeyLine()

    def _text(self, part: Rulebook) -> Static:
        lines = rules_lines(part, WIDTH, colour=True, theme=self.desk.board_theme)
        return Static(Text.from_ansi("\n".join(lines)))

    def _examples(self, blocks: tuple[Block, ...]) -> Iterator[Widget]:
        for example in blocks:
            assert isinstance(example, Example)
            start = read(example.position)
            yield picture(start.scene())
            for claim, position, scene in follow(example, start):
                for message in captions(claim, position):
                    yield Static(self.words(message), classes="caption", markup=False)
                if scene:
                    yield picture(scene)

    # --- keys --------------------------------------------------------------------------------

    def action_scroll(self, by: int) -> None:
        """Scrolls by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=2 * by, animate=False)

    def action_page(self, by: int) -> None:
        """Scrolls by pages."""
        page = self.query_one(VerticalScroll)
        page.scroll_relative(y=by * (page.size.height - 2), animate=False)

    def action_turn(self, end: int) -> None:
        """Goes to the beginning or to the end."""
        page = self.query_one(VerticalScroll)
        page.scroll_to(y=end * page.max_scroll_y, animate=False)


def is_example(block: Block) -> bool:
    """Whether a block is a board."""
    return isinstance(block, Example)


def picture(scene: Scene) -> Picture:
    """A board among the text."""
    shown = Picture()
    shown.show(scene)
    return shown
