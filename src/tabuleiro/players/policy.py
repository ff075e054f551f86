"""Searches that draw their move: the policy of a network, and a tree search with a temperature."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, isfinite
from random import Random
from time import perf_counter

from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.search.evaluator import Network, answer_size, evaluate_batch, invalid_answer
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress, Variation

ALL = 1_000_000  # more than the moves of any position


@dataclass(frozen=True)
class Prediction:
    """What a network predicts: the logit of each legal move, the expected score of each player."""

    logits: Mapping[int, float]
    values: tuple[float, ...]


def predict(network: Network, position: Position) -> Prediction:
    """What a network predicts for a position in which the game is not over."""
    options = position.options()
    shape = network.encoding.shape(options)
    question = memoryview(array("Q", position.encode()))
    answer = evaluate_batch(network, question, shape, answer_size(network, options)).tolist()
    moves = position.legal_moves()
    logits = {move: sum(answer[entry] for entry in position.policy_indices(move)) for move in moves}
    if not all(isfinite(logit) for logit in logits.values()):
        raise invalid_answer()
    return Prediction(logits, values_by_player(answer[len(answer) - network.seats :], position))


def values_by_player(values: Sequence[float], position: Position) -> tuple[float, ...]:
    """The expected score of each player, from values that start with the player to move; values of
    empty seats are left out."""
    taken = values[: position.players]
    total = sum(taken)
    if not (min(values) >= 0 < total < inf):  # refuses nan too
        raise invalid_answer()
    first = len(taken) - position.player
    return tuple(value / total for value in (*taken[first:], *taken[:first]))


class PolicySearch:
    """Plays the policy of a network without search: the move with the highest logit, or with a
    `temperature` a random move with the odds exp(logit / temperature). A move is one node."""

    def __init__(self, network: Network, *, seed: int = 1, temperature: float = 0.0) -> None:
        self.network = network
        self.temperature = temperature
        self._chance = Random(seed)

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """The move at once, whatever the limit. Nothing if the game is over."""
        begun = perf_counter()
        if position.over:
            return
        prediction = predict(self.network, position)
        move = self._choose(prediction.logits)
        value = prediction.values[position.player]
        yield Progress(1, value, None, 1, perf_counter() - begun, (move,))

    def clear(self) -> None:
        """There is nothing to forget."""

    def _choose(self, logits: Mapping[int, float]) -> int:
        best = max(logits, key=lambda move: logits[move])
        if not self.temperature:
            return best
        odds = [exp((logit - logits[best]) / self.temperature) for logit in logits.values()]
        return self._chance.choices([*logits], odds)[0]


class TemperatureSearch:
    """A tree search that plays a random one of the visited moves: the odds of a move are its visits
    to the power of 1 / `temperature`. A proved win is always played, a proved loss only if there is
    no other move. With an infinite limit the best move is played."""

    def __init__(self, search: Mcts, temperature: float, seed: int) -> None:
        self._search = search
        self._temperature = temperature
        self._chance = Random(seed)

    def search(
        self, position: Position, limit: Limit, stop: StopFlag | None = None
    ) -> Iterator[Progress]:
        """The progress of the search; the last report has the move to play."""
        last = None
        for last in self._search.search(position, limit, stop):
            yield last
        if last and not (limit.infinite or last.proved):
            yield self._with_random_move(last)

    def clear(self) -> None:
        """Forgets everything."""
        self._search.clear()

    def _with_random_move(self, progress: Progress) -> Progress:
        """The same report with a random move."""
        known = self._search.tree.variations(ALL)
        tried = [one for one in known if one.share and not (one.proved and one.value == 0)]
        if not tried:
            return progress
        chosen = self._draw(tried)
        return replace(
            progress,
            depth=len(chosen.line),
            value=chosen.value,
            mate=chosen.mate,
            line=chosen.line,
            proved=chosen.proved and chosen.value == 1,
        )

    def _draw(self, tried: list[Variation]) -> Variation:
        most = max(one.share for one in tried)
        odds = [(one.share / most) ** (1 / self._temperature) for one in tried]
        return self._chance.choices(tried, odds)[0]
