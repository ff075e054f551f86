"""The rules screen, with examples as boards."""

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
from tabuleiro.core.rulebook import Block, Example, Rulebook
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.core.scene import Scene
from tabuleiro.games import read, rulebook
from tabuleiro.terminal.app.base_screen import BaseScreen
from tabuleiro.terminal.app.board import StaticBoard
from tabuleiro.terminal.app.keys import HasKeys, KeyLine
from tabuleiro.terminal.rules import RulesPage

WIDTH = 70
"""Characters per line of text: longer lines are harder to read."""


class RulesText(HasKeys, VerticalScroll):
    """The text, which scrolls."""


class RulesScreen(BaseScreen):
    """The rulebook of a game."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        book = rulebook(self.game, self.terminal_app.language, self.terminal_app.translate)
        with RulesText():
            for pictured, blocks in groupby(book.blocks, lambda block: isinstance(block, Example)):
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


def picture(scene: Scene) -> StaticBoard:
    """A board among the text."""
    shown = StaticBoard()
    shown.show(scene)
    return shown
