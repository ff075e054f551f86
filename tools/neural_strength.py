"""Measure how strong a network is by matches against the best players without a network.

    python tools/neural_strength.py GAME [--net net:file=PATH] [--pairs 50 10] [--time 0.1 0.5]
                                    [--seed 1] [--processes N] [--out FOLDER]

The network plays against the best search without a network and against the best classic player of
the game, from `--pairs` paired openings at each time per turn; both sides have one core. With
`--out` the games are stored there, an interrupted match is resumed, and the results are written as
JSON and as a Markdown table. Scores have 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measure_levels import play
from tabuleiro.arena import MatchSummary, Tournament, new_match
from tabuleiro.games import start

YARDSTICKS = {
    "squex": ("guided:endgame=1", "classic:greedy"),
    "control_v": ("alphabeta:endgame=1", "classic:greedy"),
    "fuse": ("guided:playouts=0.8,exploration=1,endgame=1", "classic:very-hard"),
    "eigenstate": ("guided:endgame=1", "classic:ai"),
    "lyngk": ("guided:endgame=1", "classic:alphabeta-2"),
}
"""The best player without a network and the best classic one, by the id of the game."""

HEADINGS = ("Game", "Player", "Against", "Seconds a turn", "Games", "Score", "95 % interval")


@dataclass(frozen=True)
class Row:
    """A match, its summary, and the seconds per turn."""

    match: Tournament
    seconds: float
    summary: MatchSummary

    def facts(self) -> dict[str, Any]:
        """The row as JSON."""
        found = self.summary
        return {
            "game": self.match.game,
            "player": found.players[0],
            "against": found.players[1],
            "seconds_a_turn": self.seconds,
            "seed": self.match.seed,
            "games": found.games,
            "wins": found.wins,
            "draws": found.draws,
            "losses": found.losses,
            "score": round(found.score, 4),
            "interval": [round(found.low, 4), round(found.high, 4)],
            "seconds_spent_a_turn": [round(each, 4) for each in found.seconds_per_turn],
        }

    def cells(self) -> tuple[str, ...]:
        """The cells of the row in the table."""
        found = self.summary
        interval = f"{100 * found.low:.1f} to {100 * found.high:.1f} %"
        names = (self.match.game, *(f"`{player}`" for player in found.players))
        score = f"{100 * found.score:.1f} %"
        return (*names, f"{self.seconds:g}", str(found.games), score, interval)


def timed(name: str, seconds: float) -> str:
    """The player with this name and time per turn; classic players have no time limit."""
    if name.startswith("classic:"):
        return name
    return f"{name}{',' if ':' in name else ':'}time={seconds:g}"


def matches(
    game: str, net: str, pairs: Sequence[int], seconds: Sequence[float], seed: int
) -> Iterator[tuple[Tournament, float]]:
    """The matches to play, with the time per turn."""
    opponents = YARDSTICKS[start(game).game.id]
    for count, time in zip(pairs, seconds, strict=True):
        for opponent in opponents:
            games = count * start(game).players
            yield new_match(timed(net, time), timed(opponent, time), game, games, seed), time


def measure(
    planned: Iterator[tuple[Tournament, float]], processes: int | None, out: Path | None
) -> Iterator[Row]:
    """Play one match after the other."""
    for match, seconds in planned:
        kind = match.entries[1].player.partition(":")[0]
        record = out and out / f"{match.game.replace(' ', '-')}-{kind}-{seconds:g}.jsonl"
        yield Row(match, seconds, play(match, processes, record))


def line(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def main(words: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", help="the game, with options if you like: 'squex rows=6 columns=6'")
    parser.add_argument("--net", default="net", help="the player with a network")
    parser.add_argument("--pairs", type=int, nargs="+", default=[50, 10])
    parser.add_argument("--time", type=float, nargs="+", default=[0.1, 0.5])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(words)
    if len(given.pairs) != len(given.time):
        parser.error("--pairs and --time need as many numbers each")
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    planned = matches(given.game, given.net, given.pairs, given.time, given.seed)
    lines = [line(HEADINGS), line(["---"] * len(HEADINGS))]
    print("\n".join(lines), flush=True)
    rows = []
    for row in measure(planned, given.processes, given.out):
        rows.append(row)
        lines.append(line(row.cells()))
        print(lines[-1], flush=True)
    if given.out:
        stem = given.game.replace(" ", "-")
        facts = json.dumps([row.facts() for row in rows], indent=2)
        (given.out / f"{stem}.json").write_text(f"{facts}\n")
        (given.out / f"{stem}.md").write_text("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
