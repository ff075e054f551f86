"""Computer players as people see them: titles, and the list to choose opponents from."""

from __future__ import annotations

from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.players.kinds import KINDS
from tabuleiro.players.levels import levels
from tabuleiro.players.names import split_name
from tabuleiro.players.player import PlayerError


def opponents(game: Game[Any]) -> tuple[str, ...]:
    """The players that people choose from: the levels, the classic players, the adaptive one."""
    kinds = (KINDS["level"], KINDS["classic"], KINDS["adaptive"])
    return tuple(name for kind in kinds for name in kind.names(game))


def player_title(name: str, game: Game[Any]) -> Message:
    """What a player is called: `Level 3 (Casual)`, `classic greedy`; its name where it has
    settings of its own, or where there is no such player: a record may name any."""
    try:
        parts = split_name(name)
    except PlayerError:
        return say("{name}", name=name)
    if parts.settings or parts.kind not in KINDS:
        return say("{name}", name=name)
    if parts.kind == "level":
        for level in levels(game):
            if parts.value == str(level.number):
                return say("Level {number} ({name})", number=level.number, name=level.name)
    if parts.kind == "classic":
        return say("Classic player {name}", name=parts.value)
    if parts.kind == "adaptive":
        return say("Adaptive player")
    return say("{name}", name=name)
