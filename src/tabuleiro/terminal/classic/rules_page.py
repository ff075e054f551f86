"""The rules of a game, shown as a page of lines."""

from __future__ import annotations

from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.games import rulebook
from tabuleiro.terminal.classic.boards import theme_for
from tabuleiro.terminal.classic.console import LineConsole
from tabuleiro.terminal.rules import rules_lines


def show_rules(screen: LineConsole, game: Game[Any]) -> None:
    """Shows the rules and waits for enter."""
    manner = screen.settings
    lines = rules_lines(
        rulebook(game, screen.language, screen.translate),
        manner.width,
        unicode=manner.unicode,
        colour=manner.colour,
        theme=theme_for(manner.theme, game),
        translate=screen.translate,
        pictures=not manner.plain,
    )
    screen.clear()
    screen.write_lines(*lines)
    screen.wait_for_enter(say("Press enter to go back. "))
