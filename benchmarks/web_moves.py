"""How long a move takes in the game service, and how long it takes to render the states of two
viewers. It uses an equal mix of games and one thread, with no clients connected.

    python benchmarks/web_moves.py [moves a game] [--profile]
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time, time

from tabuleiro.games import GAMES
from tabuleiro.web.games.commands import GameCommand
from tabuleiro.web.games.new_game import NewGameRequest, SeatRequest
from tabuleiro.web.games.service import GameService
from tabuleiro.web.games.state import MOST_STATES, StateCache, Viewer, state_text
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.store.store import Store

SEATS = (SeatRequest("me"), SeatRequest("me"))


def main() -> None:
    """Plays moves and prints the times."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/games.db", time(), Path(folder))
        service, secret = GameService(store), new_secret()
        states: StateCache = LruCache(MOST_STATES)
        games = [service.open_game(secret, NewGameRequest(game.id, SEATS)) for game in GAMES]
        profile = cProfile.Profile() if "--profile" in sys.argv else None
        if profile:
            profile.enable()
        for game, game_id in zip(GAMES, games, strict=True):
            measure(game.id, service, states, secret, game_id, moves)
        if profile:
            profile.disable()
            pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        store.close()


def measure(
    name: str, service: GameService, states: StateCache, secret: str, game_id: str, moves: int
) -> None:
    """For one game, the milliseconds of a command and of the states of both players after it."""
    chance, commands, pictures, size = Random(1), [], [], 0
    if service.view(game_id).game.table.layout_open:
        service.command(game_id, secret, GameCommand("layout", 1, "layout"))
    begun = process_time()
    for number in range(moves):
        table = service.view(game_id).game.table
        if table.player is None:
            break
        text = table.position.move_text(chance.choice(table.position.legal_moves()))
        command = GameCommand(str(number), table.version, "move", text)
        start = perf_counter()
        game = service.command(game_id, secret, command).seen.game
        after = perf_counter()
        texts = [
            state_text(states, game, Viewer((seat,), "en"), service.now()) for seat in range(2)
        ]
        pictures.append(1000 * (perf_counter() - after))
        commands.append(1000 * (after - start))
        size += sum(map(len, texts)) // 2
    used = 1000 * (process_time() - begun) / len(commands)
    print(
        f"{name:12} command p50 {mark(commands, 50):6.2f} p99 {mark(commands, 99):6.2f} ms  "
        f"states p50 {mark(pictures, 50):6.2f} p99 {mark(pictures, 99):6.2f} ms  "
        f"CPU {used:6.2f} ms a move  {size // len(commands):6} bytes a state"
    )


def mark(values: list[float], percent: int) -> float:
    """The percentile of the values."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


if __name__ == "__main__":
    main()
