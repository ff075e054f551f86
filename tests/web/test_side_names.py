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
    ("language", "moves", "said"),
    [
        ("en", ["d4", "e5"], "Player 2: d4, e5"),
        ("en", ["d4"] * 9, "Player 2 made 9 moves"),
        ("pt", ["d4", "e5"], "Jogador 2: d4, e5"),
        ("pt", ["d4"] * 9, "Jogador 2 fez 9 jogadas"),
    ],
)
def test_moves_in_a_row_are_listed_or_counted_in_whole_sentences(
    language: str, moves: list[str], said: str
) -> None:
    assert list_turn(1, moves).text(translator(language)) == said
