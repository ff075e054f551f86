"""Games of a computer player against itself, as records to find puzzles in."""

from collections.abc import Callable, Iterator
from random import Random

from tabuleiro.core.options import split_words
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import find_game, fresh_start
from tabuleiro.players import make_player
from tabuleiro.records import Ply, Record

LONGEST = 1000  # games with more moves per player are stopped
STRIDE = 1000  # between the seeds of two games


def self_play(
    game_text: str,
    player: str,
    games: int,
    *,
    seed: int = 1,
    random_moves: int | None = None,
    stop: StopFlag | None = None,
) -> Iterator[Record]:
    """Yields games of a player against itself. Each starts with some random moves, by default as
    many as the game's openings have; the record begins after them, and games that end during them
    are left out. The same seed gives the same games unless the player is limited by time."""
    for number in range(games):
        if stop and stop.is_set:
            return
        record = play_game(game_text, player, seed * STRIDE + number, random_moves)
        if record is not None:
            yield record


def play_game(
    game_text: str, player: str, seed: int, random_moves: int | None = None
) -> Record | None:
    """One game. The record begins after the random moves; None if the game ends during them."""
    chance = Random(seed)
    game_id, *words = game_text.split()
    game = find_game(game_id)
    start = fresh_start(game, dict(split_words(words)), chance)
    if random_moves is None:
        random_moves = game.opening_moves(start.options())
    _, start = play_on(start, lambda now: chance.choice(now.legal_moves()), random_moves)
    if start.over:
        return None
    seats = [make_player(player, game, seed + seat) for seat in range(start.players)]
    plies, final = play_on(start, lambda now: seats[now.player].choose(now).move, LONGEST)
    outcome = final.outcome()
    names = (player,) * start.players
    return Record(start, names, plies, outcome.result if outcome else "none")


def play_on(
    position: Position, choose: Callable[[Position], int], most: int
) -> tuple[tuple[Ply, ...], Position]:
    """At most `most` moves, each chosen by `choose`, and the position after them."""
    plies: list[Ply] = []
    while not position.over and len(plies) < most:
        move = choose(position)
        plies.append(Ply(position.move_text(move)))
        position = position.play(move)
    return tuple(plies), position
