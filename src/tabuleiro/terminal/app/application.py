"""The Textual app: settings, saved games, and the game that is open."""

import os
from pathlib import Path
from random import Random
from typing import Any

from textual.app import App
from textual.events import Resize
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from tabuleiro.core.drawing.terminal_colours import ColourDepth, colour_depth
from tabuleiro.core.drawing.theme import COLOUR_BLIND, THEMES, Theme, find_theme
from tabuleiro.core.message import Message, TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.language import find_language, translator
from tabuleiro.play import Setup
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.player_names import NO_COLOURS
from tabuleiro.records import Record
from tabuleiro.records.saved_games import SavedGames, data_folder
from tabuleiro.terminal.app.colour_filter import ColourFilter, colours_of
from tabuleiro.terminal.app.dialogs import TooSmallScreen, too_small
from tabuleiro.terminal.app.game import GameScreen
from tabuleiro.terminal.app.home import HomeScreen
from tabuleiro.terminal.app.keys import HasKeys
from tabuleiro.terminal.app.replay import ReplayScreen
from tabuleiro.terminal.app.settings_screen import AppSettings

DEFAULT_THEME = COLOUR_BLIND.name
SETTINGS_FILE = "settings.json"
INTERRUPTED = 130
MOVE_SECONDS = 0.4
"""The minimum number of seconds for a computer player's move, so that people can follow."""


class TerminalApp(HasKeys, App[None]):
    """The full-screen app. `opening` is a game to show instead of the home screen, or a record to
    replay; the app ends with the replay. `pace` is the minimum number of seconds for a computer
    player's move."""

    CSS_PATH = Path(__file__).with_name("app.tcss")
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 - as in Textual
    TITLE = "Tabuleiro"

    def __init__(
        self,
        settings: AppSettings,
        folder: Path | None = None,
        opening: LocalGame | Record | None = None,
        chance: Random | None = None,
        pace: float = MOVE_SECONDS,
        depth: ColourDepth = ColourDepth.full,
    ) -> None:
        super().__init__()
        self.depth = depth
        self._colour_filter = ColourFilter(depth)
        self.folder = folder or data_folder()
        self.saved_games = SavedGames(self.folder / "games", on_warning=self.show_warning)
        self.chance = chance or Random()
        self.opening = opening
        self.pace = pace
        self.settings = settings
        for theme in THEMES.values():
            self.register_theme(colours_of(theme))
        self._apply_settings(settings)

    # --- language and colours ----------------------------------------------------------------

    def _apply_settings(self, settings: AppSettings) -> None:
        self.settings = settings
        self.translate = translator(self.language)
        self.theme = settings.theme or DEFAULT_THEME

    @property
    def language(self) -> str:
        """The language of the settings, else that of the system."""
        return find_language(self.settings.language or None, os.environ)

    @property
    def board_theme(self) -> Theme:
        return find_theme(self.theme)

    @property
    def side_theme(self) -> str:
        """The theme whose colours are the names of the players, if the terminal can show them."""
        return self.theme if self.depth >= ColourDepth.many else NO_COLOURS

    def get_line_filters(self) -> list[LineFilter]:
        """Those of Textual, except that for NO_COLOR, which still uses greys."""
        found = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*found, self._colour_filter] if self._colour_filter.enabled else found

    def change_settings(self, settings: AppSettings) -> None:
        self._apply_settings(settings)
        try:
            settings.save(self.folder / SETTINGS_FILE)
        except TabuleiroError as error:
            self.show_warning(error.message)

    def show_warning(self, message: Message) -> None:
        self.notify(message.text(self.translate), severity="warning", markup=False, timeout=8)

    def action_interrupt(self) -> None:
        """Ends the program, with the exit code of every command that Ctrl-C ends."""
        self.exit(return_code=INTERRUPTED)

    # --- screens -----------------------------------------------------------------------------

    def get_default_screen(self) -> Screen[Any]:
        return HomeScreen()

    def on_mount(self) -> None:
        if isinstance(self.opening, Record):
            self.push_screen(ReplayScreen(self.opening), lambda _: self.exit())
        elif self.opening:
            self.open_game(self.opening)

    def on_resize(self, event: Resize) -> None:
        """Shows or hides the message that the terminal is too small."""
        shown = isinstance(self.screen, TooSmallScreen)
        if too_small(event.size) and not shown:
            self.push_screen(TooSmallScreen())
        elif shown and not too_small(event.size):
            self.pop_screen()

    def start_game(self, start: Position, setup: Setup) -> None:
        """Starts a new game and opens it."""
        self.open_game(LocalGame.new(start, setup, self.saved_games, self.chance))

    def open_game(self, local_game: LocalGame) -> None:
        """Opens a game in progress, instead of the one that is open."""
        self.go_home()
        self.push_screen(GameScreen(local_game))

    def go_home(self) -> None:
        """Closes all screens but the home screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()


def run_app(
    language: str | None = None,
    theme: str | None = None,
    opening: LocalGame | Record | None = None,
    colour: bool | None = None,
) -> int:
    """Runs the app; it can open with a game in progress or a record. Without `colour`, the terminal
    tells whether it has colours. Returns the exit code."""
    folder = data_folder()
    settings = AppSettings.load(folder / SETTINGS_FILE).over(theme, language)
    depth = colour_depth(os.environ)
    if colour is not None:
        depth = (depth or ColourDepth.few) if colour else ColourDepth.none
    app = TerminalApp(settings, folder, opening, depth=depth)
    app.run()
    return app.return_code or 0
