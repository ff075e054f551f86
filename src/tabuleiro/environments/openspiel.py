"""Our games as games of OpenSpiel, and its bots as our players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tabuleiro.core.actions import action_space
from tabuleiro.core.extras import import_extra
from tabuleiro.core.game import Game
from tabuleiro.core.options import Options, Value
from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.environments.starts import rewards
from tabuleiro.games import games
from tabuleiro.players import MoveChoice, Player
from tabuleiro.search.limit import NO_LIMIT, Limit

PREFIX = "tabuleiro_"
SIMULATIONS = 1000  # for a move of the tree search
UCT_C = 2.0  # how much it explores


def register_games() -> list[str]:
    """Registers every game with pyspiel, and returns their names there: `tabuleiro_squex` and so
    on. The parameters are the options of the game, with `_` for `-`. Calling it again registers
    nothing new."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if PREFIX + game.id not in known and game.actions is not None:
            # A class of its own: pyspiel may release it only after Python has ended, which crashes
            # with a function.
            made = type(f"Spiel_{game.id}", (SpielGame,), {"source": game})
            pyspiel.register_game(game_type(game), made)
    return [PREFIX + game.id for game in games().values() if game.actions is not None]


def load_game(position: Position) -> Any:
    """The game of OpenSpiel that a position belongs to."""
    game = position.game
    register_games()
    return pyspiel.load_game(PREFIX + game.id, parameters_of(game, position.options()))


def game_type(game: Game[Any]) -> Any:
    """What pyspiel has to know about a game."""
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.encoding is not None,
        parameter_specification=parameters_of(game, {}),
    )


def parameters_of(game: Game[Any], options: Options) -> dict[str, Value]:
    """The options of a game as parameters; those that are not given have their defaults."""
    values = {one.name: options.get(one.name, one.default) for one in game.options}
    return {name.replace("-", "_"): value for name, value in values.items()}


class SpielGame(pyspiel.Game):
    """A game with its options; `source` is ours."""

    source: ClassVar[Game[Any]]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.start: Position = self.source.start(**(parameters or {}))
        players = self.start.players
        info = pyspiel.GameInfo(
            num_distinct_actions=action_space(self.start).size,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=CAP,
        )
        super().__init__(game_type(self.source), info, parameters or {})

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes the observations."""
        return SpielObserver(self.start)


class SpielState(pyspiel.State):
    """A state around a position, which is a value: clones share it."""

    def __init__(self, game: SpielGame, position: Position | None = None) -> None:
        super().__init__(game)
        self.position = game.start if position is None else position

    def current_player(self) -> int:
        """The player to move."""
        over: int = pyspiel.PlayerId.TERMINAL
        return over if self.position.over else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.position.action_of, self.position.legal_moves()))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.position.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_text(self.position.move_of(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def returns(self) -> tuple[float, ...]:
        """The reward of each player so far."""
        return rewards(self.position)

    def __str__(self) -> str:
        return self.position.text


class SpielObserver:
    """Writes what all players see: the planes for the player to move, and the position text."""

    def __init__(self, start: Position) -> None:
        planes = start.tensor() if start.game.encoding else np.zeros(0, np.float32)
        self.tensor = np.zeros(planes.size, np.float32)
        self.dict = {"planes": self.tensor.reshape(planes.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the planes of a state."""
        if self.tensor.size:
            self.tensor[:] = state.position.tensor().reshape(-1)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return state.position.text


class BotPlayer(Player):
    """A bot of OpenSpiel as a player: `make_bot` makes it for a game of pyspiel. The bot sees each
    position without the moves before it."""

    def __init__(self, make_bot: Callable[[Any], Any]) -> None:
        self._make_bot = make_bot
        self._bots: dict[str, Any] = {}

    def think(
        self, position: Position, limit: Limit = NO_LIMIT, stop: StopFlag | None = None
    ) -> Iterator[MoveChoice]:
        key = position.game.text_with(position.options())
        if key not in self._bots:
            game = load_game(position)
            self._bots[key] = game, self._make_bot(game)
        game, bot = self._bots[key]
        action = bot.step(SpielState(game, position))
        yield MoveChoice(position.move_of(action))

    def forget(self) -> None:
        for _, bot in self._bots.values():
            bot.restart()


class TreeSearchPlayer(BotPlayer):
    """OpenSpiel's tree search in Python with random games: the player named `openspiel`. It makes
    `nodes` simulations for a move."""

    def __init__(self, game: Game[Any], seed: int, nodes: int = SIMULATIONS) -> None:
        mcts = import_extra("open_spiel.python.algorithms.mcts")

        def make_bot(spiel_game: Any) -> Any:
            chance = np.random.RandomState(seed % 2**32)
            evaluator = mcts.RandomRolloutEvaluator(1, chance)
            return mcts.MCTSBot(spiel_game, UCT_C, nodes, evaluator, random_state=chance)

        super().__init__(make_bot)
