"""The full-screen app of the terminal."""

from __future__ import annotations

from tabuleiro.play.sitting import Sitting
from tabuleiro.records import Record


def run_app(
    language: str | None = None,
    theme: str | None = None,
    opening: Sitting | Record | None = None,
) -> None:
    """Runs the app until it is left; with a game in progress or a record it opens there."""
    from tabuleiro.records.shelf import data_folder
    from tabuleiro.terminal.app.desk import SETTINGS, Desk
    from tabuleiro.terminal.app.settings import Settings

    folder = data_folder()
    settings = Settings.load(folder / SETTINGS).over(theme, language)
    Desk(settings, folder, opening).run()
