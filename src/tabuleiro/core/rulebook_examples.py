"""Playing the examples in the rules, and describing what they claim."""

from collections.abc import Iterator

from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.rulebook import Claim, Example, RulebookError
from tabuleiro.core.scene import Scene


def play_claims(
    example: Example, start: Position
) -> Iterator[tuple[Claim, Position, Scene | None]]:
    """Every claim with its position and, after `plays`, a picture of the last move."""
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
            reason = say("{move} cannot be played: {reason}", move=text, reason=error.message)
            raise RulebookError(claim.place, reason) from error
        position = position.play(move)
    return position, position.scene(previous, move)


def describe_claim(claim: Claim, position: Position) -> Iterator[Message]:
    """A claim in words. The picture already shows whose turn it is and how the game ended."""
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
