"""Choose ten levels of a game from many players with a network, as rows of levels.toml.

    python tools/choose_levels.py GAME [--top net|nnue] [--file PATH] [--pairs 20]
                                  [--time 0.2 | --nodes N] [--seed 2]

The candidates are ordered by strength: networks without search at falling temperature, then
searches with more and more nodes, with the network or, if that is stronger in the same time, with
the fast network (`--top nnue`) or guided by the evaluation (`--top guided`). Each plays the one
below it, and the first plays the random player, from `--pairs` paired openings, which gives each an
Elo. Ten are chosen whose Elos are as evenly spaced as possible. The last candidate, which is
limited by time, is always one of them; here it has `--time` seconds per turn or `--nodes` nodes per
move. Write the levels into the table and measure them on other openings with
tools/measure_levels.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field

from measure_levels import RANDOM, add_limit, finite_elo, play, report
from tabuleiro.arena import new_match

LEVELS = 10
TEMPERATURES = (8.0, 5.0, 3.5, 2.5, 1.8, 1.3, 0.9, 0.6, 0.3)
NODES = {
    "net": (8, 16, 32, 64, 128, 256, 512),
    "nnue": (50, 150, 400, 1000, 2500, 6000, 15_000),
    "guided": (16, 40, 100, 250, 600, 1500),
}
BELOW_NNUE = (4, 16, 64)  # nodes of searches with the large network
VARIETY = {"net": {"temperature": 0.3}, "nnue": {"temperature": 0.3}, "guided": {}}
SOLVING = 100  # nodes from which a level also solves endgames


@dataclass(frozen=True)
class Candidate:
    """A player with `nodes` per move or, without them, with a time limit."""

    search: str
    nodes: int | None
    settings: dict[str, float] = field(default_factory=dict)
    endgame: bool = False

    def name(self, limit: str, file: str | None) -> str:
        """The name of the player of this level."""
        if self.search == "policy":
            parts = ["policy"]
        else:
            parts = [f"nodes={self.nodes}" if self.nodes else limit]
            parts += ["endgame=1"] if self.endgame else []
        parts += [f"{name}={number:g}" for name, number in self.settings.items()]
        kind = "net" if self.search == "policy" else self.search
        parts += [f"file={file}"] if file and kind == "net" else []
        return f"{kind}:{','.join(parts)}"

    def row(self) -> str:
        """The player as a row of the table of levels."""
        limit = f"nodes = {self.nodes:_}" if self.nodes else "time = 2.0"
        parts = [f'search = "{self.search}"', limit]
        if self.settings:
            settings = ", ".join(f"{name} = {number:.1f}" for name, number in self.settings.items())
            parts.append(f"settings = {{ {settings} }}")
        parts += ["endgame = true"] if self.endgame else []
        return f"    {{ {', '.join(parts)} }},"


def candidates(top: str) -> list[Candidate]:
    """Players from the weakest to the strongest; the strong ones use the search `top`."""
    return [
        *(Candidate("policy", 1, {"temperature": each}) for each in TEMPERATURES),
        Candidate("policy", 1),
        *(Candidate("net", nodes, VARIETY["net"]) for nodes in BELOW_NNUE if top == "nnue"),
        *(Candidate(top, nodes, VARIETY[top], nodes >= SOLVING) for nodes in NODES[top]),
        Candidate(top, None, endgame=True),
    ]


def elos(
    game: str, players: Sequence[Candidate], pairs: int, limit: str, seed: int,
    file: str | None = None,
) -> list[float]:  # fmt: skip
    """The Elo of each candidate above the random player."""
    below, elo = RANDOM, 0.0
    found = []
    for candidate in players:
        name = candidate.name(limit, file)
        match = new_match(name, below, game, 2 * pairs, seed)
        summary = play(match)
        report(match, summary)
        elo += finite_elo(summary.score, pairs)
        found.append(elo)
        below = name
    return found


def spaced(strengths: Sequence[float], count: int) -> list[int]:
    """The indices of this many strengths, rising and as evenly spaced as possible; the last one is
    the largest. Each is the one nearest to its ideal place that leaves room for the next ones."""
    order = sorted(range(len(strengths)), key=lambda place: strengths[place])
    step = strengths[order[-1]] / count
    chosen: list[int] = []
    for number in range(1, count + 1):
        first = chosen[-1] + 1 if chosen else 0
        free = range(first, len(order) - (count - number))
        wanted = number * step
        chosen.append(min(free, key=lambda at: abs(strengths[order[at]] - wanted)))
    return [order[at] for at in chosen]


def main(words: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--top", choices=NODES, default="net", help="the search of the strongest")
    parser.add_argument("--file", help="a network instead of the one that comes with the game")
    parser.add_argument("--pairs", type=int, default=20)
    add_limit(parser)
    parser.add_argument("--seed", type=int, default=2)
    given = parser.parse_args(words)
    players = candidates(given.top)
    found = elos(given.game, players, given.pairs, given.limit, given.seed, given.file)
    print(f"{given.game} = [")
    for place in spaced(found, LEVELS):
        print(players[place].row())
    print("]")


if __name__ == "__main__":
    main()
