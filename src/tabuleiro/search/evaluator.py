"""The interface of trained networks: batches of encoded positions in, policy logits and values out.

Random games say what a position is worth one at a time; a network says it of many at once, and
also which moves are worth a look. Questions and answers are rows of numbers, so that no object is
made for a position: `core/encoding.py` says what they mean. The search that asks is in advised.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import Options

if TYPE_CHECKING:
    Words = memoryview[int]
    Floats = memoryview[float]

Buffer = Any
"""An array, or whatever else has a buffer, with its numbers one after the other."""


class Network(Protocol):
    """Answers questions about positions in batches.

    `encoding` is how it sees its game and `seats` for how many players it has values, the most that
    the game takes.
    """

    @property
    def encoding(self) -> Encoding:
        """What questions and answers mean."""

    @property
    def seats(self) -> int:
        """How many values end an answer."""

    def evaluate(self, questions: Words, shape: Shape) -> Buffer:
        """The answers to some questions about boards of one shape, one after the other, as
        real numbers of 32 bits. The words of the questions stand one after the other too.

        There is at least one question, and someone is to move in each position: the end of a game
        needs no opinion. The same question may come twice. An answer has an entry for each cell of
        each plane of `encoding.policy_planes`, logits of which a move takes the sum of a few, then
        the expected score of each seat, counted from the player to move: 1 for a sole win, 1/k for
        each of k players who share first place; they are not negative and sum to 1. With fewer
        players than seats the others' values count for nothing. An answer depends on its question
        alone, not on the batch, and never on earlier ones. Searches in several threads may ask at
        the same time.
        """


def evaluate_batch(network: Network, questions: Words, shape: Shape, numbers: int) -> Floats:
    """What a network says, so many numbers in all; an answer of another kind or size is refused.
    What the numbers are is looked at where they are used."""
    given = memoryview(network.evaluate(questions, shape))
    if given.format != "f" or not given.c_contiguous:
        raise TabuleiroError(
            say(
                "a network answers in a row of real numbers of 32 bits, not in {format}",
                format=given.format,
            )
        )
    if given.nbytes != 4 * numbers:
        raise TabuleiroError(
            say(
                "the network gave {given} numbers instead of {wanted}",
                given=given.nbytes // 4,
                wanted=numbers,
            )
        )
    return given.cast("B").cast("f")


def answer_size(network: Network, options: Options) -> int:
    """The numbers of one answer about boards with these options."""
    return network.encoding.policy_size(options) + network.seats


def invalid_answer() -> TabuleiroError:
    """The error for an answer that no search can use."""
    return TabuleiroError(
        say(
            "a network's logits must be numbers, and its values 0 or more with the sum 1: look at "
            "how it was trained or loaded"
        )
    )
