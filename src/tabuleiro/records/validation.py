"""Validating lines of moves and variations by the rules of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.records.ply import Ply, RecordError, errors_at

DEEPEST = 64  # levels of nested variations

Line = tuple[Ply, ...]
PlyPath = tuple[int, ...]
"""The path to a ply, counted from 0: its number; for variations ply, variation, ply and so on."""


def path_in_words(path: PlyPath) -> Message:
    """`move 4`, or `move 4, variation 1, move 2`."""
    if len(path) < 3:
        return say("move {number}", number=path[0] + 1)
    return say(
        "{place}, variation {variation}, move {number}",
        place=path_in_words(path[:-2]),
        variation=path[-2] + 1,
        number=path[-1] + 1,
    )


def validate_line(
    plies: Line,
    position: Position,
    where: Callable[[PlyPath], object] = path_in_words,
    path: PlyPath = (),
) -> tuple[Line, Position]:
    """The line at a path in standard notation, and the position after it. The moves may be in any
    accepted spelling. RecordError with the place of what is wrong, which `where` puts into
    words."""
    line: list[Ply] = []
    with errors_at(lambda line: where((*path, len(line))), line):  # of the next move
        for ply in plies:
            move, after = position.play_text(ply.move)
            if ply.before and (not path or line):
                raise RecordError(say("only the first move of a variation has a comment before it"))
            if ply.variations:
                variations = valid_variations(ply, position, where, (*path, len(line)))
                line.append(replace(ply, move=move, variations=variations))
            else:
                line.append(ply if ply.move == move else replace(ply, move=move))
            position = after
    return tuple(line), position


def valid_variations(
    ply: Ply, position: Position, where: Callable[[PlyPath], object], path: PlyPath
) -> tuple[Line, ...]:
    """The validated variations of the ply at a path."""
    check_depth(len(path) // 2 + 1)
    if () in ply.variations:
        raise RecordError(say("a variation has at least one move"))
    lines = enumerate(ply.variations)
    return tuple([validate_line(each, position, where, (*path, i))[0] for i, each in lines])


def check_depth(depth: int) -> None:
    """RecordError for variations that are nested too deep."""
    if depth > DEEPEST:
        raise RecordError(say("variations are nested at most {deepest} deep", deepest=DEEPEST))
