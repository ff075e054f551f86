"""The CSS variables of the colour themes."""

from collections.abc import Mapping
from functools import cache

from tabuleiro.core.drawing.theme import (
    CLASSIC,
    DARK,
    DARK_THEMES,
    LIGHT,
    THEME_TITLES,
    THEMES,
    Theme,
    css,
)
from tabuleiro.core.message import Message, say
from tabuleiro.games import games

SYSTEM = "system"
"""The theme that is light or dark like the reader's system."""

THEME_NAMES: Mapping[str, Message] = {SYSTEM: say("System"), **THEME_TITLES}


@cache
def themes_css() -> str:
    """The tokens of every theme as CSS variables, chosen by `data-theme` on the root. The classic
    theme has the colours of the first program of a game inside `data-board`."""
    rules = [_rule(":root", LIGHT)]
    rules += [_rule(f":root[data-theme={name}]", theme) for name, theme in THEMES.items()]
    rules += [
        f':root[data-theme={CLASSIC.name}] [data-board="{game.id}"] {{\n{css(colours)}}}\n'
        for game in games().values()
        if (colours := game.classic_look.colours)
    ]
    rules += map(_tone, LIGHT.colours)
    dark = _rule(f":root[data-theme={SYSTEM}]", DARK)
    return "".join((*rules, f"@media (prefers-color-scheme: dark) {{\n{dark}}}\n"))


def _rule(selector: str, theme: Theme) -> str:
    scheme, shadow = ("dark", ".5") if theme in DARK_THEMES else ("light", ".18")
    shade = f"--shadow: rgb(0 0 0 / {shadow})"
    return f"{selector} {{\ncolor-scheme: {scheme};\n{shade};\n{theme.declarations()}}}\n"


def _tone(token: str) -> str:
    """The CSS class of a colour: its fill, its outline, and the text on it."""
    mark = f"var(--{token}-mark, var(--on-piece))"
    edge = f"var(--{token}-edge, var(--{token}))"
    return f".tone-{token} {{ --tone: var(--{token}); --edge: {edge}; --mark: {mark}; }}\n"
