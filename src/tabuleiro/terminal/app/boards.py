"""The board widget in the app's colours and language, playable or only to look at."""

from tabuleiro.terminal.app.board import BoardWidget
from tabuleiro.terminal.app.keys import app_of, key_bindings


class PlayBoard(BoardWidget):
    """A board to play on."""

    BINDINGS = key_bindings("PlayBoard")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "cancel":
            return bool(self.chooser and self.chooser.touched)
        return action != "touch" or self.chooser is not None

    def on_mount(self) -> None:
        """Takes language and colours from the app, and names of players from the screen."""
        self.translate = getattr(self.screen, "translate_sides", app_of(self).translate)
        self.has_colours = app_of(self).depth > 0
        self.app.theme_changed_signal.subscribe(self, lambda _: self._apply_colours())
        self._apply_colours()

    def _apply_colours(self) -> None:
        self.palette = app_of(self).board_theme


class StaticBoard(PlayBoard, can_focus=False):
    """A board without a cursor, only to look at."""

    def _draw_cursor(self) -> None:
        pass
