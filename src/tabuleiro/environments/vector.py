"""`VectorEnvironment`: many games played in step, with NumPy arrays; needs NumPy only."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tabuleiro.core.message import MoveError, TabuleiroError, check_type, say
from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import Random
from tabuleiro.core.tensors import TensorWriter, require_planes
from tabuleiro.environments.batch import Batch, BatchArrays
from tabuleiro.environments.starts import StartSource

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

SEEDS = 2**32
MOST_MOVES = 2**31 - 1  # what the compiled games can count


class VectorStep(NamedTuple):
    """What a step of a `VectorEnvironment` returns: arrays with a row for each game.

    `observations` are the planes [planes, rows, columns] as the player to move sees them, `masks`
    say which actions are legal, and `players` has the player to move, from 0. `rewards` has a
    number for each player, and is not 0 only when a game ended. Where `terminated` (the game ended)
    or `truncated` (it had too many moves) is set, the rest of the row is about a new game.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class VectorEnvironment:
    """Plays `games` games at the same time. A game that ends starts again in the same step.

    The arrays that `reset` and `step` return are read-only and always the same: a step changes
    them, so copy what you keep. Without `observations` that array is empty, and steps are faster.
    The results depend on the seed and not on the number of `threads`; games written in plain Python
    gain nothing from threads. A game is `truncated` after `max_moves` moves, as a draw.
    """

    def __init__(
        self,
        game: str | Position,
        games: int,
        *,
        seed: int = 1,
        threads: int = 1,
        observations: bool = True,
        max_moves: int = CAP,
    ) -> None:
        for name, number in (("games", games), ("threads", threads), ("max_moves", max_moves)):
            check_type(name, number, int)
            if number < 1:
                raise TabuleiroError(say("{name} must be 1 or more", name=name))
        self._starts = StartSource(game, seed)
        self._threads = min(threads, games)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._max_moves = min(max_moves, MOST_MOVES)
        example = self._starts.example
        writer = TensorWriter(example)
        if observations:
            require_planes(writer)
        self.games = games = int(games)
        self.players = example.players
        self.actions = writer.actions
        self.observation_shape: tuple[int, int, int] = writer.shape
        self._arrays = {
            "tensors": np.zeros((games if observations else 0, *writer.shape), np.float32),
            "masks": np.zeros((games, self.actions), np.bool_),
            "players": np.zeros(games, np.int32),
            "rewards": np.zeros((games, self.players), np.float32),
            "terminated": np.zeros(games, np.bool_),
            "truncated": np.zeros(games, np.bool_),
        }
        self._step = VectorStep(*map(read_only, self._arrays.values()))
        self.reset()

    def reset(self, seed: int | None = None) -> VectorStep:
        """Starts all games again; without a seed, with other random numbers than before."""
        if seed is not None:
            self._starts.seed(seed)
        for name in ("rewards", "terminated", "truncated"):
            self._arrays[name].fill(0)
        rows = BatchArrays({name: flat_view(one) for name, one in self._arrays.items()})
        size = -(-self.games // self._threads)
        self._random = Random(self._starts.chance.randrange(SEEDS))
        self._batches = [
            Batch(
                first,
                [self._starts.next() for _ in range(min(size, self.games - first))],
                self._max_moves,
                rows,
            )
            for first in range(0, self.games, size)
        ]
        self._draw_starts(range(self.games))
        self._run(Batch.show)
        return self._step

    def step(self, actions: ArrayLike) -> VectorStep:
        """Plays one action in each game; MoveError, and nothing changes, if one is not legal."""
        try:
            chosen = np.ascontiguousarray(actions, np.int64)
        except (TypeError, ValueError, OverflowError) as error:
            raise TabuleiroError(say("step takes an array of whole numbers")) from error
        if chosen.shape != (self.games,):
            facts = {"games": self.games, "shape": chosen.shape}
            raise TabuleiroError(say("step takes {games} actions, not the shape {shape}", **facts))
        for batch in self._batches:
            if (number := batch.first_illegal(chosen.data)) >= 0:
                facts = {"action": int(chosen[number]), "number": number}
                raise MoveError(say("{action} is not a legal action in game {number}", **facts))
        self._run(Batch.step, chosen.data)
        if self._starts.random:
            self._draw_starts(np.flatnonzero(self._step.terminated | self._step.truncated))
        return self._step

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal action for each game."""
        actions = np.empty(self.games, np.int64)
        for batch in self._batches:
            batch.sample(self._random, actions.data)
        return actions

    def close(self) -> None:
        """Ends the threads."""
        if self._pool:
            self._pool.shutdown()

    def _run(self, work: Any, *arguments: Any) -> None:
        if self._pool is None:
            work(self._batches[0], *arguments)
        else:
            list(self._pool.map(lambda batch: work(batch, *arguments), self._batches))

    def _draw_starts(self, numbers: Any) -> None:
        """Draws where the next games of these numbers start."""
        if self._starts.random:
            size = len(self._batches[0].games)
            for number in numbers:
                game = self._batches[number // size].games[number % size]
                game.set_start(self._starts.next())


def flat_view(array: NDArray[Any]) -> memoryview:
    """The numbers of an array in a row; truth values as bytes."""
    return (array.view(np.uint8) if array.dtype == np.bool_ else array).reshape(-1).data


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
