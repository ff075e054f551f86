"""The full-screen app of the terminal."""

from __future__ import annotations

from tabuleiro.play.local_game import LocalGame
from tabuleiro.records import Record


def run_app(
    language: str | None = None,
    theme: str | None = None,
    opening: LocalGame | Record | None = None,
) -> None:
    """Runs the app; it can open with a game in progress or a record."""
    from tabuleiro.records.saved_games import data_folder
    from tabuleiro.terminal.app.application import SETTINGS_FILE, TerminalApp
    from tabuleiro.terminal.app.settings import AppSettings

    folder = data_folder()
    settings = AppSettings.load(folder / SETTINGS_FILE).over(theme, language)
    TerminalApp(settings, folder, opening).run()
