"""The interface of trained networks: batches of encoded positions in, policy logits and values out.

An encoded position is called a question, the output for it an answer. Both are rows of numbers, so
that no object is made for a position; `core/encoding.py` defines them. The search that uses a
network is in network_mcts.py.
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
"""An array or another object with a contiguous buffer of numbers."""


class Network(Protocol):
    """Answers questions about positions in batches.

    `encoding` defines its input and output. `seats` is the number of values of an answer, which is
    the largest number of players of the game.
    """

    @property
    def encoding(self) -> Encoding:
        """The meaning of questions and answers."""

    @property
    def seats(self) -> int:
        """The number of values at the end of an answer."""

    def evaluate(self, questions: Words, shape: Shape) -> Buffer:
        """The answers to questions about boards of one shape, as 32-bit floats. Questions and
        answers are stored one after the other.

        There is at least one question, and no game is over: an end needs no evaluation. The same
        question may occur twice. An answer has an entry for each cell of each plane of
        `encoding.policy_planes`; the logit of a move is the sum of a few of them. Then comes the
        expected score of each seat, counted from the player to move: 1 for a sole win, 1/k for each
        of k players who share first place. These are not negative and sum to 1; with fewer players
        than seats the other values are ignored. An answer depends on its question only, not on the
        batch or on earlier questions. Searches in several threads may call this at the same time.
        """


def evaluate_batch(network: Network, questions: Words, shape: Shape, numbers: int) -> Floats:
    """The answers of a network, `numbers` in all; another format or size is an error. The values
    of the numbers are checked where they are used."""
    given = memoryview(network.evaluate(questions, shape))
    if given.format != "f" or not given.c_contiguous:
        reason = say(
            "a network answers in a row of real numbers of 32 bits, not in {format}",
            format=given.format,
        )
        raise TabuleiroError(reason)
    if given.nbytes != 4 * numbers:
        reason = say(
            "the network gave {given} numbers instead of {wanted}",
            given=given.nbytes // 4,
            wanted=numbers,
        )
        raise TabuleiroError(reason)
    return given.cast("B").cast("f")


def answer_size(network: Network, options: Options) -> int:
    """How many numbers one answer has with these options."""
    return network.encoding.policy_size(options) + network.seats


def invalid_answer() -> TabuleiroError:
    """The error for an answer that is not valid."""
    reason = say(
        "a network's logits must be numbers, and its values 0 or more with the sum 1: look at "
        "how it was trained or loaded"
    )
    return TabuleiroError(reason)
