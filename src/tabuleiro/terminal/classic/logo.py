"""The program's name in block letters."""

from tabuleiro.terminal.classic.console import LineConsole, colour_code

LETTERS = {
    "T": ("#####", "  #  ", "  #  ", "  #  ", "  #  "),
    "A": (" ### ", "#   #", "#####", "#   #", "#   #"),
    "B": ("#### ", "#   #", "#### ", "#   #", "#### "),
    "U": ("#   #", "#   #", "#   #", "#   #", " ### "),
    "L": ("#    ", "#    ", "#    ", "#    ", "#####"),
    "E": ("#####", "#    ", "#### ", "#    ", "#####"),
    "I": ("#", "#", "#", "#", "#"),
    "R": ("#### ", "#   #", "#### ", "#  # ", "#   #"),
    "O": (" ### ", "#   #", "#   #", "#   #", " ### "),
}
NAME = "TABULEIRO"
COLOURS = ("p1", "p2")
"""The colours of the letters, in turn."""


def logo_lines(console: LineConsole) -> list[str]:
    """The logo, in colour if colours are enabled."""
    return ["  ".join(_parts(console, row)).rstrip() for row in range(len(LETTERS["T"]))]


def _parts(console: LineConsole, row: int) -> list[str]:
    block = "█" if console.settings.unicode else "#"
    return [
        console.paint(
            LETTERS[letter][row].replace("#", block),
            colour_code(console.settings.theme[COLOURS[place % len(COLOURS)]]),
        )
        for place, letter in enumerate(NAME)
    ]
