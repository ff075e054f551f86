"""How a game at a table ended, in sentences."""

from __future__ import annotations

from tabuleiro.core.message import Message
from tabuleiro.core.telling import scores_in_words
from tabuleiro.play import Table
from tabuleiro.play.finish import finish_in_words, places_in_words


def ending_lines(table: Table) -> list[Message]:
    """Who has won and why; with more than two players, the places. Nothing while it goes on."""
    finish = table.finish
    if finish is None:
        return []
    position = table.position
    said = finish_in_words(finish)
    if table.ends_as_ruled:
        said = [*position.game.view.result(position), scores_in_words(position)]
    return said + places_in_words(finish)
