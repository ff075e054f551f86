"""The message shown while the terminal is too small."""

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from tabuleiro.core.message import say
from tabuleiro.terminal.app.keys import key_bindings, translated

NEEDED = Size(80, 24)


def too_small(size: Size) -> bool:
    """Whether the terminal is too small for the screens."""
    return size.width < NEEDED.width or size.height < NEEDED.height


class TooSmallScreen(Screen[None]):
    """Says how large the terminal has to be."""

    BINDINGS = key_bindings("TooSmallScreen")

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
