"""Messages as text in the language of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tabuleiro.core.message import Message

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from tabuleiro.terminal.app.desk import Desk


def desk_of(node: DOMNode) -> Desk:
    """The app that a screen or widget belongs to."""
    return cast("Desk", node.app)


def words(node: DOMNode, message: Message) -> str:
    """The message in the language of the app."""
    return message.text(desk_of(node).translate)
