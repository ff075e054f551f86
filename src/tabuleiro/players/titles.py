"""Computer players as people see them: titles, and the list to choose opponents from."""

from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.kinds import KINDS, PLUG_INS
from tabuleiro.players.levels import levels
from tabuleiro.players.names import split_name
from tabuleiro.players.player import PlayerError


def opponents(game: Game[Any]) -> tuple[str, ...]:
    """The players to choose from: the levels, the classic players, and those of other packages."""
    offered = (f"level:{level.number}" for level in levels(game) if level.offered)
    kinds = (KINDS["classic"], *PLUG_INS.values())
    return (*offered, *(name for kind in kinds for name in kind.names(game)))


def player_title(name: str, game: Game[Any]) -> Message:
    """The title of a player: `Level 3 (Easy)`, `Classic player greedy`. Names with settings and
    unknown names, which a record may have, are their own titles."""
    try:
        parts = split_name(name)
    except PlayerError:
        return say("{name}", name=name)
    kind = None if parts.settings else parts.kind
    if kind == "level":
        for level in levels(game):
            if parts.value == str(level.number):
                return say("Level {number} ({name})", number=level.number, name=level.name)
    if kind == "classic":
        return say("Classic player {name}", name=parts.value)
    return say("{name}", name=name)
