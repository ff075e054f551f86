"""Typing a move in parts: the prompts that a player sees, and how answers are read.

The module `prompts` or `text` of a game has its prompts. For other games, players are asked for the
sites to touch. A player may always write a whole move instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.message import Message, MoveError, UnreadableError, quote, say
from tabuleiro.core.position import Position

NUMBER = re.compile(r"[0-9]{1,2}", re.ASCII)
CELL = re.compile(r"([a-z])([0-9]{1,2})?", re.ASCII | re.IGNORECASE)


# --- prompts -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question for one part of a move.

    `read` takes an answer of one word and returns the next prompt, or the text of the whole move,
    legal or not. It raises UnreadableError if the answer does not have the expected form,
    RestartError if the move has to be entered again, and MoveError for other wrong answers.
    `detail` is a site whose piece should be shown enlarged.
    """

    message: Message
    read: Callable[[str], Prompt | str]
    detail: str | None = None


NextPrompt = Prompt | str
"""What follows an answer: another prompt, or the text of the move."""


class RestartError(MoveError):
    """A wrong answer after which the move has to be entered from the beginning."""


def number_prompt(
    words: Message,
    low: int,
    high: int,
    then: Callable[[int], NextPrompt],
    detail: str | None = None,
) -> Prompt:
    """Asks for a number from `low` to `high`; `then` continues with it."""

    def read(text: str) -> NextPrompt:
        if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
            reason = say(
                "{text} is not valid: write a number from {low} to {high}",
                text=quote(text),
                low=low,
                high=high,
            )
            raise UnreadableError(reason)
        return then(int(text))

    return Prompt(words, read, detail)


def letter_prompt(words: Message, letters: str, then: Callable[[str], NextPrompt]) -> Prompt:
    """Asks for one of several consecutive letters, in upper or lower case."""

    def read(text: str) -> NextPrompt:
        if len(text) != 1 or text.lower() not in letters:
            reason = say(
                "{text} is not valid: write a letter from {first} to {last}",
                text=quote(text),
                first=letters[0],
                last=letters[-1],
            )
            raise UnreadableError(reason)
        return then(text.lower())

    return Prompt(words, read)


def cell_prompt(
    words: Message,
    columns: int,
    rows: int,
    then: Callable[[str], NextPrompt],
    detail: str | None = None,
) -> Prompt:
    """Asks for the letter and number of a cell, together or in turn; `then` gets its name."""
    letters = ascii_lowercase[:columns]

    def read(text: str) -> NextPrompt:
        match = CELL.fullmatch(text)
        letter, number = (match[1].lower(), int(match[2] or 1)) if match else ("?", 0)
        if match is None or letter not in letters or not 1 <= number <= rows:
            reason = say(
                "{text} is not valid: write a letter from a to {column} and a number from "
                "1 to {row}",
                text=quote(text),
                column=letters[-1],
                row=rows,
            )
            raise UnreadableError(reason)
        if match[2]:
            return then(f"{letter}{number}")
        asked = say("Number of the row, 1 to {last}", last=rows)
        return number_prompt(asked, 1, rows, lambda row: then(f"{letter}{row}"), detail)

    return Prompt(words, read, detail)


def plain_instructions(position: Position) -> tuple[Message, ...]:
    """What to do in a game that does not say it."""
    return say("Your turn: choose one of the highlighted places"), say("Choose where it goes")


def prompt_for_sites(position: Position) -> Prompt:
    """Asks for the sites of a move, one after the other. It works for every game."""
    return _site_prompt(Chooser.of(position))


def _site_prompt(chooser: Chooser) -> Prompt:
    sites = chooser.touchable()
    if chooser.touched:
        words = say("Next place of the move, such as {place}", place=sites[0])
    else:
        words = say("First place of the move, such as {place}", place=sites[0])

    def read(text: str) -> NextPrompt:
        site = next((site for site in sites if site.lower() == text.lower()), None)
        chosen = None if site is None else chooser.touch(site)
        if chosen is None:
            reason = say(
                "no legal move continues with {text}: write a place such as {place}",
                text=quote(text),
                place=sites[0],
            )
            raise UnreadableError(reason)
        if chosen.move is None:
            return _site_prompt(chosen)
        return chosen.position.move_text(chosen.move)

    return Prompt(words, read)


# --- a move being typed --------------------------------------------------------------------


class MoveEntryError(MoveError):
    """A wrong answer. Continue with `entry`: the same prompt, or the first one if the parts are not
    a legal move together."""

    def __init__(self, message: Message, entry: MoveEntry) -> None:
        super().__init__(message)
        self.entry = entry


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move being typed: a position in which the game is not over, and the current prompt. It is
    a value: `answer` returns a new one. To cancel, just drop it."""

    position: Position
    prompt: Prompt

    @classmethod
    def of(cls, position: Position) -> MoveEntry:
        """Nothing answered yet."""
        if position.over:
            raise MoveError(say("the game is over"))
        return cls(position, position.game.first_prompt(position))

    @property
    def message(self) -> Message:
        """The text of the current prompt."""
        return self.prompt.message

    @property
    def detail(self) -> str | None:
        """The site whose piece should be shown enlarged, if any."""
        return self.prompt.detail

    def answer(self, text: str) -> MoveEntry | int:
        """The entry with the next prompt, or the legal move once it is complete.

        Several words answer several prompts. A whole legal move is always accepted: in the
        notation, or as the answers to all prompts. Anything else raises MoveEntryError.
        """
        words = text.split()
        if not words:
            raise MoveEntryError(say("you wrote nothing: answer, or write a whole move"), self)
        whole = self._whole_move(words)
        if whole is not None and self.position.explain(whole) is None:
            return self.position.move(whole)
        found = self._found(words, whole)
        if isinstance(found, Prompt):
            return MoveEntry(self.position, found)
        try:
            return self.position.move(found)
        except MoveError as error:
            raise MoveEntryError(error.message, MoveEntry.of(self.position)) from error

    def _found(self, words: Sequence[str], whole: str | None) -> NextPrompt:
        """What follows the words as answers, or the whole move that they are."""
        try:
            return _answer_in_turn(self.prompt, words)
        except UnreadableError as error:
            if whole is None:
                raise MoveEntryError(error.message, self) from error
            return whole
        except RestartError as error:
            raise MoveEntryError(error.message, MoveEntry.of(self.position)) from error
        except MoveError as error:
            raise MoveEntryError(error.message, self) from error

    def _whole_move(self, words: Sequence[str]) -> str | None:
        """The words as the text of a move, legal or not: in the notation, or all answers."""
        if len(words) == 1 and self._has_form_of_move(words[0]):
            return words[0]
        try:
            found = _answer_in_turn(MoveEntry.of(self.position).prompt, words)
        except MoveError:
            return None
        return found if isinstance(found, str) else None

    def _has_form_of_move(self, text: str) -> bool:
        try:
            self.position.game.text.parse_move(self.position, text)
        except UnreadableError:
            return False
        except MoveError:
            pass  # for example, a cell that does not exist
        return True


def _answer_in_turn(question: Prompt, words: Sequence[str]) -> NextPrompt:
    """Answer a prompt and those that follow it with one word each."""
    found: NextPrompt = question
    for word in words:
        if isinstance(found, str):
            raise UnreadableError(say("unexpected word {word}", word=quote(word)))
        found = found.read(word)
    return found
