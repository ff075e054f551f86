"""Find puzzles of Eigenstate in endings of three full pieces against two.

    python tools/full_piece_puzzles.py --games 200 --out full.puzzles

In these endings positions can repeat, so the exact solver does not prove most wins. They
are few enough to solve all of them, backwards from the wins. A full piece can move to any cell at
most two rows and columns away, so if one piece can capture another, that one can capture it too.
With a capture, the three win, but the two only draw, because a full piece of each player is left.
So the three must never leave a capture, and they win if the two cannot avoid leaving one.

The positions come from games of a player against itself. Each game begins with random moves,
without captures if possible, until the pieces are nearly full.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tabuleiro.analysis.multi_pv import make_search
from tabuleiro.analysis.position_analysis import analyse
from tabuleiro.analysis.puzzle_files import write_puzzles
from tabuleiro.analysis.puzzles import LEVELS, LOOK, PLAUSIBLE, Puzzle, measured
from tabuleiro.analysis.self_play import play_on
from tabuleiro.core.position import Position
from tabuleiro.core.symmetry import Key, symmetry_key
from tabuleiro.core.wording import line_texts
from tabuleiro.games import find_game, fresh_start
from tabuleiro.games.eigenstate.rules import HOLES, SIZE, STRIDE
from tabuleiro.players import make_player

RANDOM_MOVES = 390  # after them, the players have about as many empty holes as pieces
LONGEST = 200  # moves of a game after that
FEWEST_TURNS = 3

Pieces = frozenset[int]
Ending = tuple[Pieces, Pieces]  # the cells of the three pieces, and of the two
Step = tuple[int, int]  # from a cell to a cell


def within_reach(cell: int) -> Pieces:
    """The cells to which a full piece can move."""
    column, row = divmod(cell, SIZE)
    return frozenset(
        SIZE * c + r
        for c in range(max(0, column - 2), min(SIZE, column + 3))
        for r in range(max(0, row - 2), min(SIZE, row + 3))
        if (c, r) != (column, row)
    )


REACH = [within_reach(cell) for cell in range(SIZE * SIZE)]


def covered(pieces: Pieces) -> Pieces:
    """The cells of these pieces, and those to which they can move."""
    return pieces.union(*(REACH[cell] for cell in pieces))


def steps(pieces: Pieces) -> Iterator[tuple[Step, Pieces]]:
    """The moves to cells that hold none of these pieces, and the pieces after each."""
    for cell in sorted(pieces):
        for target in sorted(REACH[cell] - pieces):
            yield (cell, target), pieces - {cell} | {target}


class Endings:
    """All endings without a capture, solved. `won` has those that the three win if it is their
    turn, with the number of turns that they need. `lost` has the same if it is the turn of the
    two."""

    def __init__(self) -> None:
        cells = frozenset(range(SIZE * SIZE))
        self.covered = {three: covered(three) for three in map(frozenset, combinations(cells, 3))}
        self.won: dict[Ending, int] = {}
        self.lost: dict[Ending, int] = {}
        waiting = {
            (three, frozenset(two))
            for three, near in self.covered.items()
            for two in combinations(cells - near, 2)
        }
        turns = 1
        while waiting:
            lost = {ending for ending in waiting if self.is_lost(ending)}
            self.lost |= dict.fromkeys(lost, turns)
            turns += 1
            won = self.before_the_three(lost) - self.won.keys()
            self.won |= dict.fromkeys(won, turns)
            waiting = self.before_the_two(won) - self.lost.keys()

    def before_the_three(self, endings: set[Ending]) -> set[Ending]:
        """From where the three can reach these endings: every move can be taken back."""
        return {
            (before, two)
            for three, two in endings
            for _, before in steps(three)
            if not self.covered[before] & two
        }

    def before_the_two(self, endings: set[Ending]) -> set[Ending]:
        """From where the two can reach these endings."""
        return {
            (three, before)
            for three, two in endings
            for _, before in steps(two)
            if not self.covered[three] & before
        }

    def is_lost(self, ending: Ending) -> bool:
        """Whether every move of the two leaves a capture or a win. Capturing their own piece
        loses too."""
        three, two = ending
        near = self.covered[three]
        return all(near & after or (three, after) in self.won for _, after in steps(two))

    def winning_steps(self, ending: Ending) -> Iterator[tuple[int, Step]]:
        """The moves of the three that win, and the turns of the two until they lose."""
        three, two = ending
        for step, after in steps(three):
            if (after, two) in self.lost and not self.covered[after] & two:
                yield self.lost[after, two], step

    def longest_defence(self, ending: Ending) -> tuple[int, Step]:
        """The move of the two that loses latest, and the turns until then."""
        three, two = ending
        return max((self.won.get((three, after), 1), step) for step, after in steps(two))

    def line(self, position: Any) -> tuple[int, ...]:
        """The moves of the fastest win against the longest defence."""
        moves: list[int] = []
        attacker = position.player
        while not position.over:
            three, two = ending_of(position, attacker)
            if position.player != attacker:
                _, step = self.longest_defence((three, two))
            elif self.covered[three] & two:
                step = next((a, b) for a in three for b in two if b in REACH[a])
            else:
                _, step = min(self.winning_steps((three, two)))
            moves.append(STRIDE * step[0] + HOLES + step[1])
            position = position.play(moves[-1])
        return tuple(moves)

    def puzzle_at(self, position: Any) -> Puzzle | None:
        """The puzzle of a position in which the three win by one move only, in several turns."""
        if not has_full_pieces(position):
            return None
        ending = ending_of(position, position.player)
        if self.won.get(ending, 0) < FEWEST_TURNS or len(list(self.winning_steps(ending))) > 1:
            return None
        return Puzzle(position, tuple(line_texts(position, self.line(position))), (), LEVELS.stop)


def has_full_pieces(position: Any) -> bool:
    """Whether the player to move has three full pieces, and the other player two."""
    if position.over or any(position.empty_holes(player) for player in range(2)):
        return False
    scores: tuple[int, ...] = position.scores()
    return scores == ((3, 2) if position.player == 0 else (2, 3))


def ending_of(position: Any, attacker: int) -> Ending:
    """The cells of the pieces."""
    three, two = attacker, 1 - attacker
    return frozenset(position.cells_of(three)), frozenset(position.cells_of(two))


def play_game(player: str, seed: int) -> list[Position]:
    """The positions of a game after random moves, which capture only if every move does."""
    game, chance = find_game("eigenstate"), Random(seed)

    def choose(now: Position) -> int:
        moves = now.legal_moves()
        chance.shuffle(moves)
        quiet = (move for move in moves if now.play(move).scores() == now.scores())
        return next(quiet, moves[0])

    _, start = play_on(fresh_start(game, {}, chance), choose, RANDOM_MOVES)
    seats = [make_player(player, game, seed + seat) for seat in range(2)]
    plies, _ = play_on(start, lambda now: seats[now.player].choose(now).move, LONGEST)
    positions = [start]
    for ply in plies:
        positions.append(positions[-1].play(ply.move))
    return positions


def find_puzzles(endings: Endings, player: str, games: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles in the positions of games, and after other plausible moves in them. Those on the
    solution of an earlier one are left out."""
    lines: set[Key] = set()
    for number in range(games):
        look = None
        for position in play_game(player, 1000 * seed + number):
            if position.over or sum(position.scores()) > 5:
                continue
            look = look or make_search(position)
            plausible = analyse(position, LOOK, lines=PLAUSIBLE, search=look).lines
            for following in (position, *(position.play(line.move) for line in plausible)):
                puzzle = endings.puzzle_at(following)
                if puzzle and symmetry_key(following) not in lines:
                    lines.update(map(symmetry_key, puzzle.positions()[:-1]))
                    yield measured(puzzle)


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", default="net:nodes=60,temperature=0.5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    endings = Endings()
    print(f"{len(endings.won):,} of these endings are won", flush=True)
    found = []
    for puzzle in find_puzzles(endings, given.player, given.games, given.seed):
        found.append(puzzle)
        given.out.write_text(write_puzzles(sorted(found, key=lambda each: each.level)), "utf-8")
        print(f"level {puzzle.level}: {' '.join(puzzle.solution)}", flush=True)


if __name__ == "__main__":
    main()
