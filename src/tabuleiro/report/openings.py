"""The section on openings: where the first moves of strong games go."""

from __future__ import annotations

from collections.abc import Sequence

from tabuleiro.core.message import say
from tabuleiro.core.scene import player_name
from tabuleiro.report.blocks import Block, Board, Chapter, Text
from tabuleiro.report.heat import heat_map, touches
from tabuleiro.report.samples import Sample
from tabuleiro.report.section import Findings
from tabuleiro.report.study import Study
from tabuleiro.report.telling import sizes

OPENINGS = say("Openings")


def strong_games(study: Study) -> Sequence[Sample]:
    """Games of the strongest player."""
    return [study.against_itself(study.strong, traced=True)]


def openings(study: Study, findings: Findings) -> Chapter | None:
    """A map for each player."""
    found = findings.titled(strong_games(study))
    if not found:
        return None
    (_, games), *_ = found
    moves = study.rules.opening_moves(study.options)
    maps: list[Block] = []
    for player in range(study.seats):
        shares = touches(games.traces, player)
        name = player_name(player)
        words = say("First moves of {player}, in per cent of the games", player=name)
        drawn = heat_map(study.start.scene(), shares, player)
        maps.append(Board(f"openings-{player + 1}", drawn, words))
    if moves > study.seats:
        told = say("The sites that the first {moves} moves of strong games touch.", moves=moves)
    else:
        told = say("The sites that the first moves of strong games touch.")
    return Chapter(OPENINGS, (Text(told), *maps, Text(sizes(*found))))
