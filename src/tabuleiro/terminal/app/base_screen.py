"""The base class of the app's screens."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.terminal.app.application import TerminalApp
from tabuleiro.terminal.app.translation import app_of, translated


class BaseScreen(Screen[Any]):
    """A screen that speaks the language of the app and opens others through it."""

    @property
    def terminal_app(self) -> TerminalApp:
        """The app."""
        return app_of(self)

    def translated(self, message: Message) -> str:
        """The message in the language of the app."""
        return translated(self, message)

    def show_error(self, error: TabuleiroError) -> None:
        """Shows what could not be done, and why."""
        self.notify(self.translated(error.message), severity="error", markup=False)

    def action_leave(self) -> None:
        """Goes back to the screen before."""
        self.dismiss()
