"""Check that the examples in the rules are correct."""

from __future__ import annotations

from collections.abc import Callable

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.core.notation import format_player
from tabuleiro.core.position import Position
from tabuleiro.core.rulebook import ClaimWord, Example, RulebookError
from tabuleiro.core.rulebook_examples import play_claims
from tabuleiro.games import read

Values = tuple[str, ...]


def check_example(example: Example) -> None:
    """Play an example. RulebookError names the first line that is wrong."""
    try:
        start = read(example.position)
    except TabuleiroError as error:
        raise RulebookError(example.place, error.message) from error
    if start.full_text != example.position:
        reason = say("this position is written {text}", text=start.full_text)
        raise RulebookError(example.place, reason)
    for claim, position, _ in play_claims(example, start):
        if claim.word in CHECKS and (wrong := CHECKS[claim.word](position, claim.values)):
            raise RulebookError(claim.place, wrong)


def may(position: Position, moves: Values) -> Message | None:
    for move in moves:
        if reason := position.explain(move):
            return say("{move} is not legal: {reason}", move=move, reason=reason)
    return None


def may_not(position: Position, moves: Values) -> Message | None:
    for move in moves:
        if position.explain(move) is None:
            return say("{move} is legal", move=move)
    return None


def result(position: Position) -> str:
    outcome = position.outcome()
    return outcome.result if outcome else "none"


def compare(found: str, said: Values) -> Message | None:
    if found.split() == list(said):
        return None
    return say("it is {found}, not {said}", found=quote(found), said=quote(" ".join(said)))


CHECKS: dict[ClaimWord, Callable[[Position, Values], Message | None]] = {
    "may": may,
    "may not": may_not,
    "moves": lambda position, said: compare(str(len(position.legal_moves())), said),
    "turn": lambda position, said: compare(format_player(position.player), said),
    "result": lambda position, said: compare(result(position), said),
    "score": lambda position, said: compare(" ".join(map(str, position.scores())), said),
}
"""What is wrong with a claim about a position, if anything. `plays` is checked by playing."""
