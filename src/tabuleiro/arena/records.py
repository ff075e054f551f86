"""Games of a tournament as records."""

from __future__ import annotations

from tabuleiro.arena.game import End, Result
from tabuleiro.arena.table import winner_of
from tabuleiro.core.position import NOBODY
from tabuleiro.games import read
from tabuleiro.records import Ply, Record
from tabuleiro.records.record import ENDING


def record_of(result: Result) -> Record:
    """A game as a record, which begins with its opening."""
    winner = winner_of(result)
    ending = {} if result.end is End.rules else {ENDING: result.end.value}
    detail = {"Detail": result.detail} if result.detail else {}
    return Record(
        start=read(result.opening),
        players=result.players,
        plies=tuple(Ply(move) for move in result.moves),
        result="draw" if winner == NOBODY else f"p{winner + 1}win",
        headers={"Round": str(result.pair + 1), **ending, **detail},
    )
