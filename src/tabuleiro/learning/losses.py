"""The policy and value losses, and the figures that are logged with them."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

EXCLUDED = -1e4  # a logit whose probability is 0, also in low precision
EPSILON = 1e-6


@dataclass(frozen=True)
class TrainingTargets:
    """The targets of a batch: the policy indices of the legal moves (questions, moves, parts; -1
    for none), the visits of each move, the result of the game and the value of the search for each
    seat from the player to move on, and the number of players."""

    entries: Tensor
    visits: Tensor
    results: Tensor
    values: Tensor
    players: Tensor


def move_logits(logits: Tensor, entries: Tensor) -> Tensor:
    """The logits of moves: sums of their entries. Rows without a move are excluded."""
    there = entries >= 0
    known = entries.clamp(min=0).long()
    picked = logits.gather(1, known.flatten(1)).view(entries.shape)
    return (picked * there).sum(2).masked_fill(~there[:, :, 0], EXCLUDED)


def cross_entropy(targets: Tensor, logs: Tensor) -> Tensor:
    """The mean cross-entropy of targets and log probabilities."""
    return -(targets * logs).sum(1).mean()


class Losses(NamedTuple):
    """The losses of a batch, and figures that are easier to read: the entropies of the policies of
    search and network, how often they agree on the best move, and how often the player for whom
    the network expects most came first."""

    policy: Tensor
    value: Tensor
    target_entropy: Tensor
    entropy: Tensor
    agreement: Tensor
    accuracy: Tensor

    def figures(self) -> Tensor:
        """All of them in one row, in the order of FIGURES."""
        return torch.stack([figure.detach().float() for figure in self])


FIGURES = Losses._fields


def compute_losses(logits: Tensor, seats: Tensor, targets: TrainingTargets, trust: float) -> Losses:
    """The losses of answers; `seats` are logits, and those of empty seats are ignored."""
    moves = torch.log_softmax(move_logits(logits.float(), targets.entries), 1)
    visits = targets.visits.float()
    wanted = visits / visits.sum(1, keepdim=True).clamp(min=1.0)
    absent = torch.arange(seats.shape[1], device=seats.device) >= targets.players[:, None]
    scores = torch.log_softmax(seats.float().masked_fill(absent, EXCLUDED), 1)
    results = targets.results
    expected = scores.argmax(1, keepdim=True)
    return Losses(
        policy=cross_entropy(wanted, moves),
        value=cross_entropy((1 - trust) * results + trust * targets.values, scores),
        target_entropy=cross_entropy(wanted, torch.log(wanted + EPSILON)),
        entropy=cross_entropy(moves.exp(), moves),
        agreement=(moves.argmax(1) == wanted.argmax(1)).float().mean(),
        accuracy=(results.gather(1, expected)[:, 0] >= results.amax(1) - EPSILON).float().mean(),
    )
