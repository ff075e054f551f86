"""Results of made-up games, for tests."""

from __future__ import annotations

from tabuleiro.arena import End, Result


def result_of(number: int, players: tuple[str, ...], scores: tuple[float, ...]) -> Result:
    """A game with these scores."""
    seats = len(players)
    return Result(
        number=number,
        pair=number // seats,
        players=players,
        scores=scores,
        opening=f"opening {number // seats}",
        moves=(str(number),),
        turns=(1,) * seats,
        seconds=(0.5,) * seats,
        end=End.rules,
        fault=-1,
        detail="",
    )
