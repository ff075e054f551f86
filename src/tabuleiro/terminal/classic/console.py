"""The console of the line-by-line interface: asks questions and writes lines."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tabuleiro.core.drawing.glyphs import to_ascii as in_ascii
from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.drawing.theme import LIGHT, Theme
from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.language import ENGLISH, Translate, translator
from tabuleiro.play.text_commands import TEXT_COMMANDS, plain_word

T = TypeVar("T")

EXIT = next(command.words for command in TEXT_COMMANDS if command.name == "exit")
BACK = ("back", "voltar")
YES = ("yes", "y", "sim", "s")
NO = ("no", "n", "não", "nao")

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SHORT_ANSWER = 8  # characters that an answer may need beside its question
RED, GREEN = "31", "32"  # colours of the terminal, which fit its background
CODES = re.compile(r"\x1b\[[0-9;]*m")
UNLIMITED = Size(10**6, 10**6)
"""The room where output goes to a file or a pipe."""


class Leave(Exception):  # noqa: N818 - not an error: the person ends the program
    """The user ends the program: by a command, from a menu, or by the end of input."""


class Back(Exception):  # noqa: N818 - not an error: the person goes back
    """The user goes back to the previous question."""


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """How the interface looks. `plain` is for screen readers and pipes: no pictures, no boxes. With
    `waits` it waits for enter after each move of a computer player, with `clears` the screen is
    cleared before a board is drawn, with `fits` boards are not larger than the terminal anyway;
    `width` is the maximum length of a line of text."""

    plain: bool = False
    waits: bool = True
    clears: bool = False
    fits: bool = False
    unicode: bool = True
    colour: bool = False
    theme: Theme = LIGHT
    width: int = 80


@dataclass
class LineConsole:
    """Asks questions and writes lines in a language. `ask_line` returns the answer to a question,
    or raises EOFError at the end of input; `write_line` writes a line. `screen_size` returns the
    columns and lines of the terminal, which may change."""

    ask_line: Callable[[str], str]
    write_line: Callable[[str], None]
    settings: ConsoleSettings = field(default_factory=ConsoleSettings)
    language: str = ENGLISH
    screen_size: Callable[[], tuple[int, int]] = shutil.get_terminal_size
    _unread: list[str] = field(default_factory=list)
    _clear_code: str = ""

    @property
    def translate(self) -> Translate:
        """The translator of the current language."""
        return translator(self.language)

    @property
    def screen(self) -> Size | None:
        """The size of the screen; None if lines just follow each other."""
        return Size(*self.screen_size()) if self.settings.clears else None

    @property
    def room(self) -> Size:
        """The largest size of a board with its texts."""
        limited = self.settings.clears or self.settings.fits
        return Size(*self.screen_size()) if limited else UNLIMITED

    def text(self, message: Message) -> str:
        """A message in the current language."""
        words = message.text(self.translate)
        return words if self.settings.unicode else in_ascii(words)

    @property
    def width(self) -> int:
        """The maximum length of a line of text, now."""
        return min(self.settings.width, self.screen.width) if self.screen else self.settings.width

    def wrap(self, message: Message, before: str = "") -> list[str]:
        """A message wrapped to the width, after `before` and indented by its length."""
        return wrap_painted(self.text(message), self.width, before)

    # --- writing ---------------------------------------------------------------------------

    def write_lines(self, *lines: str) -> None:
        """Writes lines as they are."""
        for line in lines:
            self.write_line(self._clear_code + line)
            self._clear_code = ""
        self._unread += lines

    def write(self, *messages: Message) -> None:
        """Writes messages, each on its own line or wrapped to several."""
        for message in messages:
            self.write_lines(*self._lines_of(message))

    def write_error(self, message: Message) -> None:
        """Writes an error, in red."""
        self.write_lines(*(self.paint(line, RED) for line in self._lines_of(message)))

    def write_success(self, message: Message) -> None:
        """Writes a success, in green."""
        self.write_lines(*(self.paint(line, GREEN) for line in self._lines_of(message)))

    def _lines_of(self, message: Message) -> list[str]:
        return [self.text(message)] if self.settings.plain else self.wrap(message)

    def page(self, lines: list[str], question: Message) -> None:
        """Writes lines a screenful at a time, with enter between them, then asks the question; any
        other answer than enter goes straight to the end."""
        high = max(2, self.screen.height) - 1 if self.screen else len(lines) or 1
        *first_pages, last = pages(lines, high)
        for page in first_pages:
            self.clear()
            self.write_lines(*page)
            if self.ask(say("Press enter for more, or write q to go back. ")):
                return
        self.clear()
        self.write_lines(*last)
        self.ask(question)

    def take_unread(self) -> list[str]:
        """The lines since the last question, which are to be written again elsewhere."""
        unread, self._unread = self._unread, []
        return unread

    def clear(self) -> None:
        """Clears the screen, if there is one, but keeps the lines since the last question."""
        if self.settings.clears:
            unread, self._clear_code = self.take_unread(), CLEAR
            self.write_lines(*unread)

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, if colours are enabled."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.settings.colour else text

    # --- asking ----------------------------------------------------------------------------

    def ask(self, question: Message) -> str:
        """Asks a question; returns the answer without blanks around it."""
        try:
            answer = self.ask_line(self._prompt(question)).strip()
        except EOFError:
            self.write_lines("")
            raise Leave from None
        self._unread.clear()
        if plain_word(answer) in map(plain_word, EXIT):
            raise Leave
        if answer.lower() in BACK:
            raise Back
        return answer

    def _prompt(self, question: Message) -> str:
        """The question as a prompt, wrapped at words if it is longer than a line."""
        text = self.text(question)
        text = text[:1].upper() + text[1:]
        fits = self.settings.plain or len(text) < self.width
        return text if fits else "\n".join(wrap_painted(text, self.width)) + " "

    def prompt_height(self, question: Message) -> int:
        """The lines that a question and a short answer need."""
        *lines, last = self._prompt(question).split("\n")
        return len(lines) + 1 + (len(last) + SHORT_ANSWER > self.width)

    def ask_until(self, question: Message, read: Callable[[str], T]) -> T:
        """Asks until `read` accepts the answer, and returns its result; shows its errors."""
        while True:
            answer = self.ask(question)
            try:
                return read(answer)
            except TabuleiroError as error:
                self.write_error(error.message)

    def ask_whether(self, question: Message) -> bool:
        """Asks a yes or no question."""
        return self.ask_until(question, read_yes)


def read_yes(answer: str) -> bool:
    """Whether the answer is yes."""
    if answer.lower() not in YES + NO:
        raise TabuleiroError(say("{answer} is neither yes nor no", answer=quote(answer)))
    return answer.lower() in YES


def colour_code(colour: str) -> str:
    """The ANSI code for a CSS colour such as `#24589B`."""
    return "38;2;" + ";".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


def wrap_painted(line: str, width: int, before: str = "") -> list[str]:
    """A line wrapped at words if it is too long, after `before` and indented by its length. Codes
    for colours have no width, and words are never broken."""
    if width_of([before + line]) <= width:
        return [before + line]
    lines, empty = [before], True
    for word in line.split():
        longer = lines[-1] + word if empty else f"{lines[-1]} {word}"
        if empty or width_of([longer]) <= width:
            lines[-1] = longer
        else:
            lines.append(" " * len(before) + word)
        empty = False
    return lines


def width_of(lines: list[str]) -> int:
    """The visible length of the longest line."""
    return max((len(CODES.sub("", line)) for line in lines), default=0)


def pages(lines: list[str], high: int) -> list[list[str]]:
    """The lines in pages of at most that height. A page ends at an empty line, but not below the
    letters above a board, so that pictures stay whole if they fit."""
    found = []
    while len(lines) > high:
        ends = (end for end in range(high, 0, -1) if not lines[end])
        end = next((end for end in ends if not lines[end - 1].startswith(" " * 4)), high)
        found.append(lines[:end])
        lines = lines[end + (not lines[end]) :]
    return [*found, lines]


def height_of(lines: list[str], width: int) -> int:
    """The lines of the screen that lines take up, which may be longer than the width."""
    return sum(max(1, -(-width_of([line]) // width)) for line in lines)
