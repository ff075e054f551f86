"""The rules of a game as lines of text."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text as Words

from tabuleiro.core.drawing.glyphs import to_ascii as in_ascii
from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.text import draw_text, grains
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import Message, say
from tabuleiro.core.rulebook import (
    Block,
    Code,
    Example,
    Heading,
    Items,
    Paragraph,
    Rulebook,
    RulesTable,
    Text,
)
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.core.scene import Scene
from tabuleiro.games import read

STYLES = {"plain": "", "bold": "bold", "code": "bold", "link": "underline"}
BULLETS = {True: "•", False: "*"}
UNDERLINES = {True: {1: "═", 2: "─"}, False: {1: "=", 2: "-"}}
"""What stands below a heading of a level, with and without Unicode."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page with lines of this width. Without `unicode` every character is ASCII. Without
    `pictures` an example is only the text of its position and its captions; a picture wider than
    the page is left out too. A picture higher than `height` is drawn smaller, if possible."""

    width: int = 80
    unicode: bool = True
    colour: bool = False
    theme: Theme = LIGHT
    translate: Translate = str
    pictures: bool = True
    height: int = 1_000

    def lines(self, rulebook: Rulebook) -> list[str]:
        """The lines of a rulebook, with its examples drawn as text."""
        page = StringIO()
        console = Console(
            file=page,
            width=self.width,
            color_system="truecolor" if self.colour else None,
            force_terminal=self.colour,
            no_color=not self.colour,
            legacy_windows=False,
            highlight=False,
        )
        for number, block in enumerate(rulebook.blocks):
            if number:
                console.print()
            for part in self.parts(block):
                console.print(part)
        return [line.rstrip() for line in page.getvalue().splitlines()]

    def parts(self, block: Block) -> Iterator[RenderableType]:
        """The lines of a block."""
        match block:
            case Heading():
                yield from self.heading(block)
            case Paragraph():
                yield self.words(block.text)
            case Items():
                yield self.items(block)
            case RulesTable():
                yield self.table(block)
            case Code():
                lines = (f"    {line}" for line in self.shown(block.text).splitlines())
                yield Words("\n".join(lines), no_wrap=True, overflow="ignore")
            case Example():
                yield from self.example(block)

    def heading(self, heading: Heading) -> Iterator[Words]:
        words = self.words(heading.text)
        words.stylize("bold")
        yield words
        if sign := UNDERLINES[self.unicode].get(heading.level):
            yield Words(sign * words.cell_len)

    def items(self, items: Items) -> Grid:
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for number, item in enumerate(items.items, start=1):
            grid.add_row(
                f"{number}." if items.numbered else BULLETS[self.unicode], self.words(item)
            )
        return grid

    def table(self, table: RulesTable) -> Grid:
        frame = box.SIMPLE_HEAD if self.unicode else box.ASCII
        grid = Grid(box=frame, show_edge=False, pad_edge=False, header_style="bold")
        for cell in table.head:
            grid.add_column(self.words(cell), overflow="fold")
        for row in table.rows:
            grid.add_row(*map(self.words, row))
        return grid

    def example(self, example: Example) -> Iterator[Words]:
        start = read(example.position)
        if not self.pictures:
            yield self.message(say("Example: {position}", position=example.position))
        yield from self.picture(start.scene())
        for claim, position, scene in play_claims(example, start):
            if scene:
                yield Words()
            for message in describe_claim(claim, position):
                yield self.message(message)
            if scene:
                yield from self.picture(scene)

    def picture(self, scene: Scene) -> Iterator[Words]:
        """The picture of a scene, if pictures are wanted and it fits, then its captions."""
        for grain in grains(scene):
            board = replace(scene, captions=(), grain=grain)
            flat = draw_text(board, self.unicode, False, self.theme, self.translate).splitlines()
            if len(flat) <= self.height:
                break
        if self.pictures and max(map(len, flat)) <= self.width:
            drawn = draw_text(board, self.unicode, self.colour, self.theme, self.translate)
            yield Words.from_ansi(f"{drawn}\n", no_wrap=True, overflow="ignore")
        yield from map(self.message, scene.captions)

    def words(self, text: Text) -> Words:
        """A text in its styles."""
        parts = ((self.shown(span.text), STYLES[span.style]) for span in text)
        return Words.assemble(*parts, overflow="fold")

    def message(self, message: Message) -> Words:
        return Words(self.shown(message.text(self.translate)), overflow="fold")

    def shown(self, text: str) -> str:
        return text if self.unicode else "\n".join(map(in_ascii, text.split("\n")))
