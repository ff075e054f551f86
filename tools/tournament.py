"""A small tournament manager for UGI engines, written only from the public specification.

It plays whole games between engine processes and trusts neither of them: it asks both whether the
game is over and how it ended, and takes the time between `go` and `bestmove` from the clock of the
player to move. It imports nothing from the package, so that it cannot share its bugs. It shows how
others would run the engine:

    python tools/tournament.py --games 4 --time 1000 --increment 10 squex fuse "control_v size=6"
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

LETTERS = "xovw"  # the letters of the players, as in `query player`
PATIENCE = 180  # seconds for an engine to quit, even on a busy machine
COMMAND = (sys.executable, "-m", "tabuleiro", "engine")


class ProtocolError(Exception):
    """An engine broke the protocol, or stopped answering."""


class Engine:
    """An engine in its own process; `transcript` holds everything sent and received."""

    def __init__(
        self, words: Sequence[str] = COMMAND, environment: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.transcript: list[str] = []
        self.send("ugi")
        self.options = self.hear(lambda words: words == ["ugiok"])

    def send(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin
        self.transcript.append(f"> {line}")
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def hear(self, is_answer: Callable[[list[str]], bool]) -> list[list[str]]:
        """The lines up to the answer, each split into words. An error raises ProtocolError."""
        assert self._process.stdout
        heard: list[list[str]] = []
        while not heard or not is_answer(heard[-1]):
            line = self._process.stdout.readline().decode()
            self.transcript.append(f"< {line.rstrip()}")
            if not line or line.startswith("info error"):
                raise ProtocolError("\n".join(self.transcript[-6:]))
            heard.append(line.split())
        return heard

    def set(self, name: str, value: str) -> None:
        """Set an option."""
        self.send(f"setoption name {name} value {value}")

    def be_ready(self) -> None:
        """Wait until the engine has handled everything that was sent."""
        self.send("isready")
        self.hear(lambda words: words == ["readyok"])

    def ask(self, question: str) -> str:
        """The answer to a query: one word."""
        self.send(f"query {question}")
        return self.hear(lambda words: words[:1] == ["response"] and len(words) == 2)[-1][1]

    def go(self, limits: str) -> tuple[str, float]:
        """The move, and the milliseconds that it took."""
        begun = perf_counter()
        self.send(f"go {limits}")
        answer = self.hear(lambda words: words[:1] == ["bestmove"] and len(words) == 2)[-1]
        return answer[1], 1000 * (perf_counter() - begun)

    def quit(self) -> None:
        """Tell the engine to quit, and wait until it has."""
        self.send("quit")
        self._process.communicate(timeout=PATIENCE)
        if self._process.returncode != 0:
            raise ProtocolError(f"exit code {self._process.returncode}")

    def kill(self) -> None:
        """Kill the engine if it is still running."""
        self._process.kill()
        self._process.communicate()


@dataclass(frozen=True)
class Control:
    """How long engines think: with real clocks and an increment, in milliseconds, or with the
    limits in `fixed`, which is sent after `go`."""

    time: int = 0
    increment: int = 0
    fixed: str = ""

    def limits(self, clocks: Sequence[float]) -> str:
        """The text after `go`."""
        if self.fixed:
            return self.fixed
        times = [f"p{n}time {int(left)}" for n, left in enumerate(clocks, start=1)]
        increments = [f"p{n}inc {self.increment}" for n in range(1, len(clocks) + 1)]
        return " ".join(times + increments)


@dataclass(frozen=True)
class Played:
    """A game so far: `result` is what the engines say, or `pNtimeout`; `lowest` is the least time
    ever left on a clock."""

    result: str
    moves: tuple[str, ...] = ()
    clocks: tuple[float, ...] = ()
    lowest: float = 0.0


def play_game(engines: Sequence[Engine], control: Control, opening: str = "startpos") -> Played:
    """Play one game; engine n is player n."""
    for engine in engines:
        engine.be_ready()
        engine.send("uginewgame")
    game = Played("none", (), (float(control.time),) * len(engines), float(control.time))
    while True:
        show(engines[0], opening, game.moves)
        seat = whose_turn(engines)
        show(engines[seat], opening, game.moves)
        if engines[seat].ask("gameover") == "true":
            return replace(game, result=agreed_result(engines, opening, game.moves))
        game = play_move(engines[seat], seat, control, game)
        if game.result != "none":
            return game


def play_move(engine: Engine, seat: int, control: Control, game: Played) -> Played:
    """The game after a move of this engine, with the time it used taken from its clock."""
    move, spent = engine.go(control.limits(game.clocks))
    game = replace(game, moves=(*game.moves, move))
    if control.fixed:
        return game
    left = game.clocks[seat] - spent
    lowest = min(game.lowest, left)
    if left <= 0:
        return replace(game, result=f"p{seat + 1}timeout", lowest=lowest)
    clocks = (*game.clocks[:seat], left + control.increment, *game.clocks[seat + 1 :])
    return replace(game, clocks=clocks, lowest=lowest)


def show(engine: Engine, opening: str, moves: Sequence[str]) -> None:
    """Send the position to an engine."""
    played = f" moves {' '.join(moves)}" if moves else ""
    engine.send(f"position {opening}{played}")


def whose_turn(engines: Sequence[Engine]) -> int:
    """The seat of the player to move, or of the last player if the game is over. The specification
    only covers two players; for more, our engine has its own query."""
    if len(engines) == 2:
        return int(engines[0].ask("p1turn") == "false")
    return LETTERS.find(engines[0].ask("player"))


def agreed_result(engines: Sequence[Engine], opening: str, moves: Sequence[str]) -> str:
    """How the game ended, if all engines agree."""
    said = set()
    for engine in engines:
        engine.be_ready()
        show(engine, opening, moves)
        said.add((engine.ask("gameover"), engine.ask("result")))
    if len(said) != 1 or ("true", "none") in said:
        raise ProtocolError(f"the engines disagree: {sorted(said)}")
    return said.pop()[1]


def set_game(engine: Engine, game: str, settings: Mapping[str, str]) -> None:
    """Set the game, given in the usual notation, and other options of the engine."""
    name, *options = game.split()
    engine.set("Game", name)
    for option in options:
        engine.set(*option.split("="))
    for option, value in settings.items():
        engine.set(option, value)
    engine.be_ready()


def players_of(game: str) -> int:
    """How many engines a game needs."""
    options = dict(option.split("=") for option in game.split()[1:])
    return int(options.get("players", 2))


def main() -> None:
    """Play games of the engine against itself and print the results."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("games", nargs="+", metavar="GAME", help='"squex rows=5 columns=5"')
    parser.add_argument("--games", dest="count", type=int, default=2, help="games of each")
    parser.add_argument("--time", type=int, default=1000, help="milliseconds on a clock")
    parser.add_argument("--increment", type=int, default=10, help="milliseconds a move")
    parser.add_argument("--go", default="", help="instead of clocks, as 'nodes 100'")
    asked = parser.parse_args()
    control = Control(asked.time, asked.increment, asked.go)
    for game in asked.games:
        tell(game, play_games(game, asked.count, control))


def play_games(game: str, count: int, control: Control) -> list[Played]:
    """Play several games of the engine against itself, all with the same processes."""
    engines = [Engine() for _ in range(players_of(game))]
    try:
        for engine in engines:
            set_game(engine, game, {})
        played = [play_game(engines, control) for _ in range(count)]
        for engine in engines:
            engine.quit()
        return played
    finally:
        for engine in engines:
            engine.kill()


def tell(game: str, played: Sequence[Played]) -> None:
    """Print how the games ended."""
    results = dict(Counter(one.result for one in played))
    longest = max(len(one.moves) for one in played)
    lowest = min(one.lowest for one in played)
    print(
        f"{game}: {results}, at most {longest} moves, least time left {lowest:.0f} ms", flush=True
    )


if __name__ == "__main__":
    main()
