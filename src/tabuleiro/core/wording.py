"""Games in words: what a move does, how a game ended, the score.

Each view describes its own game (see `core.game.View`). The plain descriptions are for games whose
view has nothing to add.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from tabuleiro.core.message import Message, MoveError, localised_number, quote, say
from tabuleiro.core.scene import end_caption, player_name

if TYPE_CHECKING:
    from tabuleiro.core.position import Position

P = TypeVar("P", bound="Position")


def captions(
    position: P, previous: P | None, move: int | None, task: Callable[[P], Message]
) -> tuple[Message, ...]:
    """What a scene says: the task of the player to move or how the game ended, what the last move
    did, and the score."""
    view = position.game.view
    said = list(view.describe_result(position)) if position.over else [task(position)]
    if previous is not None and move is not None:
        said += view.describe_move(position, previous, move)
    return (*said, view.describe_score(position))


def line_texts(position: Position, moves: Iterable[int]) -> list[str]:
    """The texts of a sequence of legal moves."""
    texts = []
    for move in moves:
        following = position.play(move)
        texts.append(position.move_text(move))
        position = following
    return texts


def positions_after(position: Position, moves: Iterable[str]) -> list[Position]:
    """The position, and the one after each move; an error names the number of the move."""
    positions = [position]
    for number, move in enumerate(moves, start=1):
        try:
            positions.append(positions[-1].play(move))
        except MoveError as error:
            place = say("move {number}, {move}", number=number, move=quote(move))
            raise MoveError(say("{place}: {reason}", place=place, reason=error.message)) from error
    return positions


def plain_move_description(position: Position, previous: Position, move: int) -> list[Message]:
    """Who played what."""
    player = player_name(previous.player)
    return [say("{player} plays {move}", player=player, move=previous.move_text(move))]


def plain_result_description(position: Position) -> list[Message]:
    """Who has won, if the game is over."""
    outcome = position.outcome()
    return [end_caption(outcome.winners)] if outcome else []


def plain_score_description(position: Position) -> Message:
    """The score of each player."""
    return say("Score: {scores}", scores=player_scores_in_words(position))


def player_scores_in_words(position: Position) -> tuple[Message, ...]:
    """Each player with their score."""
    return tuple(
        say("{player} has {score}", player=player_name(player), score=score)
        for player, score in enumerate(position.scores())
    )


def percentage(part: float, digits: int = 1) -> Message:
    """A share in percent."""
    return say("{number} %", number=localised_number(f"{100 * part:.{digits}f}"))


def move_count_in_words(count: int) -> Message:
    """A number of moves."""
    return say("1 move") if count == 1 else say("{count} moves", count=count)


def node_count_in_words(count: int) -> Message:
    """A number of nodes of a search."""
    if count == 1:
        return say("1 node")
    return say("{count} nodes", count=localised_number(f"{count:,}"))
