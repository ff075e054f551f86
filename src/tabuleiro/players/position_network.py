"""`load_network`: a trained network that evaluates positions, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, check_type, say
from tabuleiro.core.position import Position
from tabuleiro.core.tensors import TensorWriter, write_policies, write_tensors
from tabuleiro.games import find_game
from tabuleiro.players.networks import find_network
from tabuleiro.players.policy import values_by_player
from tabuleiro.search.evaluator import invalid_answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tabuleiro.players.onnx_network import OnnxNetwork


class Evaluations(NamedTuple):
    """What a network says about positions, a row each: the probability of each action that it would
    choose it, and the expected score of each player, from 0 to 1."""

    policies: NDArray[np.float32]
    values: NDArray[np.float32]


class PositionNetwork:
    """A network of one game that evaluates positions in batches."""

    def __init__(self, network: OnnxNetwork, game: Game[Any]) -> None:
        self._network = network
        self._game = game

    def evaluate(self, positions: Sequence[Position]) -> Evaluations:
        """Evaluates positions with the same options in which the game is not over."""
        import numpy as np

        check_type("positions", positions, Iterable)
        rows = list(positions)
        writer = self._writer(rows)
        planes = np.empty((len(rows), *writer.shape), np.float32)
        write_tensors(writer, rows, planes.reshape(-1).data)
        logits, values = self._network.run(planes)
        logits = np.ascontiguousarray(logits, np.float32)
        policies = np.empty((len(rows), writer.actions), np.float32)
        answers = logits.reshape(-1).data
        if not write_policies(writer, rows, answers, logits.shape[1], policies.reshape(-1).data):
            raise invalid_answer()
        by_player = [values_by_player(*one) for one in zip(values.tolist(), rows, strict=True)]
        return Evaluations(policies, np.array(by_player, np.float32))

    def _writer(self, positions: list[Position]) -> TensorWriter:
        """What writes these positions; TabuleiroError if they cannot be evaluated together."""
        for position in positions:
            check_type("position", position, Position)
        if not positions or {position.game for position in positions} != {self._game}:
            name = self._game.name
            raise TabuleiroError(say("this network evaluates positions of {game} only", game=name))
        if any(position.over for position in positions):
            raise TabuleiroError(say("the game is over in one of the positions: leave it out"))
        options = positions[0].options()
        if any(position.options() != options for position in positions):
            raise TabuleiroError(say("positions that are evaluated together have the same options"))
        return TensorWriter(positions[0])


def load_network(game: Game[Any] | str, file: str | None = None) -> PositionNetwork:
    """The network of a game: the one that comes with it, or one from an ONNX file."""
    game = game if isinstance(game, Game) else find_game(game)
    network: Any = find_network(game, file)
    return PositionNetwork(network, game)
