"""Refusals and pages call players by their colours."""

from __future__ import annotations

import pytest

from tabuleiro.games import start
from tabuleiro.language import translator
from tabuleiro.web.games.state import list_turn
from web.serving import Served


def test_refusals_and_the_editor_call_players_by_their_colours(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens("squex", "me", "open")
    ana.invites(game_id, rui)
    refused = rui.does(game_id, "move", move="d4")
    assert "Blue is to move" in refused.json()["error"]["message"]
    edited = ana.post("editing", json={"position": "squex | " + start("squex").text, "sites": []})
    assert "Player 1" not in edited.text and "Blue" in edited.text


@pytest.mark.parametrize(
    ("language", "own", "moves", "said"),
    [
        ("en", True, ["d4", "e5"], "You: d4, e5"),
        ("en", False, ["d4"] * 9, "Player 2 made 9 moves"),
        ("pt", True, ["d4", "e5"], "As suas jogadas: d4, e5"),
        ("pt", True, ["d4"] * 9, "Fez 9 jogadas"),
    ],
)
def test_moves_in_a_row_are_listed_or_counted_in_whole_sentences(
    language: str, own: bool, moves: list[str], said: str
) -> None:
    assert list_turn(1, own, moves).text(translator(language)) == said
