"""The colours of the app: Textual themes from board themes, also on terminals with few colours."""

from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as PageColour
from textual.filter import LineFilter
from textual.theme import Theme as Colours

from tabuleiro.core.drawing.glyphs import UNICODE
from tabuleiro.core.drawing.pixels import QUADRANTS, Cell, contrast
from tabuleiro.core.drawing.terminal_colours import ColourDepth, nearest, nearest_pair
from tabuleiro.core.drawing.theme import Theme

STRONG = 2.2
"""Without colours, a background with more contrast to the page is shown in reverse."""


class ColourFilter(LineFilter):
    """Replaces colours by the nearest that the terminal has. Without colours, strong backgrounds
    are reversed."""

    def __init__(self, depth: ColourDepth) -> None:
        super().__init__(enabled=depth is not ColourDepth.full)
        self.depth = depth

    def apply(self, segments: list[Segment], background: PageColour) -> list[Segment]:
        page = background.hex6
        return [
            Segment(text, style and reduced(style, page, self.depth, is_shape(text)), control)
            for text, style, control in segments
        ]


def is_shape(text: str) -> bool:
    """Whether a text has no letters: its colours may then be alike."""
    return not text.strip(QUADRANTS)


def without_colours(cell: Cell, ground: str) -> Cell:
    """A cell of a board for a terminal without colours: faint shapes are shaded."""
    ink, paper = (contrast(colour, ground) >= STRONG for colour in (cell.ink, cell.paper))
    if cell.letter not in QUADRANTS or ink != paper:
        return cell
    return cell._replace(letter=" " if paper or cell.paper == ground else UNICODE.shade)


@lru_cache(maxsize=4096)
def reduced(style: Style, page: str, depth: ColourDepth, shape: bool) -> Style:
    """A style with the nearest colours, or without any."""
    paper = style.bgcolor.get_truecolor().hex if style.bgcolor else page
    ink = style.color.get_truecolor().hex if style.color else paper
    if depth is ColourDepth.none:
        plain = Style(color="default", bgcolor="default", dim=False)
        reverse = bool(style.reverse) != (contrast(paper, page) >= STRONG)
        return style + plain + Style(reverse=reverse)
    first, second = nearest_pair(ink, paper, depth)
    if shape:
        first = nearest(ink, depth)
    return style + Style.from_color(Color.from_ansi(first), Color.from_ansi(second))


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
        dark=PageColour.parse(page).brightness < 0.5,
        variables={
            "muted": theme["muted"],
            "line": theme["line"],
            "board": theme["board"],
            "on-accent": theme["on-touch"],
        },
    )
