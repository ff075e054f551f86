"""Learning environments, and the games and bots of OpenSpiel.

Each name is imported when it is first used: `VectorEnvironment` needs NumPy, the others need their
packages, which the extras `environments` and `bench` install.
"""

from typing import TYPE_CHECKING, Any

from tabuleiro.core.extras import import_extra

if TYPE_CHECKING:
    from tabuleiro.environments.gymnasium import GymnasiumEnvironment
    from tabuleiro.environments.openspiel import BotPlayer, register_games
    from tabuleiro.environments.pettingzoo import PettingZooEnvironment
    from tabuleiro.environments.vector import VectorEnvironment, VectorStep

__all__ = [
    "BotPlayer", "GymnasiumEnvironment", "PettingZooEnvironment", "VectorEnvironment", "VectorStep",
    "register_games",
]  # fmt: skip

MODULES = {
    "BotPlayer": "openspiel",
    "GymnasiumEnvironment": "gymnasium",
    "PettingZooEnvironment": "pettingzoo",
    "VectorEnvironment": "vector",
    "VectorStep": "vector",
    "register_games": "openspiel",
}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_extra(f"{__name__}.{MODULES[name]}"), name)
