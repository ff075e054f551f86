# cython: annotation_typing=False
"""One self-play game: searches move by move and records samples.

A game goes on until it has a question for the network, and again once the answer is there. All of
that happens without Python's lock, in memory of its own; what the games of a forest share stands
in `SelfPlayContext`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from tabuleiro.core.position import NOBODY, Position
from tabuleiro.core.primitives import MoveList, Random
from tabuleiro.learning.sample_buffer import SampleBuffer
from tabuleiro.learning.self_play_settings import SelfPlaySettings
from tabuleiro.search.network_mcts import NetworkTree

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Floats, Words

if not cython.compiled:
    from math import exp, log, pow  # noqa: A004 - the name that C has for it

    from tabuleiro.learning.sample_buffer import _NONE
    from tabuleiro.search.network_mcts import _ASKED
    from tabuleiro.search.tree import _SEATS, score_of

FIRST_NODES = 2048

# For the engine room: typed in game.pxd, out of Python's sight when compiled.
_NOBODY = NOBODY
_ROOT_MOVES = 1  # the node of the first move of the root
_CONCENTRATION = 11.0  # of the noise: divided by the number of moves, at most 1
_UNITS = 1 << 30  # chances are whole numbers of so many parts
_PART = 2.0**-30
_E = 2.718281828459045
_BEST = 255  # how good the best move of a sample is
_LONE = 1  # visits that say nothing of a move where another has more than _FEW
_FEW = 4


class SelfPlayContext:
    """What the games of a forest share: settings, chance, what is harvested and counted."""

    full: int
    fast: int
    full_share: float
    noise: float
    opened: float
    openings: int
    temperature: float
    cooling: float
    coolest: float
    play_on: float
    longest: int
    random: Random
    scratch: MoveList
    probe: Position
    sample_buffer: SampleBuffer
    games: int
    plies: int
    evaluations: int
    samples: int
    proved: int
    cut_short: int
    unopened: int
    first_score: float

    def __init__(
        self, settings: SelfPlaySettings, random: Random, probe: Position, harvest: SampleBuffer
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
        self.sample_buffer = harvest
        self.set_counts({})

    def set_searches(self, full: int, fast: int, full_share: float) -> None:
        """How long the searches to come are."""
        self.full = full
        self.fast = fast
        self.full_share = full_share

    def searches(self) -> tuple[int, int, float]:
        """How long they are."""
        return self.full, self.fast, self.full_share

    def counts(self) -> dict[str, float]:
        """What was counted since the beginning."""
        return {
            "games": self.games,
            "plies": self.plies,
            "evaluations": self.evaluations,
            "samples": self.samples,
            "proved": self.proved,
            "cut_short": self.cut_short,
            "unopened": self.unopened,
            "first_score": self.first_score,
        }

    def set_counts(self, counts: dict[str, float]) -> None:
        """Goes on counting from there."""
        self.games = int(counts.get("games", 0))
        self.plies = int(counts.get("plies", 0))
        self.evaluations = int(counts.get("evaluations", 0))
        self.samples = int(counts.get("samples", 0))
        self.proved = int(counts.get("proved", 0))
        self.cut_short = int(counts.get("cut_short", 0))
        self.unopened = int(counts.get("unopened", 0))
        self.first_score = counts.get("first_score", 0.0)

    def uniform(self) -> float:
        """A number from 0 to 1, which is left out."""
        return self.random.below(_UNITS) * _PART

    def gamma(self, shape: float) -> float:
        """A number of the gamma distribution with a shape from 0 to 1 (after Ahrens and Dieter)."""
        split = (_E + shape) / _E
        while True:
            place = split * self.uniform()
            if place <= 1.0:
                drawn = pow(place, 1.0 / shape)
                if self.uniform() <= exp(-drawn):
                    return drawn
            else:
                drawn = -log((split - place) / shape)
                if self.uniform() <= pow(drawn, shape - 1.0):
                    return drawn


class SelfPlayGame(NetworkTree):
    """A game in progress, the tree of the search for its next move, and its samples so far.

    `base` is the position of the game. A search has a `target_visits` of visits.
    """

    context: SelfPlayContext
    sample_buffer: SampleBuffer
    ply: int
    opening: int  # random moves it began with
    is_full_search: bool  # whether the search is a full one
    searching: bool  # whether the tree is that of the position
    target_visits: int
    chain: int  # of its samples

    @cython.locals(start=Position, shared=SelfPlayContext)
    def __init__(self, start: Position, shared: SelfPlayContext, exploration: float) -> None:
        super().__init__(FIRST_NODES, 0, 1, exploration=exploration, noise=0.0)
        self.context = shared
        self.sample_buffer = shared.sample_buffer
        self.random = shared.random
        self.scratch = shared.scratch
        self.probe = shared.probe
        self.base = start._copy()
        self.work = start._copy()
        self.full = False
        self.chain = _NONE
        self.searching = False
        self.ply = 0
        self.opening = 0

    # --- for the forest --------------------------------------------------------------------

    def state(self) -> tuple[str, int, int]:
        """The position, and how long the game is. Its search begins anew."""
        self.searching = False
        self.held = 0
        position: Position = getattr(self.base, "value", self.base)
        return position.text, self.ply, self.opening

    @cython.locals(position=Position)
    def restore(self, position: Position, ply: int, opening: int, chain: int) -> None:
        """Becomes a game in that state."""
        self.base._copy_from(position)
        self.ply = ply
        self.opening = opening
        self.chain = chain
        self.searching = False
        self.held = 0

    def make_room(self, count: int) -> bool:
        """The tree is as large as it has to be."""
        with cython.gil:
            self.enlarge(max(2 * self.capacity, self.used + count))
        return True

    # Most moves are never visited: what is not needed before the first visit is written then. Of
    # the moves of the root everything is needed.

    def init_nodes(self, first: int, count: int) -> int:
        if first == _ROOT_MOVES:
            return NetworkTree.init_nodes(self, first, count)
        for i in range(count):
            self.edges[first + i].move = self.scratch.items[i]
            self.edges[first + i].proof = 0
        self.nodes[first].mover = self.work.player
        return 0

    def open_child(self, node: int) -> int:
        child = self.nodes[node].first + self.nodes[node].opened
        if node:
            self.nodes[child].count = 0
            self.nodes[child].opened = 0
            self.nodes[child].visits = 0
            self.nodes[child].total = 0.0
            self.nodes[child].mover = self.nodes[self.nodes[node].first].mover
            self.nodes[child].floor = 0
        return NetworkTree.open_child(self, node)

    # --- the course of a game --------------------------------------------------------------

    def start_game(self, start: Position) -> int:
        """A new game from a start, with random moves at first in some."""
        self.chain = _NONE
        self.searching = False
        self.base._copy_from(start)
        self.ply = 0
        if self.context.openings and self.context.uniform() < self.context.opened:
            self.ply = self.base._playout(
                self.random, self.scratch, 1 + self.random.below(self.context.openings)
            )
        self.opening = self.ply
        return 0

    def advance_game(self, answers: Floats, answered: int, words: Words, at: int) -> bool:
        """Takes the answer to the last question, if there was one, which stands in `answers` from
        the place `answered` on, and goes on until there is another question, written into `words`
        from the place `at` on, or the game has ended: whether it has."""
        if self.held:
            self.receive_answer(answers, answered)
        while self.base.player >= 0:
            if not self.searching:
                self.start_search()
                if self.edges[0].proof == 0:
                    self.write_root_question(words, at)
                    return False
            elif self.edges[0].proof == 0 and self.nodes[0].visits < self.target_visits:
                if self.select_leaf(words, at) == _ASKED:
                    return False
            elif self.finish_search():
                return True
        return True

    def receive_answer(self, answers: Floats, answered: int) -> int:
        """Takes the answer to the question about the only leaf that is held."""
        self.apply_answer(0, answers, answered)
        self.held = 0
        self.context.evaluations += 1
        if self.is_full_search and self.depths[0] == 1:
            self.add_noise()
        return 0

    def start_search(self) -> int:
        """A tree of nothing but the root and its moves."""
        self.init_node(0, 0, _NOBODY)
        self.used = 1
        self.games = 0
        for seat in range(_SEATS):
            self.score_sums[seat] = 0.0
        self.work._copy_from(self.base)
        self.expand(0)
        self.is_full_search = self.context.uniform() < self.context.full_share
        self.target_visits = self.context.full if self.is_full_search else self.context.fast
        self.searching = True
        return 0

    def add_noise(self) -> int:
        """Mixes the priors of the root with a Dirichlet distribution, whose numbers stand where
        there is room for them until the first visit."""
        shape = min(1.0, _CONCENTRATION / self.nodes[0].count)
        last = self.nodes[0].first + self.nodes[0].count
        drawn = 0.0
        for child in range(self.nodes[0].first, last):
            self.nodes[child].total = self.context.gamma(shape)
            drawn += self.nodes[child].total
        for child in range(self.nodes[0].first, last):
            if drawn > 0:
                noise = self.nodes[child].total / drawn - self.edges[child].prior
                self.edges[child].prior += self.context.noise * noise
            self.nodes[child].total = 0.0
        return self.promote_best_prior(0)

    def finish_search(self) -> bool:
        """Makes the move that was found; whether the game has ended."""
        if self.is_full_search and self.games > 0:
            self.record()
        if self.edges[0].proof and self.context.uniform() >= self.context.play_on:
            self.context.proved += 1
            return self.finish_game(self.edges[0].proof)
        self.base._apply(self.edges[self.choose_move()].move)
        self.searching = False
        self.ply += 1
        if self.base.player < 0:
            return self.finish_game(self.base.winners)
        if self.ply >= self.context.longest:
            self.context.cut_short += 1
            return self.finish_game((1 << self.base.players) - 1)
        return False

    def finish_game(self, winners: int) -> bool:
        """The samples of the game are ripe."""
        self.context.samples += self.sample_buffer.finish_chain(
            self.chain, winners, self.base.players
        )
        self.chain = _NONE
        self.context.games += 1
        self.context.plies += self.ply
        if self.opening == 0:
            self.context.unopened += 1
            self.context.first_score += score_of(winners, 0)
        return True

    # --- what the search found -------------------------------------------------------------

    def weight(self, child: int) -> float:
        """What is to be said for a move of the root: its visits; but nothing when it is proved to
        lose, and where the result is proved only moves that lead to it count, all alike. Whoever is
        lost does what looked best."""
        value = score_of(self.edges[child].proof, self.base.player)
        result = score_of(self.edges[0].proof, self.base.player)
        if result > 0:
            return 1.0 if value >= result else 0.0
        if self.edges[child].proof and value == 0 and self.edges[0].proof == 0:
            return 0.0
        return self.nodes[child].visits

    def largest_weight(self) -> float:
        """The most that is to be said for a move."""
        best = 0.0
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            best = max(best, self.weight(child))
        return best

    def choose_move(self) -> int:
        """The node of the move to play, drawn by the weights; what is proved is played soon."""
        if score_of(self.edges[0].proof, self.base.player) > 0:
            return self.shortest_proof()
        best = self.largest_weight()
        if best == 0:
            return self.highest_prior()
        heat = self.context.temperature * pow(0.5, self.ply / self.context.cooling)
        sharpness = 1.0 / max(self.context.coolest, heat)
        left = 0.0
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            left += pow(self.weight(child) / best, sharpness)
        left *= self.context.uniform()
        chosen = self.nodes[0].first
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            weight = self.weight(child)
            if weight > 0:
                chosen = child
                left -= pow(weight / best, sharpness)
                if left < 0:
                    break
        return chosen

    def shortest_proof(self) -> int:
        """Of the moves that lead to the proved result, one with the fewest moves to the end."""
        best = -1
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            moves = self.edges[child].distance
            if self.weight(child) > 0 and (best < 0 or moves < self.edges[best].distance):
                best = child
        return best

    def highest_prior(self) -> int:
        """Where all that was tried loses: the move with the highest prior of the others, or any."""
        best = -1
        for child in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
            prior = self.edges[child].prior
            if self.edges[child].proof == 0 and (best < 0 or prior > self.edges[best].prior):
                best = child
        return best if best >= 0 else self.nodes[0].first + self.random.below(self.nodes[0].count)

    def record(self) -> int:
        """Keeps the position of the game with what the search found."""
        best = self.largest_weight()
        if best == 0:
            return 0
        row = self.sample_buffer.new_row(self.chain)
        self.chain = row
        self.base._encode(self.sample_buffer.questions, row * self.sample_buffer.words)
        self.sample_buffer.players[row] = self.base.player
        self.record_values(row)
        kept = min(self.nodes[0].opened, self.sample_buffer.moves)
        for i in range(kept):
            self.record_move(row, i, self.nodes[0].first + i, best)
        room = self.sample_buffer.moves - kept
        for i in range(self.nodes[0].opened, self.nodes[0].count):
            if room > 0 and self.random.below(self.nodes[0].count - i) < room:
                self.record_move(
                    row, self.sample_buffer.moves - room, self.nodes[0].first + i, best
                )
                room -= 1
        return 0

    def record_values(self, row: int) -> int:
        """What the search thinks of the players."""
        players = self.base.players
        for seat in range(self.sample_buffer.seats):
            player = (self.base.player + seat) % players
            if seat >= players:
                value = 0.0
            elif self.edges[0].proof:
                value = score_of(self.edges[0].proof, player)
            else:
                value = self.score_sums[player] / self.games
            self.sample_buffer.values[row * self.sample_buffer.seats + seat] = value
        return 0

    def record_move(self, row: int, place: int, child: int, best: float) -> int:
        """The entries of a move and how good it was found, at a place of a row."""
        at = row * self.sample_buffer.moves + place
        for i in range(self.base._policy_indices(self.edges[child].move, self.parts, 0)):
            self.sample_buffer.entries[at * self.sample_buffer.parts + i] = self.parts[i]
        weight = self.weight(child)
        if best > _FEW and weight <= _LONE:
            weight = 0.0
        self.sample_buffer.visits[at] = cython.cast(cython.ulonglong, _BEST * weight / best + 0.5)
        return 0
