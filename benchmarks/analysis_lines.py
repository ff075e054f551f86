"""How good the lines of an analysis are, compared with a search of the position after every move.

python benchmarks/analysis_lines.py [GAME ...]
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean

from tabuleiro.analysis import analyse
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, find_game, fresh_start
from tabuleiro.search.limit import Limit

POSITIONS = 6
LINES = 3
ANALYSED, CHECKED = Limit(nodes=5000), Limit(nodes=1500)


def positions(game_id: str) -> list[Position]:
    """Positions after 6, 10, 14 and so on random moves."""
    chance = Random(5)
    return [walk(game_id, 6 + 4 * number, chance) for number in range(POSITIONS)]


def walk(game_id: str, moves: int, chance: Random) -> Position:
    """A position after random moves that has several legal moves."""
    position = fresh_start(find_game(game_id), {}, chance)
    for _ in range(moves):
        after = position.play(chance.choice(position.legal_moves()))
        if len(after.legal_moves()) < LINES:
            break
        position = after
    return position


def measure(position: Position) -> list[tuple[float, float]]:
    """For each line, the loss compared with the best move and the error of its value."""
    player = position.player
    worth = {
        move: analyse(position.play(move), CHECKED, lines=1).values[player]
        for move in position.legal_moves()
    }
    best = sorted(worth.values(), reverse=True)
    lines = analyse(position, ANALYSED, lines=LINES).lines
    return [
        (best[k] - worth[line.move], abs(line.value - worth[line.move]))
        for k, line in enumerate(lines)
    ]


def main() -> None:
    """Prints a table with one row per game."""
    for game_id in sys.argv[1:] or [game.id for game in GAMES]:
        found = [measure(position) for position in positions(game_id)]
        cells = []
        for k in range(LINES):
            rows = [row[k] for row in found if k < len(row)]
            given, off = fmean(row[0] for row in rows), fmean(row[1] for row in rows)
            cells.append(f"{100 * given:.1f} % | {100 * off:.1f} %")
        print(f"| {game_id} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
