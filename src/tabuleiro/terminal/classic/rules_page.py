"""The rules of a game, shown as a page of lines."""

from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import rulebook
from tabuleiro.terminal.classic.boards import theme_for
from tabuleiro.terminal.classic.console import LineConsole
from tabuleiro.terminal.rules import RulesPage


def show_rules(console: LineConsole, game: Game[Any]) -> None:
    """Shows the rules, a screenful at a time, and waits for enter."""
    settings = console.settings
    page = RulesPage(
        console.width,
        settings.unicode,
        settings.colour,
        theme_for(settings.theme, game),
        console.translate,
        pictures=not settings.plain,
        height=console.room.height - 2,
    )
    lines = page.lines(rulebook(game, console.language, console.translate))
    console.page(lines, say("Press enter to go back. "))
