"""Textual themes made from the board themes."""

from textual.color import Color
from textual.theme import Theme as Colours

from tabuleiro.core.drawing.theme import Theme


def colours_of(theme: Theme) -> Colours:
    """The Textual theme that goes with a board theme."""
    page = theme["page"]
    return Colours(
        name=theme.name,
        primary=theme["touch"],
        secondary=theme["muted"],
        accent=theme["touch"],
        warning=theme["p2"],
        error=theme["illegal"],
        success=theme["p3"],
        foreground=theme["text"],
        background=page,
        surface=theme["surface"],
        panel=theme["sunken"],
        dark=Color.parse(page).brightness < 0.5,
        variables={
            "muted": theme["muted"],
            "line": theme["line"],
            "board": theme["board"],
            "on-accent": theme["on-touch"],
        },
    )
