"""Many self-play games in one thread, evaluated in one batch.

The caller evaluates the questions of all games at once: `step` takes the answers to the questions
of the step before and continues every game until it has another question. When a game ends, a new
one starts in its place. Python's lock is released meanwhile, so that threads with a batch each run
in parallel; games written in plain Python take the lock when they need it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython

from tabuleiro.core.encoding import Encoding
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import Random, addresses_of
from tabuleiro.learning.sample_buffer import SampleBuffer, Samples
from tabuleiro.learning.self_play_game import LeafShape, SelfPlayContext, SelfPlayGame
from tabuleiro.learning.self_play_settings import SelfPlaySettings

if TYPE_CHECKING:
    from tabuleiro.core.bits import Row
    from tabuleiro.search.evaluator import Buffer, Floats, Words

FORMAT_NAMES = {"f": ("f",), "h": ("h",), "Q": ("Q", "L")}  # the formats accepted for each
MOST_ENTRIES = 2**15  # of an answer: samples store their indices in 16 bits

if not cython.compiled:
    from tabuleiro.core.tensors import working_copy

    def start_game(game: SelfPlayGame, start: Position) -> int:
        """Starts a game again."""
        return game.start_game(start)

    def advance_game(
        game: SelfPlayGame, answers: Floats, answered: int, words: Words, at: int
    ) -> bool:
        """Continues a game; returns whether it is over."""
        return game.advance_game(answers, answered, words, at)

    def write_leaf(game: SelfPlayGame, shape: LeafShape, out: Row, at: int) -> int:
        """Writes the features of the position that a game asks about."""
        return game.write_leaf(shape, out, at)


class GameBatch:
    """Self-play games that start from random ones of the `starts`: positions with the same options,
    of a game with an encoding.

    A question has `words` words; an answer has `entries` logits and `seats` values.
    """

    def __init__(
        self, starts: Sequence[Position], games: int, settings: SelfPlaySettings, seed: int
    ) -> None:
        encoding = check_starts(starts, games)
        options = starts[0].options()
        self.words = encoding.question_words(options)
        self.entries = encoding.policy_size(options)
        self.seats = max(starts[0].game.players)
        if self.entries > MOST_ENTRIES:
            raise TabuleiroError(
                say(
                    "an answer of {entries} entries is too large to store: the limit is {most}",
                    entries=self.entries,
                    most=MOST_ENTRIES,
                )
            )
        self.starts = [working_copy(start) for start in starts]
        self.sample_buffer = SampleBuffer(
            self.words, settings.moves, encoding.policy_parts, self.seats
        )
        self.context = SelfPlayContext(
            settings, Random(seed), working_copy(starts[0]), self.sample_buffer
        )
        self.games = [
            SelfPlayGame(starts[0], self.context, settings.exploration) for _ in range(games)
        ]
        for game in self.games:
            game.tree.set_sizes(self.words, self.entries, self.seats, encoding.policy_parts)
        # Games and positions by their addresses, for use without Python's lock.
        self.game_addresses = addresses_of(self.games)
        self.start_addresses = addresses_of(self.starts)
        self._start_all_games()

    def _start_all_games(self) -> int:
        with cython.nogil:
            for number in range(self.game_addresses.shape[0]):
                self._start_game(number)
        return 0

    def _start_game(self, number: int) -> int:
        """Starts a new game in place of game `number`."""
        start = self.context.random.below(self.start_addresses.shape[0])
        return start_game(self.game_addresses[number], self.start_addresses[start])

    def step(self, answers: Buffer, questions: Buffer) -> None:
        """Takes the answers to the last questions (ignored in the first step), and writes new
        questions: one row for each game, 32-bit floats and 64-bit words."""
        given, wanted = self.flat_views(answers, questions)
        self._advance(given, wanted)

    def flat_views(self, answers: Buffer, questions: Buffer) -> tuple[Floats, Words]:
        """The buffers of a step as flat arrays; others are refused."""
        count = len(self.games)
        return (
            flat_view(answers, "f", count * (self.entries + self.seats)),
            flat_view(questions, "Q", count * self.words),
        )

    def _advance(self, answers: Floats, questions: Words) -> int:
        with cython.nogil:
            self._step(answers, questions)
        return 0

    def _step(self, answers: Floats, questions: Words) -> int:
        size = self.entries + self.seats
        for number in range(self.game_addresses.shape[0]):
            while advance_game(
                self.game_addresses[number], answers, number * size, questions, number * self.words
            ):
                self._start_game(number)
        return 0

    def drain(self) -> Samples:
        """The samples of games that ended since the last call."""
        return self.sample_buffer.drain()

    def write_leaves(self, shape: LeafShape, out: Buffer) -> None:
        """Writes the features of the position that each game asks about, a row of 16-bit numbers
        for each game; LeafShape describes it. A step came before."""
        self._write_leaves(shape, flat_view(out, "h", len(self.games) * shape.width))

    def _write_leaves(self, shape: LeafShape, out: Row) -> int:
        for number in range(self.game_addresses.shape[0]):
            write_leaf(self.game_addresses[number], shape, out, number * shape.width)
        return 0

    @property
    def counts(self) -> dict[str, float]:
        """What was counted since the start: finished `games` and their `plies`, `evaluations`,
        `samples`; games that ended because the result was `proved` or that were `cut_short`;
        `unopened` games, which had no random moves, and `first_score`, the sum of the scores of the
        first player in these."""
        return self.context.counts()

    def set_searches(self, full: int, fast: int, full_share: float) -> None:
        """Sets the length of the next searches, and the share of full ones."""
        SelfPlaySettings(full=full, fast=fast, full_share=full_share)  # checks them
        self.context.set_searches(full, fast, full_share)

    # --- saving ----------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that an equal batch needs to continue exactly like this one. Searches in
        progress start again, in both."""
        return {
            "games": [game.state() for game in self.games],
            "samples": self.sample_buffer.kept([game.chain for game in self.games]),
            "random": self.context.random.state,
            "counts": self.counts,
            "searches": self.context.searches(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continues from the state of an equal batch."""
        if len(state["games"]) != len(self.games):
            raise TabuleiroError(
                say(
                    "the state is one of {given} games, not of {wanted}",
                    given=len(state["games"]),
                    wanted=len(self.games),
                )
            )
        chains = self.sample_buffer.restore(state["samples"])
        start = self.starts[0]
        value = getattr(start, "value", start)
        for game, (text, ply, opening), chain in zip(
            self.games, state["games"], chains, strict=True
        ):
            game.restore(value.game.read(text, value.options()), ply, opening, chain)
        self.context.random.state = state["random"]
        self.context.set_counts(state["counts"])
        self.context.set_searches(*state["searches"])


def check_starts(starts: Sequence[Position], games: int) -> Encoding:
    """The encoding of the positions that games start from; raises if they cannot be used."""
    if not starts:
        raise TabuleiroError(say("a batch of games needs a position to start from"))
    if games < 1:
        raise TabuleiroError(say("a batch of games has at least one game"))
    if any(start.over for start in starts):
        raise TabuleiroError(say("a game cannot begin where it is over"))
    if any(
        start.game is not starts[0].game or start.options() != starts[0].options()
        for start in starts
    ):
        raise TabuleiroError(say("the games of a batch have the same options"))
    encoding = starts[0].game.encoding
    if encoding is None:
        raise TabuleiroError(say("{game} has no encoding for networks", game=starts[0].game.name))
    return encoding


def flat_view(memory: Buffer, kind: str, count: int) -> Any:
    """A buffer as `count` numbers of a format; others are refused."""
    view: Any = memoryview(memory)
    if view.format not in FORMAT_NAMES[kind] or not view.c_contiguous:
        raise TabuleiroError(
            say(
                "a step takes one piece of memory with numbers of the kind {wanted}, not {given}",
                wanted=kind,
                given=view.format,
            )
        )
    flat = view.cast("B").cast(kind)
    if len(flat) != count:
        raise TabuleiroError(
            say("a step takes {wanted} numbers, not {given}", wanted=count, given=len(flat))
        )
    return flat
