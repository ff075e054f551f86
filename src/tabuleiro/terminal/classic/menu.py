"""Menus as data, and the program's name in block letters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Generic, TypeVar

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.terminal.classic.console import Leave, LineConsole, colour_code

T = TypeVar("T")

QUIT = "0"
"""The key that ends the program in every menu."""
ROWS = (
    "#####| ### |#### |#   #|#    |#####|#|#### | ### ",
    "  #  |#   #|#   #|#   #|#    |#    |#|#   #|#   #",
    "  #  |#####|#### |#   #|#    |#### |#|#### |#   #",
    "  #  |#   #|#   #|#   #|#    |#    |#|#  # |#   #",
    "  #  |#   #|#### | ### |#####|#####|#|#   #| ### ",
)
COLOURS = ("p1", "p2")
"""The colours of the letters, in turn."""


Items = Mapping[str, tuple[Message, T]]
"""The entries of a menu by their keys: what is shown and what it stands for."""


@dataclass(frozen=True, slots=True)
class Menu(Generic[T]):
    """A title, the items, and the key that enter alone stands for, if any."""

    title: Message
    items: Items[T]
    default: str = ""

    def choose(self, console: LineConsole) -> T:
        """Returns what the user chooses; after a wrong answer the menu is shown again."""
        self.show(console)
        return console.ask_until(self._question(), lambda answer: self._read(console, answer))

    def show(self, console: LineConsole) -> None:
        """Writes the title and a line for each item."""
        console.write_lines("")
        console.write(self.title)
        wide = max(map(len, self.items))
        for key, (label, _) in (*self.items.items(), (QUIT, (say("Quit"), None))):
            console.write_lines(*console.wrap(label, f"  {key:>{wide}}  "))

    def _question(self) -> Message:
        if self.default:
            return say("Your choice (enter: {default}): ", default=self.default)
        return say("Your choice: ")

    def _read(self, console: LineConsole, answer: str) -> T:
        key = answer.lower() or self.default
        if key == QUIT:
            raise Leave
        if key in self.items:
            return self.items[key][1]
        self.show(console)
        keys = (*self.items, QUIT)
        if not answer:
            raise TabuleiroError(say("choose one of {keys}", keys=keys))
        raise TabuleiroError(
            say("{answer} is not one of the choices: {keys}", answer=quote(answer), keys=keys)
        )


def numbered(items: Sequence[tuple[Message, T]]) -> Items[T]:
    """Items with numbers as keys."""
    return {str(number): item for number, item in enumerate(items, start=1)}


def logo_lines(console: LineConsole) -> list[str]:
    """The logo, in colour if colours are enabled."""
    block = "█" if console.settings.unicode else "#"
    codes = [colour_code(console.settings.theme[colour]) for colour in COLOURS]
    return [
        "  ".join(map(console.paint, row.replace("#", block).split("|"), cycle(codes))).rstrip()
        for row in ROWS
    ]
