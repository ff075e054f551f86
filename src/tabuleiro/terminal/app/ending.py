"""How a game at a table ended, in sentences."""

from __future__ import annotations

from tabuleiro.core.message import Message
from tabuleiro.core.scene import end_caption
from tabuleiro.play import Table
from tabuleiro.play.finish import places_in_words


def ending_lines(table: Table) -> list[Message]:
    """Who has won and why; with more than two players, the places. Nothing while it goes on."""
    finish = table.finish
    if finish is None:
        return []
    view, position = table.position.game.view, table.position
    if finish.ending == "rules":
        lines = [*view.result(position), view.score(position)]
    else:
        reason = finish.reason()
        lines = [end_caption(finish.winners), *([reason] if reason else [])]
    return lines + (places_in_words(finish) if position.players > 2 else [])
