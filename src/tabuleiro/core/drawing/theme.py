"""Themes: the colour of each name that scenes use, and the signs that go with colours.

The colours are in `themes.toml`, where a theme comes after its base. A colour `c` of pieces may
have `c-edge` (its outline), `c-mark` (signs on it), `c-soft` (ghosts) and `c-emblem`. Without them,
a piece has no outline, its signs are in `on-piece`, and its ghost is a faint copy.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tabuleiro.core.message import Message, TabuleiroError, say


class ThemeError(TabuleiroError):
    """No theme of that name, or no colour of that name in a theme."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Colours by name: `theme["p1"]` is a CSS colour. `signs` may replace the `dot`, `full_dot`
    and `centre` of panels in text pictures."""

    name: str
    colours: Mapping[str, str]
    signs: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, token: str) -> str:
        try:
            return self.colours[token]
        except KeyError:
            raise ThemeError(
                say("the theme {theme} has no colour {token}", theme=self.name, token=repr(token))
            ) from None

    def edge(self, colour: str) -> str:
        """The colour of the outline of a piece."""
        return self.colours.get(f"{colour}-edge") or self[colour]

    def mark(self, colour: str) -> str:
        """The colour of signs on a piece."""
        return self.colours.get(f"{colour}-mark") or self["on-piece"]

    def emblem(self, colour: str) -> str:
        """The colour of the emblem of a piece."""
        return self.colours.get(f"{colour}-emblem") or self.mark(colour)

    def soft(self, colour: str) -> str | None:
        """The colour of the ghost of a piece, if the theme has one."""
        return self.colours.get(f"{colour}-soft")

    def tint(self, tone: str, *, band: bool) -> str:
        """The name of a line's colour in text. A band has its own tone. A thin line has a colour
        only if the theme has `<tone>-tint`."""
        if band:
            return tone
        return f"{tone}-tint" if f"{tone}-tint" in self.colours else ""

    def over(self, colours: Mapping[str, str]) -> Theme:
        """The same theme with some of its colours replaced."""
        return Theme(self.name, {**self.colours, **colours}, self.signs)

    def variables(self) -> Theme:
        """The same theme with CSS variables as colours, for a page that declares them."""
        return Theme(self.name, {token: f"var(--{token})" for token in self.colours})

    def declarations(self) -> str:
        """The CSS declarations for a page that draws with `variables`."""
        return css(self.colours)


def css(colours: Mapping[str, str]) -> str:
    """Colours by name as CSS declarations."""
    return "".join(f"--{token}: {value};\n" for token, value in colours.items())


def _read_themes() -> dict[str, Theme]:
    """The themes of `themes.toml`."""
    data = tomllib.loads(Path(__file__).with_name("themes.toml").read_text("utf-8"))
    bases = {
        name: data[entry["base"]]["colours"] for name, entry in data.items() if "base" in entry
    }
    return {
        name: Theme(name, bases.get(name, {}) | entry["colours"], entry.get("signs", {}))
        for name, entry in data.items()
    }


THEMES: Mapping[str, Theme] = _read_themes()
LIGHT, DARK, CLASSIC = THEMES["light"], THEMES["dark"], THEMES["classic"]
COLOUR_BLIND, COLOUR_BLIND_DARK = THEMES["colour-blind"], THEMES["colour-blind-dark"]
DARK_THEMES = (DARK, COLOUR_BLIND_DARK)
THEME_TITLES: Mapping[str, Message] = {
    "light": say("Light"),
    "dark": say("Dark"),
    "colour-blind": say("Colour-blind safe"),
    "colour-blind-dark": say("Colour-blind safe, dark"),
    "classic": say("Classic"),
}


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        unknown = say(
            "there is no theme {name}: the themes are {themes}",
            name=repr(name),
            themes=tuple(THEMES),
        )
        raise ThemeError(unknown)
    return THEMES[name]


SIGNS: Mapping[str, str] = {
    "p2": "hoop", "p3": "bar", "p4": "cross",
    "d": "square", "r": "triangle", "i": "ring", "g": "diamond", "b": "plus", "w": "star",
}  # fmt: skip
"""The sign of each colour, so that nothing depends on colour alone; `p1` has none."""

FAINT_SIGNS = frozenset({"hoop", "bar", "cross"})
"""The signs of players. They are faint, because they are on every piece."""
