"""Messages translated for a widget of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tabuleiro.core.message import Message
from tabuleiro.language import Translate

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from tabuleiro.terminal.app.application import TerminalApp


def app_of(node: DOMNode) -> TerminalApp:
    """The app that a screen or widget belongs to."""
    return cast("TerminalApp", node.app)


def translated(node: DOMNode, message: Message) -> str:
    """The message in the language of the app, with the names of players that the screen has."""
    translate: Translate = getattr(node.screen, "translate", app_of(node).translate)
    return message.text(translate)
