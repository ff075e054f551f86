"""The fields of a game that need no code, read from the file `game.toml` beside its module."""

import tomllib
from pathlib import Path
from typing import Any

from tabuleiro.core.game import ClassicLook
from tabuleiro.core.message import from_file
from tabuleiro.core.options import Choice, Number, Option, Switch

KINDS: dict[type, type[Option]] = {bool: Switch, int: Number, str: Choice}
"""The kind of an option by the type of its default."""


def read_game(module: str) -> dict[str, Any]:
    """The fields of a `Game`, from the file beside that one; texts for people become messages."""
    data = tomllib.loads(Path(module).with_name("game.toml").read_text("utf-8"))
    for name in {"summary", "legend"} & data.keys():
        data[name] = from_file(data[name])
    for name in {"rules", "roles"} & data.keys():
        data[name] = tuple(map(from_file, data[name]))
    for name in {"players", "side_turns"} & data.keys():
        data[name] = tuple(data[name])
    if "curriculum" in data:
        data["curriculum"] = tuple(map(tuple, data["curriculum"]))
    if "classic_look" in data:
        data["classic_look"] = ClassicLook(**data["classic_look"])
    data["options"] = tuple(map(_option, data.pop("option", ())))
    return data


def _option(data: dict[str, Any]) -> Option:
    for name in ("title", "description"):
        data[name] = from_file(data[name])
    if "values" in data:
        words = {value: from_file(text) for value, text in data.get("words", {}).items()}
        data |= {"values": tuple(data["values"]), "words": words}
    return KINDS[type(data["default"])](**data)
