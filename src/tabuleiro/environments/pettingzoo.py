"""`PettingZooEnvironment`: every game as an environment of PettingZoo (AEC)."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tabuleiro.core.actions import action_space
from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import Position
from tabuleiro.environments.gymnasium import planes_space
from tabuleiro.environments.starts import StartSource, rewards

Observation = dict[str, Any]


class PettingZooEnvironment(AECEnv[str, Observation, int | None]):
    """A game for agents `player_0`, `player_1` and so on, who move in the order of its rules.

    An observation has the planes ("observation") as the player to move sees them, and for that
    player the legal actions ("action_mask"); for the others no action is legal. Rewards come at the
    end: 1 for a sole win, 0 for a draw, and they sum to 0. An illegal action raises MoveError.
    """

    def __init__(
        self,
        game: str | Position = "squex",
        *,
        max_moves: int = CAP,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._starts = StartSource(game, 1)
        self._max_moves = max_moves
        self.render_mode = render_mode
        self.position = self._starts.example
        name = self.position.game.id
        self.metadata = {
            "name": f"tabuleiro_{name}", "render_modes": ["ansi"], "is_parallelizable": False
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(self.position.players)]
        size = action_space(self.position).size
        observations = spaces.Dict(
            {
                "observation": planes_space(self.position),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game."""
        if seed is not None:
            self._starts.seed(seed)
        self.position = self._starts.next()
        self.length = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.player]

    def step(self, action: Any) -> None:
        """Plays an action of the selected agent; None if the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(self.position.move_of(action))
        self.length += 1
        over, truncated = self.position.over, self.length >= self._max_moves
        self.rewards = dict(zip(self.possible_agents, rewards(self.position), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, truncated and not over)
        if not over:
            self.agent_selection = self.possible_agents[self.position.player]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        mask = self.position.action_mask().astype(np.int8)
        to_move = not self.position.over and agent == self.possible_agents[self.position.player]
        return {
            "observation": self.position.tensor(),
            "action_mask": mask if to_move else np.zeros_like(mask),
        }

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
