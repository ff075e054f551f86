"""What all screens share."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.terminal.app.desk import Desk
from tabuleiro.terminal.app.wording import desk_of, words


class Page(Screen[Any]):
    """A screen that speaks the language of the app and opens others through it."""

    @property
    def desk(self) -> Desk:
        """The app."""
        return desk_of(self)

    def words(self, message: Message) -> str:
        """The message in the language of the app."""
        return words(self, message)

    def complain(self, error: TabuleiroError) -> None:
        """Shows what could not be done, and why."""
        self.notify(self.words(error.message), severity="error", markup=False)

    def action_leave(self) -> None:
        """Goes back to the screen before."""
        self.dismiss()
