"""Learning environments, and the games and bots of OpenSpiel.

Each name is imported when it is first used: `VectorEnvironment` needs NumPy, the others need their
packages, which the extra `environments` installs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tabuleiro.core.message import TabuleiroError, say

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
    try:
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    except ModuleNotFoundError as error:
        facts = {"name": name, "package": error.name}
        reason = say(
            "{name} needs {package}: install it with pip install 'tabuleiro[environments]'", **facts
        )
        raise TabuleiroError(reason) from error
