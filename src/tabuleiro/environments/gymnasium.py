"""`GymnasiumEnvironment`: one side of a game as an environment of Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import Position
from tabuleiro.environments.starts import StartSource, rewards
from tabuleiro.players import make_player

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = 2**31
LARGEST = 255  # a number of a position is a byte


def planes_space(position: Position) -> Box:
    """The space of `position.tensor()`."""
    return Box(0, LARGEST, position.tensor().shape, np.float32)


class GymnasiumEnvironment(gymnasium.Env["NDArray[np.float32]", np.int64]):
    """You play one side, and a computer player named `opponent` plays all others.

    `player` is your side, from 0; without it, each game draws one. An observation is the planes of
    the position as you see them, and `info["action_mask"]` says which actions are legal
    (`action_masks()` returns the same). The reward at the end is 1 for a win, 0 for a draw, and
    less for a loss: -1 with two players. An illegal action loses at once: `info["illegal"]` is set.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Position = "squex",
        opponent: str = "random",
        *,
        player: int | None = 0,
        max_moves: int = CAP,
        render_mode: str | None = None,
    ) -> None:
        self._starts = StartSource(game, 1)
        self.position = self._starts.example
        self._player = player
        self._opponent = opponent
        self._max_moves = max_moves
        self.render_mode = render_mode
        players = self.position.players
        if player is not None and player not in range(players):
            facts = {"player": player, "players": players}
            reason = say("there is no player {player} in a game of {players}, from 0", **facts)
            raise TabuleiroError(reason)
        self.observation_space = planes_space(self.position)
        self.action_space = Discrete(len(self.position.action_mask()))
        self._make_opponents(1)

    def _make_opponents(self, seed: int) -> None:
        game, seats = self.position.game, range(self.position.players)
        self._opponents = [make_player(self._opponent, game, seed + seat) for seat in seats]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts a new game; the opponents move first if it is their turn."""
        super().reset(seed=seed)
        self._starts.seed(int(self.np_random.integers(SEEDS)))
        if seed is not None:
            self._make_opponents(seed)
        for opponent in self._opponents:
            opponent.forget()
        self.position = self._starts.next()
        self._length = 0
        players = self.position.players
        self.seat = int(self.np_random.integers(players)) if self._player is None else self._player
        self._let_opponents_move()
        return self.position.tensor(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the moves of the opponents until it is your turn again."""
        if not self.action_masks()[action]:
            loss = -1 / (self.position.players - 1)
            return self.position.tensor(), loss, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(self.position.move_of(int(action)))
        self._length += 1
        self._let_opponents_move()
        over = self.position.over
        truncated = not over and self._length >= self._max_moves
        reward = rewards(self.position)[self.seat]
        return self.position.tensor(), reward, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self.position.action_mask()

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the opponents."""
        for opponent in self._opponents:
            opponent.close()

    def _let_opponents_move(self) -> None:
        while not self.position.over and self.position.player != self.seat:
            move = self._opponents[self.position.player].choose(self.position).move
            self.position = self.position.play(move)
            self._length += 1

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}
