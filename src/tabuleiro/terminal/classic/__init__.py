"""The line-by-line interface: classic with menus and boards, plain for screen readers and pipes."""

from __future__ import annotations

from tabuleiro.terminal.classic.console import ConsoleSettings, LineConsole
from tabuleiro.terminal.classic.line_app import LineApp, new_local_game, resume_local_game
from tabuleiro.terminal.classic.setup_questions import command_answers

__all__ = [
    "ConsoleSettings",
    "LineApp",
    "LineConsole",
    "command_answers",
    "new_local_game",
    "resume_local_game",
]
