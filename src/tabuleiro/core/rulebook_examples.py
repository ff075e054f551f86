"""Playing and checking the examples in the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.core.notation import format_player
from tabuleiro.core.position import Position
from tabuleiro.core.rulebook import Claim, ClaimWord, Example, RulebookError
from tabuleiro.core.scene import Scene

Read = Callable[[str], Position]
"""The position of a full text."""


def play_claims(
    example: Example, start: Position
) -> Iterator[tuple[Claim, Position, Scene | None]]:
    """Every claim with the position it speaks of; for `plays`, that after the moves and its
    picture with what the last of them did."""
    position, scene = start, None
    for claim in example.claims:
        if claim.word == "plays":
            position, scene = _played(claim, position)
            yield claim, position, scene
        else:
            yield claim, position, None


def _played(claim: Claim, position: Position) -> tuple[Position, Scene]:
    for text in claim.values:
        previous = position
        try:
            move = position.move(text)
        except TabuleiroError as error:
            raise RulebookError(
                claim.place,
                say("{move} cannot be played: {reason}", move=text, reason=error.message),
            ) from error
        position = position.play(move)
    return position, position.scene(previous, move)


def example_scenes(example: Example, start: Position) -> list[Scene]:
    """The position, and what it has become each time that moves were played."""
    return [start.scene(), *(scene for _, _, scene in play_claims(example, start) if scene)]


def describe_claim(claim: Claim, position: Position) -> Iterator[Message]:
    """What a claim says, for readers; the picture shows whose turn it is and how a game ended."""
    match claim.word:
        case "may":
            yield say("Possible: {moves}", moves=claim.values)
        case "may not":
            for move in claim.values:
                yield say("Not possible: {move} ({rule})", move=move, rule=position.explain(move))
        case "moves" if claim.values != ("1",):
            yield say("There are {count} moves.", count=claim.values[0])
        case "moves":
            yield say("There is only one move.")
        case "plays":
            yield say("After {moves}:", moves=claim.values)


def check_example(example: Example, read: Read) -> None:
    """Plays an example; RulebookError names the first line of it that is not so."""
    try:
        start = read(example.position)
    except TabuleiroError as error:
        raise RulebookError(example.place, error.message) from error
    if start.full_text != example.position:
        raise RulebookError(
            example.place, say("this position is written {text}", text=start.full_text)
        )
    for claim, position, _ in play_claims(example, start):
        if claim.word in CHECKS and (wrong := CHECKS[claim.word](position, claim.values)):
            raise RulebookError(claim.place, wrong)


Values = tuple[str, ...]


def _may(position: Position, moves: Values) -> Message | None:
    for move in moves:
        if reason := position.explain(move):
            return say("{move} is not legal: {reason}", move=move, reason=reason)
    return None


def _may_not(position: Position, moves: Values) -> Message | None:
    for move in moves:
        if position.explain(move) is None:
            return say("{move} is legal", move=move)
    return None


def _is(found: str, said: Values) -> Message | None:
    if found.split() == list(said):
        return None
    return say("it is {found}, not {said}", found=quote(found), said=quote(" ".join(said)))


def _result(position: Position) -> str:
    outcome = position.outcome()
    return outcome.result if outcome else "none"


CHECKS: Mapping[ClaimWord, Callable[[Position, Values], Message | None]] = MappingProxyType(
    {
        "may": _may,
        "may not": _may_not,
        "moves": lambda position, said: _is(str(len(position.legal_moves())), said),
        "turn": lambda position, said: _is(format_player(position.player), said),
        "result": lambda position, said: _is(_result(position), said),
        "score": lambda position, said: _is(" ".join(map(str, position.scores())), said),
    }
)
"""For each word what is wrong with what it says of a position, if anything is; that moves can be
played is seen by playing them."""
