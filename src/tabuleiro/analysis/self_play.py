"""Games of computer players against themselves, as records: material for puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tabuleiro.core.kit import Stop
from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.games import find_game, fresh_start
from tabuleiro.players import make_player
from tabuleiro.records import Ply, Record

LONGEST = 1000  # moves after which a game is broken off
STRIDE = 1000  # between the seeds of two games


def self_play(
    game_text: str, player: str, games: int, *, seed: int = 1, stop: Stop | None = None
) -> Iterator[Record]:
    """So many games of a player against itself, each from an opening of random moves. The same
    seed gives the same games, as far as time sets no limit to the player."""
    for number in range(games):
        if stop and stop.raised:
            return
        yield play_game(game_text, player, seed * STRIDE + number)


def play_game(game_text: str, player: str, seed: int) -> Record:
    """One game; chance comes from the seed."""
    chance = Random(seed)
    game_id, *words = game_text.split()
    game = find_game(game_id)
    start = fresh_start(game, dict(split_words(words)), chance)
    seats = [make_player(player, game, seed + seat) for seat in range(start.players)]
    position: Position = start
    plies: list[Ply] = []
    random_moves = game.opening_moves(start.options())
    while not position.over and len(plies) < LONGEST:
        if len(plies) < random_moves:
            move = chance.choice(position.legal_moves())
        else:
            move = seats[position.player].choose(position).move
        plies.append(Ply(position.move_text(move)))
        position = position.play(move)
    outcome = position.outcome()
    names = (player,) * start.players
    return Record(start, names, tuple(plies), outcome.result if outcome else "none")
