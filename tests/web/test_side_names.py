"""Refusals and pages call players by their colours."""

from __future__ import annotations

from tabuleiro.games import start
from web.serving import Served


def test_refusals_and_the_editor_call_players_by_their_colours(served: Served) -> None:
    ana, rui = served.browser(), served.browser()
    game_id = ana.opens("squex", "me", "open")
    ana.invites(game_id, rui)
    refused = rui.does(game_id, "move", move="d4")
    assert "Blue is to move" in refused.json()["error"]["message"]
    edited = ana.post("editing", json={"position": "squex | " + start("squex").text, "sites": []})
    assert "Player 1" not in edited.text and "Blue" in edited.text
