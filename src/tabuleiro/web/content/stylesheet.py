"""The CSS variables of the colour themes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tabuleiro.core.drawing.theme import DARK, LIGHT, THEMES, Theme
from tabuleiro.core.message import Message, say

SYSTEM = "system"
"""The theme that is light or dark like the reader's system."""

THEME_NAMES: Mapping[str, Message] = {
    SYSTEM: say("as the system"),
    "light": say("light"),
    "dark": say("dark"),
    "colour-blind": say("colour-blind safe"),
    "classic": say("classic"),
}


@cache
def themes_css() -> str:
    """The tokens of every theme as CSS variables, chosen by `data-theme` on the root."""
    rules = [_rule(":root", LIGHT)]
    rules += [_rule(f":root[data-theme={name}]", theme) for name, theme in THEMES.items()]
    rules += map(_tone, LIGHT.colours)
    dark = _rule(f":root[data-theme={SYSTEM}]", DARK)
    return "".join((*rules, f"@media (prefers-color-scheme: dark) {{\n{dark}}}\n"))


def _rule(selector: str, theme: Theme) -> str:
    scheme, shadow = ("dark", ".5") if theme is DARK else ("light", ".18")
    shade = f"--shadow: rgb(0 0 0 / {shadow})"
    return f"{selector} {{\ncolor-scheme: {scheme};\n{shade};\n{theme.declarations()}}}\n"


def _tone(token: str) -> str:
    """The CSS class of a colour: its fill, its outline, and the text on it."""
    mark = f"var(--{token}-mark, var(--on-piece))"
    edge = f"var(--{token}-edge, var(--{token}))"
    return f".tone-{token} {{ --tone: var(--{token}); --edge: {edge}; --mark: {mark}; }}\n"
