"""Handmade scenes: one for every shape, mark and layout of a scene."""

from __future__ import annotations

import math

from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import (
    BLOCK,
    CELL,
    DISC,
    Area,
    Form,
    Label,
    Line,
    Link,
    Mark,
    Piece,
    Scene,
    Site,
    SiteShape,
    Supply,
    cell_labels,
    player_name,
    turn_caption,
)
from tabuleiro.games.control_v.view import TOWER
from tabuleiro.games.eigenstate.editing import PIN
from tabuleiro.games.eigenstate.view import PITCH, TILE
from tabuleiro.games.fuse.view import KING
from tabuleiro.games.lyngk.view import COUNTER
from tabuleiro.games.squex import GAME as SQUEX

FORMS = (CELL, BLOCK, DISC, KING, COUNTER, TOWER, TILE, PIN)
SIGNS = {
    CELL: {"p1": "●", "p2": "○", "p3": "▲", "p4": "△"},
    BLOCK: {"p1": "■", "p2": "□", "p3": "▲", "p4": "△"},
    DISC: {"p1": "●", "p2": "○", "p3": "▲", "p4": "△", "white": "○", "black": "●"},
    KING: {"white": "♔", "black": "♚"},
    TOWER: {"neutral": "♜"},
}


def site(
    name: str,
    x: float,
    y: float,
    shape: SiteShape = "square",
    size: float = 1.0,
    tone: str = "cell",
    inside: str = "",
    text: str = "",
) -> Site:
    return Site(name, x, y, shape, say("{name}", name=name), size, tone, inside, text)


def piece(
    where: str,
    form: Form,
    colour: str,
    letter: str,
    dots: tuple[bool, ...] = (),
) -> Piece:
    name = say("{form} of {colour}", form=form.name, colour=colour)
    sign = SIGNS.get(form, {}).get(colour, "")
    return Piece(where, form, colour, letter, name, sign, dots=dots)


def cell(column: int, row: int, first_row: int = 1) -> str:
    return f"{chr(97 + column)}{row + first_row}"


def played(moves: tuple[str, ...], **options: int) -> tuple[Position, Scene]:
    """Squex after these moves, and its picture."""
    position: Position = SQUEX.start(**options)
    previous, move = position, 0
    for text in moves:
        previous, move = position, position.move(text)
        position = position.play(move)
    return position, position.scene(previous, move)


def squex_scene() -> Scene:
    """A real position after a cut: octagons, squares, sides, the last move, touch dots."""
    moves = ("d4", "e4", "e5", "f3", "c5", "g6", "b4", "f6", "d7", "c6", "c3", "d5")
    position, scene = played(moves)
    free = tuple(position.move_text(m) for m in position.legal_moves())
    return scene.with_marks(Mark("touch", free))


def squex_won() -> Scene:
    """A won game on a small board, with the winning path."""
    return played(("b2", "c2", "b3", "c3", "b1", "d2", "b4"), rows=4, columns=4)[1]


BLOCK_ROWS = (
    "..x.ox.o.#", "..........", "..........", "..xxo#....", "..xx......",
    "......oo..", "...#...#..", "..xxxx....", "......oo..", "v.w...oo..",
)  # fmt: skip


def block_scene(marked: bool = True) -> Scene:
    """Linked blocks, castles, axes as handles, crossings that can be touched."""
    size = len(BLOCK_ROWS)
    colours = {"x": "p1", "o": "p2", "v": "p3", "w": "p4", "#": "neutral"}
    sites = [site(cell(c, r), c, r) for r in range(size) for c in range(size)]
    pieces, links = [], []
    for r, row in enumerate(BLOCK_ROWS):
        for c, letter in enumerate(row):
            if letter == ".":
                continue
            form = TOWER if letter == "#" else BLOCK
            pieces.append(piece(cell(c, r), form, colours[letter], letter))
            for other_c, other_r in ((c + 1, r), (c, r + 1)):
                inside = other_c < size and other_r < size
                if inside and letter != "#" and BLOCK_ROWS[other_r][other_c] == letter:
                    links.append(Link(cell(c, r), cell(other_c, other_r), colours[letter], "block"))
    edge = size - 0.5
    for i in range(size - 1):
        down, across = chr(97 + i), chr(97 + 2 * size - 3 - i)
        sites.append(site(down, edge + 0.55, i + 0.5, "handle", text=down))
        sites.append(site(across, i + 0.5, edge + 0.55, "handle", text=across))
    for r in range(size - 1):
        for c in range(size - 1):
            name = f"{chr(97 + r)}{chr(97 + 2 * size - 3 - c)}"
            sites.append(site(name, c + 0.5, r + 0.5, "none", size=0.6))
    marks = (
        Mark("last", ("g10", "h10")),
        Mark("selected", ("c4", "d4", "c5", "d5")),
        Mark("touch", ("c", "e", "q", "n", "m", "cq", "cp", "co", "dq", "dm", "eq", "eo", "fq")),
        Mark("selected", ("e", "em")),
        Mark("ghost", ("i6", "j6", "i7", "j7"), colour="p1"),
    )
    return Scene(
        title=say("Blocks"),
        sites=tuple(sites),
        pieces=tuple(pieces),
        links=tuple(links),
        labels=cell_labels(size, size),
        marks=marks if marked else (),
        captions=(turn_caption(0), say("{player} has no move and passes", player=player_name(2))),
    )


RING_ROWS = (
    ".X...O..", "o..o....", "...xx...", "o.oxx..o", ".xoxo...", ".x.....o", "xooo.x..", "..x.xo..",
)  # fmt: skip


def ring_scene() -> Scene:
    """Discs on round cells around a panel, groups connected by bars, kings, a selected disc."""
    size = len(RING_ROWS)
    inner = range(1, size - 1)
    sites, pieces = [], []
    for r, row in enumerate(RING_ROWS):
        for c, letter in enumerate(row):
            name = cell(c, r, 0)
            if r in inner and c in inner:
                sites.append(site(name, c, r, "square", tone="mid"))
            elif r in inner or c in inner:
                sites.append(site(name, c, r, "circle", tone="mid"))
            if letter != ".":
                colour = "white" if letter.lower() == "x" else "black"
                pieces.append(piece(name, KING if letter.isupper() else DISC, colour, letter))
    low, high = 0.42, size - 1.42
    panel = ((low, low), (high, low), (high, high), (low, high))
    bars = ("d2e2", "d2d3", "e2e3", "d3e3", "d3d4"), ("c3c4", "b6c6", "c6d6")
    links = [
        Link(text[:2], text[2:], colour, "bar")
        for colour, texts in zip(("white", "black"), bars, strict=True)
        for text in texts
    ]
    return Scene(
        title=say("Ring"),
        sites=tuple(sites),
        pieces=tuple(pieces),
        links=tuple(links),
        areas=(Area(panel, "mid-line", 0.23),),
        labels=cell_labels(size, size, 0),
        marks=(
            Mark("last", ("c3",)),
            Mark("origin", ("c0",)),
            Mark("selected", ("b0",)),
            Mark("touch", ("b1", "b2", "b3", "f0", "c7", "f6")),
        ),
        captions=(turn_caption(0),),
    )


def pegs(*holes: str) -> tuple[bool, ...]:
    """The dots of a panel from their names `a1` to `e5`."""
    names = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    return tuple(name in holes for name in names if name != "c3")


TILES = {
    "a2": ("x", "c4 d4 b5"), "b1": ("x", "c4 d5"), "c3": ("x", "c4 b4 d4 c5 e3 a2"),
    "e2": ("x", "c4 c5 d3 b3"), "f1": ("x", "c4"),
    "a6": ("o", "c2 d1"), "b5": ("o", "c2 b2 d2 c1"), "d4": ("o", "c2 b1 d1 b3 d3 a3 c4"),
    "e6": ("o", "c2 e1 b2"), "f5": ("o", "c2 b2"),
}  # fmt: skip


def tile_scene(pegging: bool = False) -> Scene:
    """Tiles with holes; with `pegging`, the holes of one tile can take a peg."""
    sites = [
        site(cell(c, r), c, r, "square", tone="cell" if (r + c) % 2 else "cell-2")
        for r in range(6)
        for c in range(6)
    ]
    tiles = [
        piece(name, TILE, "p1" if letter == "x" else "p2", letter, pegs(*holes.split()))
        for name, (letter, holes) in TILES.items()
    ]
    marks: tuple[Mark, ...] = (
        Mark("origin", ("b2",)),
        Mark("last", ("c3",)),
        Mark("touch", ("d4", "e3", "b4", "c4", "c5", "a2")),
    )
    if pegging:
        holes = [
            f"{column}{row}"
            for row in range(1, 6)
            for column in "abcde"
            if (column, row) != ("c", 3)
        ]
        sites += [
            site(
                f"c3:{hole}",
                2 + PITCH * ("abcde".index(hole[0]) - 2),
                2 + PITCH * (int(hole[1]) - 3),
                "dot",
                size=PITCH,
                inside="c3",
            )
            for hole in holes
        ]
        free = tuple(f"c3:{hole}" for hole in holes if hole not in TILES["c3"][1].split())
        marks = (Mark("selected", ("c3",)), Mark("touch", free))
    return Scene(
        title=say("Tiles"),
        sites=tuple(sites),
        pieces=tuple(tiles),
        labels=cell_labels(6, 6),
        marks=marks,
        captions=(turn_caption(1),),
        grain=(12, 6),
    )


STACKS = {
    (0, 2): "r", (0, 6): "b", (1, 3): "r", (1, 5): "i", (2, 4): "di", (2, 6): "d", (3, 1): "g",
    (3, 5): "b", (4, 4): "i", (5, 1): "dwb", (5, 3): "g", (5, 5): "gr", (5, 7): "bgw", (6, 0): "di",
    (6, 8): "bi", (9, 1): "b", (9, 3): "idrwg", (9, 5): "r", (9, 7): "g", (10, 2): "ri",
    (10, 4): "gdri", (12, 4): "g", (12, 6): "db",
}  # fmt: skip
HEIGHTS = {0: 6, 1: 5, 2: 6, 3: 3, 4: 0}


def stack_scene() -> Scene:
    """Stacks of counters on the points of a net of lines, and cards of the players."""
    points = [
        (r, c)
        for r in range(13)
        for c in range(9)
        if (r + c) % 2 == 0 and abs(r - 6) <= HEIGHTS[abs(c - 4)]
    ]
    wide = math.sqrt(3) / 2
    columns: dict[int, list[int]] = {}
    for r, c in points:
        columns.setdefault(c, []).append(r)
    names = {
        (r, c): f"{chr(97 + c)}{len(rows) - i}"
        for c, rows in columns.items()
        for i, r in enumerate(rows)
    }
    lines = [
        Line(((c * wide, r / 2), (other_c * wide, other_r / 2)))
        for r, c in points
        for other_r, other_c in ((r + 2, c), (r + 1, c + 1), (r + 1, c - 1))
        if (other_r, other_c) in names
    ]
    pieces = [
        piece(names[spot], COUNTER, letter, letter)
        for spot, letters in STACKS.items()
        for letter in reversed(letters)
    ]
    supplies = (
        Supply(player_name(0), say("1 stack"), 0, (
            site("p1-1", 0, 0, "circle"), site("p1-2", 1, 0, "circle"),
            site("p1-s1", 2, 0, "circle"),
        )),
        Supply(say("Unclaimed"), say("one may be claimed"), None, tuple(
            site(f"claim-{colour}", i, 0, "circle") for i, colour in enumerate(("red", "ivory"))
        )),
        Supply(player_name(1), say("0 stacks"), 1, (
            site("p2-1", 0, 0, "circle"), site("p2-2", 1, 0, "circle"),
        )),
    )  # fmt: skip
    held = [("p1-1", "b"), ("p1-2", "g"), ("claim-red", "r"), ("claim-ivory", "i"), ("p2-1", "d")]
    held += [("p1-s1", letter) for letter in reversed("gdbir")]
    pieces += [piece(where, COUNTER, letter, letter) for where, letter in held]
    return Scene(
        title=say("Stacks"),
        sites=tuple(site(names[r, c], c * wide, r / 2, "point") for r, c in points),
        pieces=tuple(pieces),
        lines=tuple(lines),
        labels=tuple(
            Label(c * wide, rows[-1] / 2 + 0.6, chr(97 + c) + "1") for c, rows in columns.items()
        ),
        marks=(
            Mark("last", (names[9, 3],)),
            Mark("origin", (names[6, 6],)),
            Mark("selected", (names[1, 5],)),
            Mark(
                "touch",
                (names[0, 6], names[2, 6], names[3, 5], "claim-red", "claim-ivory", names[7, 3]),
            ),
        ),
        supplies=supplies,
        captions=(turn_caption(1), say("{player} has jumped", player=player_name(0))),
        grain=(7, 4),
    )


def marks_scene() -> Scene:
    """Every kind of mark, a handle with a word, and texts that a careless renderer would break
    on."""
    sites = tuple(site(cell(c, r), c, r, "square") for r in range(3) for c in range(5))
    hostile = '<script>alert("1 & 2")</script>\x00\x1b[31m'
    return Scene(
        title=say("{text}", text=hostile),
        sites=sites,
        pieces=(
            piece("a1", BLOCK, "p1", "x"), piece("b1", BLOCK, "p2", "o"),
            piece("c1", BLOCK, "p3", "v"), piece("d1", BLOCK, "p4", "w"),
            piece("e1", KING, "white", "X"), piece("a2", DISC, "p3", "v"),
            piece("b2", CELL, "p4", "w"), piece("c2", PIN, "p1", "x"),
        ),
        marks=(
            Mark("last", ("a1",)), Mark("origin", ("b3",)), Mark("cut", ("b1",)),
            Mark("path", ("a1", "b1", "c1")), Mark("passed", ("d1",)), Mark("touch", ("c3", "e1")),
            Mark("selected", ("a2",)), Mark("ghost", ("d3", "e3"), colour="p3"),
            Mark("arrow", ("a3", "d2"), colour="p2", text="best"),
            Mark("value", ("e2",), text="+31"), Mark("value", ("b2",), text="62 %", colour="p1"),
        ),
        supplies=(
            Supply(say("Swap"), say("take over the first stone, mirrored in the long diagonal"), 1,
                   (site("swap", 0, 0, "handle", text="swap"),)),
            Supply(say("{text}", text=hostile)),
        ),
        captions=(say("{text}", text=hostile), say("Größe 3 × 5 – “quoted”")),
    )  # fmt: skip


SAMPLES = {
    "squex": squex_scene,
    "squex_won": squex_won,
    "blocks": block_scene,
    "ring": ring_scene,
    "tiles": tile_scene,
    "pegging": lambda: tile_scene(pegging=True),
    "stacks": stack_scene,
    "marks": marks_scene,
}
