"""The network: a residual convolutional network with policy and value heads, for boards of every
size.

Every second block adds the mean and the maximum of each channel over the board to all cells. The
output is one logit for each entry of the policy planes, and one for the expected score of every
seat, the player to move first. For inference a network is folded: its normalisation becomes part of
the convolutions before it.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

MOMENTUM = 0.05  # the weight of a batch in the running averages
FARTHEST = 3.0  # the largest correction of a batch towards the running averages
HEAD_CHANNELS = 32  # of both heads


@dataclass(frozen=True)
class Architecture:
    """The sizes of a network: input and policy planes, seats, blocks, and channels of each."""

    inputs: int
    answers: int
    seats: int
    blocks: int
    channels: int


class BatchRenormalisation(nn.BatchNorm2d):
    """Batch renormalisation: in training, a batch is normalised by its own statistics and then
    corrected to the running averages. So features that all positions of a batch share, such as the
    size of the board, are not lost, and the network is trained as it is used."""

    def forward(self, x: Tensor) -> Tensor:
        if not self.training:
            return super().forward(x)
        with torch.no_grad():
            variance, mean = torch.var_mean(x.float(), (0, 2, 3), correction=0)
            self.num_batches_tracked.add_(1)
            share = (1 / self.num_batches_tracked.float()).clamp(min=MOMENTUM)
            self.running_mean.lerp_(mean, share)
            self.running_var.lerp_(variance, share)
            usual = torch.sqrt(self.running_var + self.eps)
            wider = (torch.sqrt(variance + self.eps) / usual).clamp(1 / FARTHEST, FARTHEST)
            higher = ((mean - self.running_mean) / usual).clamp(-FARTHEST, FARTHEST)
        weight, bias = self.weight * wider, self.bias + self.weight * higher
        return functional.batch_norm(x, None, None, weight, bias, training=True, eps=self.eps)


class Convolution(nn.Module):
    """A convolution with normalisation, or folded, with a bias instead."""

    def __init__(self, inputs: int, outputs: int, size: int, *, folded: bool) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=folded)
        self.norm = nn.Identity() if folded else BatchRenormalisation(outputs)

    def forward(self, x: Tensor) -> Tensor:
        normal: Tensor = self.norm(self.convolution(x))
        return normal


class ResidualBlock(nn.Module):
    """Two convolutions with a shortcut; a `wide` block pools the whole board between them."""

    def __init__(self, channels: int, *, wide: bool, folded: bool) -> None:
        super().__init__()
        self.first = Convolution(channels, channels, 3, folded=folded)
        self.second = Convolution(channels, channels, 3, folded=folded)
        self.wide = nn.Linear(2 * channels, channels) if wide else None

    def forward(self, x: Tensor) -> Tensor:
        inner = self.first(x)
        if self.wide is not None:
            inner = inner + self.wide(global_pool(functional.relu(inner)))[:, :, None, None]
        return functional.relu(x + self.second(functional.relu(inner)))


class Net(nn.Module):
    """From planes to logits of the entries and of the seats."""

    def __init__(self, architecture: Architecture, *, folded: bool = False) -> None:
        super().__init__()
        self.architecture = architecture
        channels = architecture.channels
        self.stem = Convolution(architecture.inputs + 1, channels, 3, folded=folded)
        self.blocks = nn.ModuleList(
            ResidualBlock(channels, wide=number % 2 == 1, folded=folded)
            for number in range(architecture.blocks)
        )
        self.policy = Convolution(channels, HEAD_CHANNELS, 1, folded=folded)
        self.entries = nn.Conv2d(HEAD_CHANNELS, architecture.answers, 1)
        self.value = Convolution(channels, HEAD_CHANNELS, 1, folded=folded)
        self.inner = nn.Linear(2 * HEAD_CHANNELS, HEAD_CHANNELS)
        self.seats = nn.Linear(HEAD_CHANNELS, architecture.seats)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        board = torch.ones_like(planes[:, :1])  # marks the board: padding is 0
        x = functional.relu(self.stem(torch.cat([planes, board], 1)))
        for block in self.blocks:
            x = block(x)
        logits = self.entries(functional.relu(self.policy(x))).flatten(1)
        pooled = global_pool(functional.relu(self.value(x)))
        return logits, self.seats(functional.relu(self.inner(pooled)))


def global_pool(x: Tensor) -> Tensor:
    """The mean and the maximum of every channel."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class InferenceModel(nn.Module):
    """A folded network for inference: logits, and expected scores that sum to 1."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        logits, seats = self.net(planes)
        return logits.float(), torch.softmax(seats.float(), 1)


@torch.no_grad()
def fold(net: Net, folded: Net) -> None:
    """Copies a network, in evaluation mode, into a folded one in place."""
    source = dict(net.named_modules())
    for name, part in folded.named_modules():
        own = source[name]
        if isinstance(part, Convolution):
            scale = own.norm.weight / torch.sqrt(own.norm.running_var + own.norm.eps)
            part.convolution.weight.copy_(own.convolution.weight * scale[:, None, None, None])
            part.convolution.bias.copy_(own.norm.bias - own.norm.running_mean * scale)
        elif isinstance(part, nn.Linear) or part is folded.entries:
            part.weight.copy_(own.weight)
            part.bias.copy_(own.bias)


def folded_copy(net: Net) -> Net:
    """A folded copy of a network, on its device."""
    device = next(net.parameters()).device
    folded = Net(net.architecture, folded=True).to(device).eval()
    fold(net, folded)
    return folded
