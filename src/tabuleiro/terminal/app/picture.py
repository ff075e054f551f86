"""The board in the colours and the language of the app."""

from __future__ import annotations

from tabuleiro.core.message import say
from tabuleiro.terminal.app.board import Board
from tabuleiro.terminal.app.keys import keys
from tabuleiro.terminal.app.wording import desk_of


class PlayBoard(Board):
    """The board that a game is played on."""

    BINDINGS = keys(("enter,space", "touch", say("Touch")), ("escape", "cancel", say("Cancel")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "cancel":
            return bool(self.chooser and self.chooser.touched)
        return action != "touch" or self.chooser is not None

    def on_mount(self) -> None:
        """Follows the app."""
        self.translate = desk_of(self).translate
        self.app.theme_changed_signal.subscribe(self, lambda _: self._take_colours())
        self._take_colours()

    def _take_colours(self) -> None:
        self.palette = desk_of(self).board_theme


class Picture(PlayBoard, can_focus=False):
    """A board only to look at: it has no cursor."""

    def _lay_cursor(self) -> None:
        pass
