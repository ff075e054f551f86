"""The colours of the themes as CSS."""

from __future__ import annotations

from tabuleiro.games import games
from tabuleiro.web.content.stylesheet import themes_css


def test_the_classic_theme_has_the_colours_of_each_first_program() -> None:
    css = themes_css()
    for game in games().values():
        _, rule, rest = css.partition(f':root[data-theme=classic] [data-board="{game.id}"] {{')
        colours = game.classic_look.colours
        assert bool(rule) == bool(colours)
        for token, colour in colours.items():
            assert f"--{token}: {colour};" in rest.partition("}")[0]
