"""Themes: the colour of each name that scenes use, and the signs that go with colours.

A colour `c` of pieces may have `c-edge` (its outline), `c-mark` (signs on it), `c-soft` (ghosts)
and `c-crown`. Without them, a piece has no outline, its signs are in `on-piece`, and its ghost is
a faint copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tabuleiro.core.message import TabuleiroError, say


class ThemeError(TabuleiroError):
    """No theme of that name, or no colour of that name in a theme."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Colours by name: `theme["p1"]` is a CSS colour. `signs` may replace the `hole`, `peg` and
    `centre` of tiles in text pictures."""

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

    def crown(self, colour: str) -> str:
        """The colour of the crown of a king."""
        return self.colours.get(f"{colour}-crown") or self.mark(colour)

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
        return "".join(f"--{token}: {value};\n" for token, value in self.colours.items())


LIGHT = Theme(
    "light",
    MappingProxyType(
        {
            "page": "#F5F3EE", "surface": "#FFFFFF", "sunken": "#EEEBE4", "line": "#DAD5CA",
            "text": "#1D2228", "muted": "#5A616A",
            "board": "#FBFAF7", "cell": "#E9E5DC", "cell-2": "#E0DBD0", "grid": "#A79F8F",
            "mid": "#5B8791", "mid-line": "#4D7680",
            "p1": "#24589B", "p2": "#C24A14", "p3": "#0E7560", "p4": "#5E1F5C",
            "p1-soft": "#CBDAEC", "p2-soft": "#F4D3C2", "p3-soft": "#C3E1D8", "p4-soft": "#E2D0E2",
            "on-piece": "#FFFFFF",
            "touch": "#0B766C", "on-touch": "#FFFFFF", "touch-on-white": "#0B766C",
            "last": "#1D2228", "illegal": "#B3202A", "cursor": "#FFDD33", "on-cursor": "#1D2228",
            "castle": "#4B515A",
            "white": "#FFFFFF", "white-edge": "#1D2228", "white-mark": "#1D2228",
            "white-crown": "#24589B",
            "black": "#1D2228", "black-edge": "#1D2228", "black-mark": "#FFFFFF",
            "black-crown": "#76ADF7",
            "d": "#262A31", "d-edge": "#262A31", "d-mark": "#FFFFFF",
            "r": "#B32D26", "r-edge": "#B32D26", "r-mark": "#FFFFFF",
            "i": "#F2E2B6", "i-edge": "#75653F", "i-mark": "#5A4C2A",
            "g": "#2C8A52", "g-edge": "#2C8A52", "g-mark": "#FFFFFF",
            "b": "#2A62B8", "b-edge": "#2A62B8", "b-mark": "#FFFFFF",
            "w": "#FFFFFF", "w-edge": "#59616C", "w-mark": "#59616C",
        }
    ),
)  # fmt: skip
"""Warm paper, thin lines, flat pieces."""

DARK = Theme(
    "dark",
    MappingProxyType(
        {
            "page": "#13161A", "surface": "#1B1F25", "sunken": "#262C34", "line": "#353C46",
            "text": "#ECEFF2", "muted": "#A2ABB6",
            "board": "#1B1F25", "cell": "#2B323B", "cell-2": "#242A32", "grid": "#6B7684",
            "mid": "#567F89", "mid-line": "#476C75",
            "p1": "#76ADF7", "p2": "#F08C4E", "p3": "#3FC6A2", "p4": "#F3C9F2",
            "p1-soft": "#2C405C", "p2-soft": "#57372A", "p3-soft": "#1E4A42", "p4-soft": "#4C3B50",
            "on-piece": "#10141A",
            "touch": "#56D6C5", "on-touch": "#10141A", "touch-on-white": "#0B766C",
            "last": "#ECEFF2", "illegal": "#FF8A8A", "cursor": "#FFDD33", "on-cursor": "#10141A",
            "castle": "#A7B0BB",
            "white": "#FFFFFF", "white-edge": "#10141A", "white-mark": "#10141A",
            "white-crown": "#24589B",
            "black": "#10141A", "black-edge": "#10141A", "black-mark": "#FFFFFF",
            "black-crown": "#76ADF7",
            "d": "#0B0D10", "d-edge": "#98A2AE", "d-mark": "#FFFFFF",
            "r": "#E2574A", "r-edge": "#E2574A", "r-mark": "#10141A",
            "i": "#F2E2B6", "i-edge": "#F2E2B6", "i-mark": "#4A3E22",
            "g": "#4FBE7F", "g-edge": "#4FBE7F", "g-mark": "#10141A",
            "b": "#5E9DF0", "b-edge": "#5E9DF0", "b-mark": "#10141A",
            "w": "#FFFFFF", "w-edge": "#FFFFFF", "w-mark": "#414954",
        }
    ),
)  # fmt: skip
"""The same style on a dark background."""

CLASSIC = Theme(
    "classic",
    MappingProxyType(
        {
            **LIGHT.colours,
            "p1": "#1B4FD0", "p2": "#C4161C", "p3": "#18803A", "p1-soft": "#CCD9F7",
            "p2-soft": "#F6CFCF", "p3-soft": "#C9E5D1",
            "mid": "#2A8C99", "mid-line": "#20737E",
            "d": "#111111", "d-edge": "#111111",
            "r": "#C4161C", "r-edge": "#C4161C",
            "i": "#FFF6D6", "i-edge": "#6E6340",
            "g": "#1B8A3A", "g-edge": "#1B8A3A",
            "b": "#1B4FD0", "b-edge": "#1B4FD0",
        }
    ),
    MappingProxyType({"hole": "O", "peg": "*", "centre": "@@"}),
)  # fmt: skip
"""The bold colours of the games' first programs."""

COLOUR_BLIND = Theme(
    "colour-blind",
    MappingProxyType(
        {
            **LIGHT.colours,
            "p1": "#0F56C8", "p2": "#C53B00", "p3": "#0B2E22", "p4": "#A8639E",
            "p1-soft": "#C9DAF6", "p2-soft": "#F6D2C0", "p3-soft": "#C6D3CD", "p4-soft": "#EAD7E7",
            "d": "#15181D", "d-edge": "#15181D",
            "r": "#CA1D03", "r-edge": "#CA1D03",
            "i": "#E9C100", "i-edge": "#6B5900", "i-mark": "#2E2600",
            "g": "#3FBA7C", "g-edge": "#1C6B45", "g-mark": "#08170F",
            "b": "#0F4CB4", "b-edge": "#0F4CB4",
        }
    ),
)  # fmt: skip
"""Colours that also differ in brightness, for colour-blind people."""

THEMES = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK, COLOUR_BLIND, CLASSIC)})


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise ThemeError(
            say("{name} is no theme; there are {themes}", name=repr(name), themes=tuple(THEMES))
        )
    return THEMES[name]


SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "p2": "hoop", "p3": "bar", "p4": "cross",
        "d": "square", "r": "triangle", "i": "ring", "g": "diamond", "b": "plus", "w": "star",
    }
)  # fmt: skip
"""The sign of each colour, so that nothing depends on colour alone; `p1` has none."""

FAINT_SIGNS = frozenset({"hoop", "bar", "cross"})
"""The signs of players. They are faint, because they are on every piece."""
