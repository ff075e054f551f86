"""The variants of a game, derived from its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import OptionError
from tabuleiro.core.options import Option, Value


def variants(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The defaults, and each option alone with each of its choices or the limits of its range, if
    the game accepts that."""
    yield {}
    for option in game.options:
        for value in extremes(option):
            if agree(game, {option.name: value}):
                yield {option.name: value}


def extremes(option: Option) -> list[Any]:
    """The choices of an option, or the limits of its range."""
    domain = option.domain()
    return domain.get("values") or [domain["min"], domain["max"]]


def agree(game: Game[Any], values: dict[str, Value]) -> bool:
    """Whether the game accepts this combination of options."""
    try:
        game.resolve_options(values)
    except OptionError:
        return False
    return True
