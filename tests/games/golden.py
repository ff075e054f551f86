"""Where golden files lie and what a playthrough says of each ply."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from strategies import random_game
from tabuleiro.core.position import Position

PERFT = Path(__file__).parent / "perft"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def describe(position: Position) -> str:
    """Number of legal moves, scores, result and text of a position."""
    outcome = position.outcome()
    scores = ",".join(map(str, position.scores()))
    result = outcome.result if outcome else "none"
    return f"{len(position.legal_moves())} {scores} {result} | {position.text}"


def playthrough_lines(position: Position, seed: int) -> Iterator[str]:
    """The full text of the start, then a line a move: the move and what it led to."""
    yield position.full_text
    for move, following in random_game(position, seed):
        yield f"{position.move_text(move)} {describe(following)}"
        position = following
