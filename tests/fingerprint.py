"""The behaviour of the rules in a few numbers, to compare one installation with another.

Run as a program it prints the fingerprint of whichever Tabuleiro it imports.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import tabuleiro
from tabuleiro.core.playouts import perft, random_walk
from tabuleiro.games import GAMES


def module_files() -> dict[str, str]:
    """The file that each module with C types was loaded from."""
    package = Path(tabuleiro.__file__).parent
    names = [
        ".".join(types.relative_to(package.parent).with_suffix("").parts)
        for types in sorted(package.rglob("*.pxd"))
    ]
    return {name: str(import_module(name).__file__) for name in names}


def behaviour() -> dict[str, list[int | str]]:
    """Of every game: the number of ways to begin, and how a random game of a fixed seed ends."""
    return {
        game.id: [perft(game.start(), 2), random_walk(game.start(), 1000, seed=1).text]
        for game in GAMES
    }


if __name__ == "__main__":
    report = {
        "behaviour": behaviour(),
        "files": module_files(),
        "cython": "cython" in sys.modules,
    }
    sys.stdout.write(json.dumps(report))
