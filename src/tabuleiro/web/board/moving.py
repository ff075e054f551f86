"""What a state shows: pieces and marks as a layer of SVG, sites in words, cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tabuleiro.core.drawing.layout import Place, Translate
from tabuleiro.core.drawing.marks import Board, draw_mark, draw_trails
from tabuleiro.core.drawing.markup import element, group
from tabuleiro.core.drawing.pieces import NOT_JOINED, Joined, draw_pieces
from tabuleiro.core.drawing.svg import board_of, draw_bars, draw_cell, draw_marks, joined_sides
from tabuleiro.core.reading import Reader
from tabuleiro.core.scene import Link, Mark, MarkKind, Piece, PieceShape, Scene
from tabuleiro.web.board.cards import card_of, looks_of
from tabuleiro.web.board.data import Choices, Moving
from tabuleiro.web.board.drawn import CHANGING, THEME, drawn, laid_out, look_of, upright
from tabuleiro.web.board.sites import contents_of, holes_of

TURNING: frozenset[PieceShape] = frozenset({"block", "tile", "peg"})
"""Pieces that mean the same only when they are turned with the board."""


def moving_board(
    scene: Scene, choices: Choices | None = None, translate: Translate = str
) -> Moving:
    """The pieces, marks and cards of a scene, and its sites in words."""
    laid, reader = laid_out(scene), Reader(scene)
    board = board_of(scene, laid, THEME)
    touchable = {site for step in choices["steps"] for site in step} if choices else set()
    return {
        "board": _moving_layer(scene, board),
        "looks": looks_of(board),
        "origin": _marked(scene, "origin"),
        "last": _marked(scene, "last"),
        "contents": contents_of(scene, reader, board, translate),
        "holes": holes_of(reader, laid, touchable, translate),
        "cards": [card_of(scene, reader, supply, translate) for supply in scene.supplies],
    }


def _marked(scene: Scene, kind: MarkKind) -> list[str]:
    return [name for mark in scene.marks if mark.kind == kind for name in mark.sites]


def _moving_layer(scene: Scene, board: Board) -> str:
    written = [mark for mark in scene.marks if mark.kind == "value"]
    drawn = replace(scene, marks=tuple(mark for mark in scene.marks if mark.kind != "value"))
    values = "".join(
        _value(board, place, mark) for mark in written for place in board.found(mark.sites)
    )
    return "".join(
        (
            group(_changing_cells(board), class_="wells"),
            group(draw_bars(scene.links, board) + draw_trails(board, scene.marks), class_="links"),
            element("g", _pieces(scene.links, board), class_="pieces"),
            group(draw_marks(drawn, board) + values, class_="marks"),
        )
    )


def _value(board: Board, place: Place, mark: Mark) -> str:
    """What is written on one site."""
    name = place.site.name
    alone = replace(board, places={name: replace(place, x=0.0, y=0.0)})
    body = draw_mark(alone, replace(mark, sites=(name,)))
    return upright(place.x, place.y, body, class_="mark-value")


def _changing_cells(board: Board) -> str:
    return "".join(
        draw_cell(place, bool(board.on(place)), THEME)
        for place in board.places.values()
        if place.site.shape in CHANGING
    )


def _pieces(links: Iterable[Link], board: Board) -> str:
    """Every stack about its own middle, its pieces as groups inside."""
    joined = joined_sides(links, board)
    return "".join(
        _stack(board.places[name], pieces, joined.get(name, NOT_JOINED))
        for name, pieces in board.pieces.items()
        if name in board.places
    )


def _stack(place: Place, pieces: list[Piece], joined: Joined) -> str:
    key = "stack", look_of(place, pieces), joined
    return drawn.get(key, lambda: _draw_stack(place, pieces, joined))


def _draw_stack(place: Place, pieces: list[Piece], joined: Joined) -> str:
    top = pieces[-1]
    body = draw_pieces(replace(place, x=0.0, y=0.0), pieces, THEME, joined)
    return element(
        "g",
        element("g", body, class_=None if top.shape in TURNING else "upright"),
        class_="stack",
        data_site=place.site.name,
        data_shape=f"{top.shape}-crown" if top.crown else top.shape,
        data_letters="".join(piece.letter for piece in pieces),
        transform=f"translate({place.x:g} {place.y:g})",
    )
