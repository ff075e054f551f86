"""Measure the levels of a game by matches and write their strength into levels.toml.

    python tools/measure_levels.py GAME [--pairs 50] [--time 0.2 | --nodes N] [--seed 1]
                                   [--records FOLDER]

Each level plays the one below it, and level 1 plays the random player, from `--pairs` paired
openings. Level 10, which is limited by time, thinks for `--time` seconds per turn, or on a busy
machine for `--nodes` nodes per move, so that the result does not depend on other programs.
`--seed` determines the openings: levels are chosen on some openings and measured on others. The Elo
of a level is that of the one below plus the measured difference; its error is half of the 95 %
interval, over all steps.
"""

from __future__ import annotations

import argparse
import re
from math import hypot
from pathlib import Path

from tabuleiro.arena import MatchSummary, Tournament, iterate_match, new_match, summarise
from tabuleiro.arena.scores import elo_of
from tabuleiro.games import find_game
from tabuleiro.players import Level, levels

TABLE = Path(__file__).parents[1] / "src" / "tabuleiro" / "players" / "levels.toml"
RANDOM = "random"


def name_of(level: Level, limit: str) -> str:
    """The player of a level. If the level is limited by time, its limit is `limit` instead, for
    example `time=0.2` or `nodes=900`."""
    if level.nodes:
        return f"level:{level.number}"
    if limit.startswith("time="):
        return f"level:{level.number},{limit}"
    settings = [f"{name}={number:g}" for name, number in level.settings.items()]
    endgame = ["endgame=1"] if level.endgame else []
    return f"{level.search}:{','.join([limit, *endgame, *settings])}"


def add_limit(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the limit of a player that is limited by time."""
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--time", dest="limit", type="time={}".format)
    limits.add_argument("--nodes", dest="limit", type="nodes={}".format)
    parser.set_defaults(limit="time=0.2")


def finite_elo(score: float, pairs: int) -> float:
    """The Elo difference for a score. A drawn pair is added to keep it finite."""
    return elo_of((score * pairs + 0.5) / (pairs + 1)) or 0.0


def measure(
    game: str, pairs: int, limit: str, seed: int, records: Path | None
) -> list[tuple[int, int]]:
    """The Elo and the error of every level."""
    below, elo, error = RANDOM, 0.0, 0.0
    found = []
    for level in levels(find_game(game)):
        name = name_of(level, limit)
        match = new_match(name, below, game, 2 * pairs, seed)
        record = records and records / f"{game}-{level.number}.jsonl"
        summary = play(match, record=record)
        report(match, summary)
        low, high = (finite_elo(bound, pairs) for bound in (summary.low, summary.high))
        elo += finite_elo(summary.score, pairs)
        error = hypot(error, (high - low) / 2)
        found.append((round(elo), round(error)))
        below = name
    return found


def play(
    match: Tournament, processes: int | None = None, record: Path | None = None
) -> MatchSummary:
    """Play a whole match."""
    summary = summarise(match, iterate_match(match, processes, record))
    assert summary
    return summary


def report(match: Tournament, summary: MatchSummary) -> None:
    """Print one line about a match."""
    first, second = summary.seconds_per_turn
    print(
        f"{match.game}: {' v '.join(summary.players)}: {summary.score:.3f} "
        f"[{summary.low:.3f}, {summary.high:.3f}] in {summary.games} games, "
        f"{first:.4f} and {second:.4f} s a turn",
        flush=True,
    )


def write(game: str, found: list[tuple[int, int]]) -> None:
    """Write the strengths into the table of levels."""
    before, begin, rest = TABLE.read_text().partition(f"\n{game} = [\n")
    rows, end, after = rest.partition("\n]\n")
    new = [
        re.sub(r"(, elo = .*)? },$", f", elo = {elo}, error = {error} }},", row)
        for row, (elo, error) in zip(rows.split("\n"), found, strict=True)
    ]
    TABLE.write_text(before + begin + "\n".join(new) + end + after)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--pairs", type=int, default=50)
    add_limit(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path)
    given = parser.parse_args()
    found = measure(given.game, given.pairs, given.limit, given.seed, given.records)
    write(given.game, found)


if __name__ == "__main__":
    main()
