"""How a game ended, in sentences for the app."""

from __future__ import annotations

from tabuleiro.core.message import Message
from tabuleiro.core.scene import end_caption
from tabuleiro.core.wording import scores_in_words
from tabuleiro.play import Table
from tabuleiro.play.finish import REASONS, finish_in_words, places_in_words
from tabuleiro.records import Record


def ending_lines(table: Table) -> list[Message]:
    """Who has won and why, with more than two players also the ranking; empty while the game goes
    on."""
    finish = table.finish
    if finish is None:
        return []
    position = table.position
    said = finish_in_words(finish)
    if table.ended_by_rules:
        said = [*position.game.view.describe_result(position), scores_in_words(position)]
    return said + places_in_words(finish)


def ending_of_record(record: Record) -> list[Message]:
    """Who has won a recorded game and why, if the last position does not show it."""
    if record.result == "none" or record.final.over:
        return []
    everybody = range(len(record.players))
    winners = [each for each in everybody if record.result in {f"p{each + 1}win", "draw"}]
    reason = next((REASONS[each] for each in REASONS if each == record.headers.get("Ending")), None)
    return [end_caption(tuple(winners)), *([reason] if reason else [])]
