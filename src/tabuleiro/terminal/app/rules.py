"""The rules screen, with examples as boards."""

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

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.rulebook import Block, Example, Rulebook
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.core.scene import Scene
from tabuleiro.games import read, rulebook
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.boards import StaticBoard
from tabuleiro.terminal.app.keys import KeyLine, key_bindings
from tabuleiro.terminal.rules import RulesPage

WIDTH = 70
"""Characters per line of text: longer lines are harder to read."""


class RulesScreen(BaseScreen):
    """The rulebook of a game."""

    BINDINGS = key_bindings(
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
        book = rulebook(self.game, self.terminal_app.language, self.terminal_app.translate)
        with VerticalScroll(can_focus=False):
            for pictured, blocks in groupby(book.blocks, key=is_example):
                if pictured:
                    yield from self._examples(tuple(blocks))
                else:
                    yield self._text(replace(book, blocks=tuple(blocks)))
        yield KeyLine()

    def _text(self, part: Rulebook) -> Static:
        page = RulesPage(WIDTH, colour=True, theme=self.terminal_app.board_theme)
        return Static(Text.from_ansi("\n".join(page.lines(part))))

    def _examples(self, blocks: tuple[Block, ...]) -> Iterator[Widget]:
        for example in blocks:
            assert isinstance(example, Example)
            start = read(example.position)
            yield picture(start.scene())
            for claim, position, scene in play_claims(example, start):
                for message in describe_claim(claim, position):
                    yield Static(self.translated(message), classes="caption", markup=False)
                if scene:
                    yield picture(scene)

    # --- keys --------------------------------------------------------------------------------

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=2 * by, animate=False)

    def action_page(self, by: int) -> None:
        page = self.query_one(VerticalScroll)
        page.scroll_relative(y=by * (page.size.height - 2), animate=False)

    def action_turn(self, end: int) -> None:
        """Goes to the beginning or to the end."""
        page = self.query_one(VerticalScroll)
        page.scroll_to(y=end * page.max_scroll_y, animate=False)


def is_example(block: Block) -> bool:
    """Whether a block is a board."""
    return isinstance(block, Example)


def picture(scene: Scene) -> StaticBoard:
    """A board among the text."""
    shown = StaticBoard()
    shown.show(scene)
    return shown
