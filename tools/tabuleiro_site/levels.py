"""The levels that a browser offers: those that move soon enough there."""

from tabuleiro.players.levels import DEFAULT, level_table

STRONGEST = {"squex": 8, "control_v": 8, "fuse": 9, "eigenstate": 8, "lyngk": 5}
"""The strongest level of each game that moves within 3 seconds in a browser; docs/static-site.md
has the measurements."""

STRONGEST_WITHOUT_NETWORKS = 4
"""Likewise of the levels that games have in a browser which cannot wait for networks."""


def limit_levels() -> None:
    """Marks the stronger levels as not offered. Hints and analyses have a time limit; they use the
    search of the last level, with the network that browsers can run."""
    for game, strongest in {**STRONGEST, DEFAULT: STRONGEST_WITHOUT_NETWORKS}.items():
        for row in level_table()[game][strongest:]:
            row["offered"] = False
            if row["search"] == "nnue":
                row["search"] = "net"
