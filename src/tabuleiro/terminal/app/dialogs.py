"""Dialogs: yes or no, a line of text, and the message while the terminal is too small."""

from collections.abc import Callable, Sequence
from typing import Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Label, Static

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.terminal.app.keys import HasKeys, KeyLine, translated


class AnswerButton(HasKeys, Button):
    """A button of a dialog."""


Answer = Literal["yes", "no"]


class ConfirmDialog(HasKeys, ModalScreen[bool | None]):
    """A yes or no question; escape closes it without an answer, enter gives the default one."""

    def __init__(self, question: Message, default: Answer = "yes") -> None:
        super().__init__()
        self.question = question
        self.default = default

    def on_mount(self) -> None:
        self.query_one(f"#{self.default}").focus()

    def compose(self) -> ComposeResult:
        yes, no = say("Yes"), say("No")
        with Vertical(classes="dialog"):
            yield Label(translated(self, self.question), markup=False)
            with Horizontal():
                yield AnswerButton(translated(self, yes), id="yes", compact=True)
                yield AnswerButton(translated(self, no), id="no", compact=True)
        yield KeyLine()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool | None) -> None:
        self.dismiss(yes)


Check = Callable[[str], Message | None]
"""Returns what is wrong with a text; None if it is fine."""


def error_message(call: Callable[[str], object], text: str) -> Message | None:
    """The error that a call raises for a text; None if there is none."""
    try:
        call(text)
    except TabuleiroError as error:
        return error.message
    return None


class LineInput(HasKeys, Input):
    """An input for a line of text."""


class TextDialog(HasKeys, ModalScreen[str | None]):
    """A question answered by a line of text. It shows the reason until `check` accepts the text;
    escape closes it without an answer. `known` texts are suggested while typing."""

    def __init__(
        self, question: Message, check: Check, given: str = "", known: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.question = question
        self.check = check
        self.given = given
        self.known = known

    def compose(self) -> ComposeResult:
        suggester = SuggestFromList(self.known, case_sensitive=False) if self.known else None
        with Vertical(classes="dialog"):
            yield Label(translated(self, self.question), markup=False)
            yield LineInput(self.given, suggester=suggester)
            yield Label("", id="reason", markup=False)
        yield KeyLine()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        reason = self.check(text) if text else None
        if reason:
            self.query_one("#reason", Label).update(translated(self, reason))
        else:
            self.dismiss(text or None)

    def action_give_up(self) -> None:
        self.dismiss(None)


# --- too small a terminal -------------------------------------------------------------------

NEEDED = Size(80, 24)


def too_small(size: Size) -> bool:
    """Whether the terminal is too small for the screens."""
    return size.width < NEEDED.width or size.height < NEEDED.height


class TooSmallScreen(HasKeys, Screen[None]):
    """Says how large the terminal has to be."""

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def on_screen_resume(self) -> None:
        """Closes if the terminal has grown while a dialog was on top."""
        if not too_small(self.app.size):
            self.dismiss()

    def on_resize(self) -> None:
        """Updates the size in the message."""
        text = say(
            "Please make the terminal larger: {width} × {height} characters are needed, and it has "
            "{columns} × {rows}. The game waits. q quits.",
            width=NEEDED.width,
            height=NEEDED.height,
            columns=self.app.size.width,
            rows=self.app.size.height,
        )
        self.query_one(Static).update(translated(self, text))
