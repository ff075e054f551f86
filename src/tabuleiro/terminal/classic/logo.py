"""The program's name in block letters."""

from itertools import cycle

from tabuleiro.terminal.classic.console import LineConsole, colour_code

ROWS = (
    "#####| ### |#### |#   #|#    |#####|#|#### | ### ",
    "  #  |#   #|#   #|#   #|#    |#    |#|#   #|#   #",
    "  #  |#####|#### |#   #|#    |#### |#|#### |#   #",
    "  #  |#   #|#   #|#   #|#    |#    |#|#  # |#   #",
    "  #  |#   #|#### | ### |#####|#####|#|#   #| ### ",
)
COLOURS = ("p1", "p2")
"""The colours of the letters, in turn."""


def logo_lines(console: LineConsole) -> list[str]:
    """The logo, in colour if colours are enabled."""
    block = "█" if console.settings.unicode else "#"
    codes = [colour_code(console.settings.theme[colour]) for colour in COLOURS]
    return [
        "  ".join(map(console.paint, row.replace("#", block).split("|"), cycle(codes))).rstrip()
        for row in ROWS
    ]
