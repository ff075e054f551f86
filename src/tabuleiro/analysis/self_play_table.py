"""Games of a search against itself as a Parquet table for learning: one row per move.

COLUMNS describes the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, BinaryIO

from tabuleiro.analysis.multi_pv import make_search
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.core.options import split_words
from tabuleiro.core.playouts import CAP
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start
from tabuleiro.records.parquet import FRACTION, NUMBER, SMALL, TEXT, TEXTS, Column, write_table
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts

FRACTIONS = "list<float64>"
COLUMNS = (
    Column("number", NUMBER, "the number of the game, from 1"),
    Column("ply", SMALL, "the number of the move in its game, from 1"),
    Column("position", TEXT, "the full text of the position before the move"),
    Column("player", SMALL, "who moved, from 1"),
    Column("moves", TEXTS, "the legal moves"),
    Column("policy", FRACTIONS, "the part of the search spent on each of them; the sum is 1"),
    Column("move", TEXT, "the move that was played"),
    Column("value", FRACTION, "expected score of who moved, by the search, from 0 to 1"),
    Column("result", TEXT, "how the game ended: p1win and so on, or draw"),
    Column("score", FRACTION, "the score of who moved at the end: 1 for a win, 0.5 for a draw"),
)


@dataclass(frozen=True)
class SelfPlay:
    """Games of a search against itself. The first `varied` moves of a game are drawn by the policy,
    so that games differ; later moves are the best ones. The same seed gives the same games."""

    game_text: str
    search: str = "mcts"
    nodes: int = 200
    varied: int = 8
    seed: int = 1

    def write(self, stream: BinaryIO, games: int) -> int:
        """Writes the table of this many games; returns the number of rows."""
        return write_table(stream, COLUMNS, self.rows(games))

    def rows(self, games: int) -> Iterator[tuple[Any, ...]]:
        """The rows of the games, in the order of the columns."""
        game_id, *words = self.game_text.split()
        game, given = find_game(game_id), split_words(words)
        chance = Random(self.seed)
        for number in range(1, games + 1):
            start = fresh_start(game, given, chance)
            search = make_search(start, player=self.search, seed=chance.getrandbits(32))
            if not isinstance(search, Mcts):
                name = self.search
                raise TabuleiroError(say("{name} has no policy: name a tree search", name=name))
            yield from self._game_rows(number, start, search, chance)

    def _game_rows(
        self, number: int, position: Position, search: Mcts, chance: Random
    ) -> Iterator[tuple[Any, ...]]:
        played: list[tuple[Position, dict[int, float], int, float]] = []
        while not position.over and len(played) < CAP:
            *_, progress = search.search(position, Limit(nodes=self.nodes))
            policy = policy_of(search, position, progress.line[0])
            move = progress.line[0]
            if len(played) < self.varied:
                move = chance.choices([*policy], [*policy.values()])[0]
            played.append((position, policy, move, progress.value))
            position = position.play(move)
        outcome = position.outcome()
        players = position.players
        scores = outcome.values if outcome else (1 / players,) * players
        result = outcome.result if outcome else "draw"
        for ply, (before, policy, move, value) in enumerate(played, start=1):
            yield (
                number, ply, before.full_text, before.player + 1,
                [before.move_text(one) for one in policy], [*policy.values()],
                before.move_text(move), value, result, scores[before.player],
            )  # fmt: skip


def policy_of(search: Mcts, position: Position, best: int) -> dict[int, float]:
    """The part of the visits of each legal move; all of it for the best move if that is proved."""
    visits = search.tree.root_visits()
    total = 0 if search.tree.proved() else sum(visits.values())
    if not total:
        return {move: float(move == best) for move in position.legal_moves()}
    return {move: visits.get(move, 0) / total for move in position.legal_moves()}
