"""One self-play game: searches move by move and records samples.

A game runs until it has a question for the network, and continues once the answer is there. All
of that happens without Python's lock. `SelfPlayContext` has what the games of a batch share.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import cython

from tabuleiro.core.encoding import Features
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.learning.sample_buffer import SampleBuffer
from tabuleiro.learning.self_play_settings import SelfPlaySettings
from tabuleiro.learning.self_play_tree import SelfPlayTree

if TYPE_CHECKING:
    from tabuleiro.core.bits import Row
    from tabuleiro.search.evaluator import Floats, Words

if not cython.compiled:
    from math import pow  # noqa: A004 - the name that C has for it

    from tabuleiro.learning.sample_buffer import _NONE
    from tabuleiro.learning.self_play_tree import uniform
    from tabuleiro.search.network_mcts import _ASKED
    from tabuleiro.search.tree import score_of

WHOLE_COUNTS = ("games", "plies", "evaluations", "samples", "proved", "cut_short", "unopened")
COUNTS: dict[str, float] = {**dict.fromkeys(WHOLE_COUNTS, 0), "first_score": 0.0}
"""What the games of a batch count, with the first values. The names are those in stored runs."""

# For compiled code: typed in self_play_game.pxd, and not visible from Python when compiled.
_BEST = 255  # the recorded visits of the best move of a sample
_LONE = 1  # so few visits mean nothing if the best move has more than _FEW
_FEW = 4


class SelfPlayContext:
    """What the games of a batch share: settings, random numbers, samples and counts."""

    games: int
    plies: int
    evaluations: int
    samples: int
    proved: int
    cut_short: int
    unopened: int
    first_score: float

    def __init__(
        self, settings: SelfPlaySettings, random: Random, probe: Position, buffer: SampleBuffer
    ) -> None:
        self.set_searches(settings.full, settings.fast, settings.full_share)
        self.noise = settings.noise
        self.opened = settings.opened
        self.openings = settings.openings
        self.temperature = settings.temperature
        self.cooling = settings.cooling
        self.coolest = settings.coolest
        self.play_on = settings.play_on
        self.longest = settings.longest
        self.random = random
        self.scratch = MoveList()
        self.probe = probe
        self.sample_buffer = buffer
        self.set_counts({})

    def set_searches(self, full: int, fast: int, full_share: float) -> None:
        """Sets the length of the next searches, and the share of full ones."""
        self.full = full
        self.fast = fast
        self.full_share = full_share

    def searches(self) -> tuple[int, int, float]:
        """The arguments of `set_searches`."""
        return self.full, self.fast, self.full_share

    def counts(self) -> dict[str, float]:
        """What was counted since the start."""
        return {name: getattr(self, name) for name in COUNTS}

    def set_counts(self, counts: dict[str, float]) -> None:
        """Continues to count from there."""
        for name, first in COUNTS.items():
            setattr(self, name, counts.get(name, first))


class LeafShape:
    """How the features of a position are written, in `width` numbers: the number of its head, up to
    `rows` features, and for each of up to `moves` moves its entry and features, `stride` numbers,
    and then `parts` policy indices. `numbers` and `notes` are for use while they are computed."""

    def __init__(self, features: Features, moves: int, parts: int) -> None:
        self.rows = features.most_rows
        self.moves = moves
        self.stride = 1 + features.features_per_move
        self.parts = parts
        self.width = 1 + self.rows + moves * (self.stride + parts)
        room = max(features.most_rows, self.stride * features.most_moves)
        self.numbers = memoryview(array("i", bytes(4 * room)))
        self.notes = memoryview(array("Q", bytes(8 * (1 + features.notes))))


class SelfPlayGame:
    """A game in progress, with the tree of the search for its next move, and its samples so far.

    The position of the game is `tree.base`. A search ends after `target_visits` visits.
    """

    is_full_search: bool
    target_visits: int

    @cython.locals(start=Position, context=SelfPlayContext)
    def __init__(self, start: Position, context: SelfPlayContext, exploration: float) -> None:
        self.tree = SelfPlayTree(start, context.random, context.scratch, context.probe, exploration)
        self.context = context
        self.sample_buffer = context.sample_buffer
        self.chain = _NONE  # of its samples
        self.searching = False  # whether the tree is that of the position
        self.ply = 0
        self.opening = 0  # random moves it began with

    # --- for the batch ---------------------------------------------------------------------

    def state(self) -> tuple[str, int, int]:
        """The position, and how many moves were made, in all and at random. A search in progress
        starts again."""
        self.searching = False
        self.tree.held = 0
        position: Position = getattr(self.tree.base, "value", self.tree.base)
        return position.text, self.ply, self.opening

    @cython.locals(position=Position)
    def restore(self, position: Position, ply: int, opening: int, chain: int) -> None:
        """Continues a game from that state."""
        self.tree.base._copy_from(position)
        self.ply = ply
        self.opening = opening
        self.chain = chain
        self.searching = False
        self.tree.held = 0

    # --- the course of a game --------------------------------------------------------------

    # No local variable holds the tree: that would count a reference, which needs Python's lock.

    def start_game(self, start: Position) -> int:
        """Starts a new game; a share of the games begins with random moves."""
        self.chain = _NONE
        self.searching = False
        self.tree.base._copy_from(start)
        self.ply = 0
        if self.context.openings and uniform(self.context.random) < self.context.opened:
            self.ply = self.tree.base._playout(
                self.context.random,
                self.context.scratch,
                1 + self.context.random.below(self.context.openings),
            )
        self.opening = self.ply
        return 0

    def advance_game(self, answers: Floats, answered: int, words: Words, at: int) -> bool:
        """Takes the answer to the last question, if there was one, from `answers` at `answered`.
        Continues until there is another question, which is written into `words` at `at`, or until
        the game is over; returns whether it is."""
        if self.tree.held:
            self.receive_answer(answers, answered)
        while self.tree.base.player >= 0:
            if not self.searching:
                self.start_search()
                if self.tree.edges[0].proof == 0:
                    self.tree.write_root_question(words, at)
                    return False
            elif self.tree.edges[0].proof == 0 and self.tree.nodes[0].visits < self.target_visits:
                if self.tree.select_leaf(words, at) == _ASKED:
                    return False
            elif self.finish_search():
                return True
        return True

    def receive_answer(self, answers: Floats, answered: int) -> int:
        """Takes the answer to the question about the only leaf that is held."""
        self.tree.apply_answer(0, answers, answered)
        self.tree.held = 0
        self.context.evaluations += 1
        if self.is_full_search and self.tree.depths[0] == 1:
            self.tree.add_noise(self.context.noise)
        return 0

    def start_search(self) -> int:
        """Starts a search, full or fast by chance."""
        self.tree.start_search()
        self.is_full_search = uniform(self.context.random) < self.context.full_share
        self.target_visits = self.context.full if self.is_full_search else self.context.fast
        self.searching = True
        return 0

    def finish_search(self) -> bool:
        """Makes the move that was found; returns whether the game is over."""
        if self.is_full_search and self.tree.iterations > 0:
            self.record()
        if self.tree.edges[0].proof and uniform(self.context.random) >= self.context.play_on:
            self.context.proved += 1
            return self.finish_game(self.tree.edges[0].proof)
        self.tree.base._apply(self.tree.edges[self.tree.choose_child(self.sharpness())].move)
        self.searching = False
        self.ply += 1
        if self.tree.base.player < 0:
            return self.finish_game(self.tree.base.winners)
        if self.ply >= self.context.longest:
            self.context.cut_short += 1
            return self.finish_game((1 << self.tree.base.players) - 1)
        return False

    def sharpness(self) -> float:
        """The inverse of the temperature of this move."""
        return 1.0 / max(
            self.context.coolest,
            self.context.temperature * pow(0.5, self.ply / self.context.cooling),
        )

    def finish_game(self, winners: int) -> bool:
        """Releases the samples of the game for training, and counts it."""
        self.context.samples += self.sample_buffer.finish_chain(
            self.chain, winners, self.tree.base.players
        )
        self.chain = _NONE
        self.context.games += 1
        self.context.plies += self.ply
        if self.opening == 0:
            self.context.unopened += 1
            self.context.first_score += score_of(winners, 0)
        return True

    # --- for fast networks -----------------------------------------------------------------

    def write_leaf(self, shape: LeafShape, out: Row, at: int) -> int:
        """Writes the features of the position that the game asks about into `out` at `at`, then
        those of its moves and the indices of each in the policy of a network; -1 where there are
        fewer. If it has too many moves, none is written."""
        for i in range(at, at + shape.width):
            out[i] = _NONE
        out[at] = self.tree.work._head()
        for i in range(self.tree.work._features(shape.numbers, shape.notes)):
            out[at + 1 + i] = shape.numbers[i]
        self.tree.work._list_moves(self.context.scratch)
        count = self.context.scratch.count
        if count > shape.moves:
            return 0
        self.tree.work._move_features(self.context.scratch, shape.numbers, shape.notes)
        at += 1 + shape.rows
        for i in range(count * shape.stride):
            out[at + i] = shape.numbers[i]
        at += shape.moves * shape.stride
        for i in range(count):
            for k in range(
                self.tree.work._policy_indices(self.context.scratch.items[i], self.tree.parts, 0)
            ):
                out[at + i * shape.parts + k] = self.tree.parts[k]
        return count

    # --- samples ---------------------------------------------------------------------------

    def record(self) -> int:
        """Adds the position of the game and what the search found to the samples. If there are
        more moves than a sample has room for, those not visited are chosen at random."""
        best = self.tree.largest_weight()
        if best == 0:
            return 0
        row = self.sample_buffer.new_row(self.chain)
        self.chain = row
        self.tree.base._encode(self.sample_buffer.questions, row * self.sample_buffer.words)
        self.sample_buffer.players[row] = self.tree.base.player
        self.record_values(row)
        first = self.tree.nodes[0].first
        kept = min(self.tree.nodes[0].opened, self.sample_buffer.moves)
        for i in range(kept):
            self.record_move(row, i, first + i, best)
        room = self.sample_buffer.moves - kept
        for i in range(self.tree.nodes[0].opened, self.tree.nodes[0].count):
            if room > 0 and self.context.random.below(self.tree.nodes[0].count - i) < room:
                self.record_move(row, self.sample_buffer.moves - room, first + i, best)
                room -= 1
        return 0

    def record_values(self, row: int) -> int:
        """Records the expected score of each seat, from the player to move on."""
        players = self.tree.base.players
        for seat in range(self.sample_buffer.seats):
            value = 0.0
            if seat < players:
                value = self.tree.player_value((self.tree.base.player + seat) % players)
            self.sample_buffer.values[row * self.sample_buffer.seats + seat] = value
        return 0

    def record_move(self, row: int, place: int, child: int, best: float) -> int:
        """Records the entries and the weight of a move, at a place of a row."""
        at = row * self.sample_buffer.moves + place
        for i in range(
            self.tree.base._policy_indices(self.tree.edges[child].move, self.tree.parts, 0)
        ):
            self.sample_buffer.entries[at * self.sample_buffer.parts + i] = self.tree.parts[i]
        weight = self.tree.weight(child)
        if best > _FEW and weight <= _LONE:
            weight = 0.0
        self.sample_buffer.visits[at] = cython.cast(cython.ulonglong, _BEST * weight / best + 0.5)
        return 0
