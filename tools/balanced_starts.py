"""Find starts of a game with random starts that a long search judges as even.

    python tools/balanced_starts.py GAME ["OPTIONS" ...] [--count 16] [--nodes 20000] [--check]

For each set of options (without any, the usual ones) it tries the seeds from 1 on with the search
of the game's last level. A start is balanced if the player to move expects a score between 45 and
55 % after that many nodes. Shorter searches leave out most of the others first. The seeds and
scores go into the file balanced.toml of the game; a command that was stopped continues after the
last seed there. With `--check`, all seeds of the file are searched again, and the largest distance
from an even score is printed.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from itertools import count
from pathlib import Path
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.core.options import split_words
from tabuleiro.games import find_game
from tabuleiro.players.levels import levels
from tabuleiro.players.searches import SEARCHES, SearchSpec
from tabuleiro.search.limit import Limit

SOURCE = Path(__file__).parents[1] / "src" / "tabuleiro" / "games"
WINDOW = 0.05
SHORTER_SEARCHES = ((400, 0.12), (3_000, 0.07))
"""Nodes and windows of searches that leave most starts out before the long one."""

Starts = dict[str, list[tuple[int, float]]]
"""Seeds of balanced starts with the expected score of the first player, by options."""


def expected_score(game: Game[Any], given: dict[str, str], seed: int, nodes: int) -> float:
    """What the player to move expects from the start of a seed."""
    level = levels(game)[-1]
    search = SEARCHES[level.search].make(SearchSpec(game, level.settings))
    *_, last = search.search(game.start(**given, seed=seed), Limit(nodes=nodes))
    return last.value


def balanced_score(game: Game[Any], given: dict[str, str], seed: int, nodes: int) -> float | None:
    """What the player to move expects from the start of a seed; None if that is not even."""
    for limit, window in (*SHORTER_SEARCHES, (nodes, WINDOW)):
        score = expected_score(game, given, seed, limit)
        if abs(score - 0.5) > window:
            return None
    return score


def find_starts(game: Game[Any], words: str, found: Starts, wanted: int, nodes: int) -> None:
    """Adds balanced starts until there are as many as wanted, and writes each."""
    given = split_words(words.split())
    starts = found.setdefault(words, [])
    known = {game.start(**given, seed=seed) for seed, _ in starts}
    for seed in count(starts[-1][0] + 1 if starts else 1):
        if len(starts) >= wanted:
            return
        start = game.start(**given, seed=seed)
        score = None if start in known else balanced_score(game, given, seed, nodes)
        if score is not None:
            known.add(start)
            starts.append((seed, round(score, 3)))
            write(game, found, nodes)


def file_of(game: Game[Any]) -> Path:
    """The file with the balanced starts of a game."""
    return SOURCE / game.id / "balanced.toml"


def read(game: Game[Any]) -> Starts:
    """The balanced starts that are known."""
    file = file_of(game)
    return tomllib.loads(file.read_text()) if file.exists() else {}


def write(game: Game[Any], found: Starts, nodes: int) -> None:
    """Writes the file, a line of few starts at a time."""
    text = "# Balanced starts, found by tools/balanced_starts.py: by options, seeds and what the\n"
    text += f"# first player expects to score after {nodes:,} nodes.\n"
    for words, starts in found.items():
        pairs = [f"[{seed}, {score}]" for seed, score in starts]
        lines = [", ".join(pairs[i : i + 6]) for i in range(0, len(pairs), 6)]
        text += f'\n"{words}" = [\n' + "".join(f"    {line},\n" for line in lines) + "]\n"
    file_of(game).write_text(text)


def check(game: Game[Any], found: Starts, nodes: int) -> None:
    """Prints for each set of options how far the scores are from even at most."""
    for words, starts in found.items():
        given = split_words(words.split())
        scores = [expected_score(game, given, seed, nodes) for seed, _ in starts]
        worst = max(abs(score - 0.5) for score in scores)
        sys.stdout.write(f"{game.id} {words}: {len(starts)} starts, at most {worst:.3f} off\n")


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", default=[""])
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    game = find_game(given.game)
    found = read(game)
    if given.check:
        check(game, found, given.nodes)
        return
    for words in given.options:
        find_starts(game, words, found, given.count, given.nodes)


if __name__ == "__main__":
    main()
