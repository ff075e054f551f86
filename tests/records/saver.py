"""A program that saves a growing game again and again until it is killed.

Its arguments are a folder and the name of a saved game there, which it holds.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from tabuleiro.records import Ply, Record
from tabuleiro.records.saved_games import SavedGames


def save_on(saved_games: SavedGames, name: str, record: Record) -> None:
    """Saves the record with ever more moves, then from the beginning."""
    moves = " ".join(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh").split()
    print("saving", flush=True)
    while True:
        for count in range(20):
            plies = tuple(Ply(move, comment="so " * 500) for move in moves[:count])
            saved_games.save(name, replace(record, plies=plies))


if __name__ == "__main__":
    folder, name = sys.argv[1:]
    saved_games = SavedGames(Path(folder))
    with saved_games.lock(name):
        save_on(saved_games, name, saved_games.load(name))
