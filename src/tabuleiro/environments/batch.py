"""Many games played in step in one thread, without Python's lock: the core of `vector.py`.

All results are in arrays of that module, one row for each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from tabuleiro.core.bits import Row
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import Random, addresses_of
from tabuleiro.core.tensors import TensorWriter

if not cython.compiled:
    from tabuleiro.core.tensors import working_copy

    def show_game(game: BatchGame) -> int:
        """Writes the position of a game."""
        return game.show()

    def step_game(game: BatchGame, action: int) -> int:
        """Plays an action."""
        return game.step(action)


class BatchArrays:
    """The rows of all games, one after the other; `tensors` is empty if nobody needs them."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.masks = arrays["masks"]
        self.tensors = arrays["tensors"]
        self.players = arrays["players"]
        self.rewards = arrays["rewards"]
        self.terminated = arrays["terminated"]
        self.truncated = arrays["truncated"]
        self.with_tensors = len(arrays["tensors"]) > 0


class BatchGame:
    """One game. `start` is where the next game starts; `most` is the most moves of a game."""

    @cython.locals(start=Position)
    def __init__(
        self, number: int, start: Position, most: int, writer: TensorWriter, arrays: BatchArrays
    ) -> None:
        self.number = number
        self.position = start._copy()
        self.start = start._copy()
        self.length = 0
        self.most = most
        self.writer = writer
        self.arrays = arrays

    def set_start(self, start: Position) -> None:
        """Sets where the next game starts."""
        self.start = working_copy(start)

    def show(self) -> int:
        """Writes the mask, the planes and the player of the position."""
        self.writer.write_mask(self.position, self.arrays.masks, self.number * self.writer.actions)
        if self.arrays.with_tensors:
            self.writer.write_planes(
                self.position, self.arrays.tensors, self.number * self.writer.size
            )
        self.arrays.players[self.number] = self.position.player
        return 0

    def step(self, action: int) -> int:
        """Plays a legal action. When the game ends, the next one starts at once."""
        self.position._apply(self.writer.move_of(self.position.player, action))
        self.length += 1
        over = self.position.player < 0
        self.arrays.terminated[self.number] = over
        self.arrays.truncated[self.number] = not over and self.length >= self.most
        self._write_rewards()
        if over or self.length >= self.most:
            self.position._copy_from(self.start)
            self.length = 0
        return self.show()

    def _write_rewards(self) -> int:
        """1 for a sole win, 0 for a first place shared by all; the rewards sum to 0."""
        players = self.position.players
        winners = 0
        for player in range(players):
            winners += self.position.winners >> player & 1
        for player in range(players):
            reward = 0.0
            if winners:
                reward = 1.0 * players / winners if self.position.winners >> player & 1 else 0.0
                reward = (reward - 1) / (players - 1)
            self.arrays.rewards[self.number * players + player] = reward
        return 0


class Batch:
    """The games from the number `first` on; each has its own start."""

    def __init__(
        self, first: int, starts: Sequence[Position], most: int, arrays: BatchArrays
    ) -> None:
        writer = TensorWriter(starts[0])
        self.first = first
        self.arrays = arrays
        self.actions = writer.actions
        self.games = [
            BatchGame(first + number, start, most, writer, arrays)
            for number, start in enumerate(starts)
        ]
        self.count = len(self.games)
        self.addresses = addresses_of(self.games)

    def show(self) -> int:
        """Writes all positions."""
        with cython.nogil:
            for number in range(self.count):
                show_game(self.addresses[number])
        return 0

    def first_illegal(self, actions: Row) -> int:
        """The number of the first game whose action is not legal; -1 if all are."""
        for number in range(self.first, self.first + self.count):
            action = actions[number]
            if not 0 <= action < self.actions:
                return number
            if not self.arrays.masks[number * self.actions + action]:
                return number
        return -1

    def step(self, actions: Row) -> int:
        """Plays the legal action of each game; `actions` has those of all batches."""
        with cython.nogil:
            for number in range(self.count):
                step_game(self.addresses[number], actions[self.first + number])
        return 0

    def sample(self, random: Random, out: Row) -> int:
        """Writes a random legal action for each game, all equally likely."""
        with cython.nogil:
            for number in range(self.first, self.first + self.count):
                out[number] = self.pick(random, number * self.actions)
        return 0

    def pick(self, random: Random, at: int) -> int:
        """A random action of the mask that starts there."""
        legal = 0
        for action in range(self.actions):
            legal += self.arrays.masks[at + action]
        left = random.below(legal)
        action = 0
        while left or not self.arrays.masks[at + action]:
            left -= self.arrays.masks[at + action]
            action += 1
        return action
