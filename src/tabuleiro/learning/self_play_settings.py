"""The settings of self-play games."""

from dataclasses import dataclass, fields
from math import inf

from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.playouts import CAP
from tabuleiro.search.network_mcts import EXPLORATION

RANGES: dict[str, tuple[float, float]] = {  # of settings that do not take all numbers from 0 on
    "full": (1, 2**20), "fast": (1, 2**20), "longest": (1, 2**20), "openings": (0, 2**20),
    "moves": (1, 2**15), "full_share": (0, 1), "noise": (0, 1), "opened": (0, 1),
    "play_on": (0, 1), "cooling": (0.01, inf), "coolest": (0.01, inf),
}  # fmt: skip


@dataclass(frozen=True)
class SelfPlaySettings:
    """How self-play games are played.

    A share of the moves, `full_share`, is searched with `full` evaluations and recorded; the others
    are searched with `fast` ones. `exploration` is the weight of the priors; at the root of a full
    search they are mixed with a share `noise` of a Dirichlet distribution. A share `opened` of the
    games begins with up to `openings` random moves. Moves are drawn by their visits with a
    `temperature` that halves every `cooling` moves down to `coolest`. When the result is proved,
    the game ends, except for a share `play_on`. A game of `longest` moves is cut off and counts as
    shared by all. At most `moves` moves of a position are recorded, visited ones first.
    """

    full: int = 128
    fast: int = 32
    full_share: float = 0.25
    exploration: float = EXPLORATION
    noise: float = 0.25
    opened: float = 0.7
    openings: int = 4
    temperature: float = 0.9
    cooling: float = 8.0
    coolest: float = 0.2
    play_on: float = 0.2
    longest: int = CAP
    moves: int = 128

    def __post_init__(self) -> None:
        for field in fields(self):
            least, most = RANGES.get(field.name, (0, inf))
            if not least <= getattr(self, field.name) <= most:
                reason = say(
                    "{name} must be from {least} to {most}, not {given}",
                    name=field.name,
                    least=least,
                    most=most,
                    given=getattr(self, field.name),
                )
                raise TabuleiroError(reason)
