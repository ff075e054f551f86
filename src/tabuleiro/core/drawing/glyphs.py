"""The Unicode and ASCII characters used to draw boards as text."""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tabuleiro.core.scene import MarkKind, Piece, SiteShape


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters; see Canvas for `joints` and `slants`.

    `heavy` are a horizontal and a vertical line, `free` the empty sites by shape. `centre` is the
    middle of a panel, for the plain colour and for any other. `shade` darkens empty cells,
    `low_line` leads to a handle between two rows. `paired_dots` are dots of a small panel above
    each other (none is full, the upper one, the lower one, both), `middle_dots` those of its
    middle row. `bands` are the ends of a band by its colour. With `signs`, pieces show theirs if
    they have one, otherwise their letter.
    """

    joints: str
    slants: str
    heavy: str
    free: Mapping[SiteShape, str]
    touch: str
    ghost: str
    passed: str
    arrow: str
    full_dot: str
    dot: str
    open_dot: str
    centre: str
    shade: str
    low_line: str
    paired_dots: str
    middle_dots: str
    bands: Mapping[str, str]
    signs: bool

    def of(self, piece: Piece) -> str:
        """The sign or letter of a piece."""
        return (self.signs and piece.sign) or piece.letter


_SETS = tomllib.loads(Path(__file__).with_name("glyphs.toml").read_text("utf-8"))
UNICODE, ASCII = Glyphs(**_SETS["unicode"]), Glyphs(**_SETS["ascii"])

BRACKETS: tuple[tuple[MarkKind, tuple[str, str]], ...] = (
    ("selected", ("<", ">")),
    ("last", ("[", "]")),
    ("origin", ("(", ")")),
    ("path", ("{", "}")),
    ("cut", ("", "!")),
)
"""The characters left and right of a marked site. Of several marks, the first one here counts."""

LIKENESS = str.maketrans(
    {
        "×": "x", "–": "-", "—": "-", "−": "-", "·": ".", "…": "...", "→": "->", "°": "deg",
        "\u2018": "'", "\u2019": "'", "“": '"', "”": '"', "ß": "ss",
    }
)  # fmt: skip


def to_ascii(text: str) -> str:
    """The text in ASCII: accents are dropped, unknown characters become `?`."""
    folded = unicodedata.normalize("NFKD", text.translate(LIKENESS))
    return "".join(
        letter if letter.isascii() else "?"
        for letter in folded
        if not unicodedata.combining(letter)
    )
