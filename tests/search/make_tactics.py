"""Finds the positions of tactics.txt: wins of increasing length in every game.

    PYTHONPATH=tests .venv/bin/python tests/search/make_tactics.py > tests/search/tactics.txt

They are positions near the end of random games; brute force finds the number of moves to the win.
Not every length exists in every game, because a turn of Eigenstate has three moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from search.brute_force import least_to_win
from tabuleiro.core.playouts import random_games, random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import start

STARTS = {
    "squex": ("squex rows=5 columns=5",),
    "control_v": ("control_v size=6", "control_v size=6 players=3"),
    "fuse": ("fuse rows=4",),
    "eigenstate": ("eigenstate",),
    "lyngk": ("lyngk",),
}
LENGTHS = (1, 2, 3, 4, 5)  # moves to the win, of all players
WANTED = 2  # positions of each length and start
TRIES = 80_000
MOST_MOVES = 6  # of a position, so that brute force is fast


def examples(begin: Position) -> Iterator[tuple[int, Position]]:
    """Positions that the player to move wins, each with the number of moves."""
    length = random_games(begin, 200, 1).moves // 200
    found = dict.fromkeys(LENGTHS, 0)
    for seed in range(TRIES):
        position = random_walk(begin, length * (60 + seed % 60) // 100, seed)
        if position.over or not 1 < len(position.legal_moves()) <= MOST_MOVES:
            continue
        least = least_to_win(position, len(LENGTHS))
        if least and found[least] < WANTED:
            found[least] += 1
            yield least, position
        if min(found.values()) == WANTED:
            return


if __name__ == "__main__":
    for texts in STARTS.values():
        for text in texts:
            for least, position in sorted(examples(start(text)), key=lambda one: one[0]):
                print(f"{least} {position.full_text}", flush=True)
