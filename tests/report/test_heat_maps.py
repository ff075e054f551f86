"""Heat maps: tints and figures on the board of any game."""

from __future__ import annotations

from typing import Any

from tabuleiro.core.drawing.pixels import mixed
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.game import Game
from tabuleiro.games import start
from tabuleiro.report.charts import heat_map, tint_name, touch_shares, with_heat_tints
from tabuleiro.report.sample_schedule import Touch, Trace


def test_a_site_is_counted_once_a_game_however_often_it_is_touched() -> None:
    traces = [
        Trace((9,), (Touch(0, ("a1", "b2")), Touch(0, ("a1",)), Touch(1, ("c3",)))),
        Trace((9,), (Touch(0, ("a1",)),)),
    ]
    assert touch_shares(traces, 0) == {"a1": 1.0, "b2": 0.5}
    assert touch_shares(traces, 1) == {"c3": 0.5}


def test_the_most_touched_site_has_the_full_tint_and_its_share_in_figures() -> None:
    drawn = heat_map(start("squex").scene(), {"a1": 0.4, "b2": 0.2, "c3": 0.001}, 1)
    tones = {site.name: site.tone for site in drawn.sites}
    assert (tones["a1"], tones["b2"]) == (tint_name(1, 10), tint_name(1, 5))
    assert tones["c3"] == tones["d4"]
    assert [(mark.sites, mark.text) for mark in drawn.marks] == [(("a1",), "40"), (("b2",), "20")]


def test_sites_beside_the_board_are_passed_over() -> None:
    drawn = heat_map(start("squex").scene(), {"nowhere": 1.0, "a1": 0.5}, 0)
    assert [mark.sites for mark in drawn.marks] == [("a1",)]


def test_every_game_can_be_drawn_in_both_themes(game: Game[Any]) -> None:
    position = game.start()
    shares = {step[0]: 0.5 for move in position.legal_moves() for step in position.steps(move)}
    drawn = heat_map(position.scene(), shares, 0)
    for theme in (LIGHT, DARK):
        assert with_heat_tints(theme)[tint_name(0, 10)] in draw_svg(drawn, with_heat_tints(theme))


def test_colours_are_mixed_channel_by_channel() -> None:
    assert mixed("#000000", "#FF8000", 0.5) == "#804000"
    assert mixed("#102030", "#A0B0C0", 0.0) == "#102030"
