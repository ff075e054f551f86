"""The Unicode and ASCII characters used to draw boards as text."""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tabuleiro.core.scene import MarkKind, Piece, PieceShape, SiteShape


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters; see Canvas for `joints` and `slants`.

    `heavy` are a horizontal and a vertical line, `free` the empty sites by shape. `centre` is the
    middle of a tile, for the plain colour and for any other. `shade` darkens empty cells,
    `low_line` leads to a handle between two rows. `paired_pegs` are holes of a small tile above
    each other (with no peg, in the upper one, the lower one, both), `middle_pegs` those of its
    middle row. `pieces` are by shape and colour, `crowns` (kings) by colour; a piece without a
    sign shows its letter.
    """

    joints: str
    slants: str
    heavy: str
    free: Mapping[SiteShape, str]
    touch: str
    ghost: str
    passed: str
    arrow: str
    peg: str
    hole: str
    open_hole: str
    centre: str
    shade: str
    low_line: str
    paired_pegs: str
    middle_pegs: str
    pieces: Mapping[PieceShape, Mapping[str, str]]
    crowns: Mapping[str, str]

    def sign(self, shape: PieceShape, colour: str, crown: bool = False) -> str:
        """The sign of a piece; empty if there is none."""
        return (self.crowns if crown else self.pieces.get(shape, {})).get(colour, "")

    def of(self, piece: Piece) -> str:
        """The sign or letter of a piece."""
        if piece.figure and self.pieces:
            return piece.figure.sign or piece.letter
        return self.sign(piece.shape, piece.colour, piece.crown) or piece.letter


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
