"""The report section on openings: where first moves go."""

from __future__ import annotations

from collections.abc import Sequence

from tabuleiro.core.message import say
from tabuleiro.core.scene import player_name
from tabuleiro.report.blocks import Block, BoardBlock, Chapter, TextBlock
from tabuleiro.report.heat_maps import heat_map, touch_shares
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.samples import Sample
from tabuleiro.report.section import PlayedSamples
from tabuleiro.report.wording import sizes

OPENINGS = say("Openings")


def strong_games(study: ReportPlan) -> Sequence[Sample]:
    """Games of the strongest player."""
    return [study.against_itself(study.strong, traced=True)]


def openings(study: ReportPlan, findings: PlayedSamples) -> Chapter | None:
    """A map for each player."""
    found = findings.with_titles(strong_games(study))
    if not found:
        return None
    (_, games), *_ = found
    moves = study.rules.opening_moves(study.options)
    maps: list[Block] = []
    for player in range(study.seats):
        shares = touch_shares(games.traces, player)
        name = player_name(player)
        words = say("First moves of {player}, in per cent of the games", player=name)
        drawn = heat_map(study.start.scene(), shares, player)
        maps.append(BoardBlock(f"openings-{player + 1}", drawn, words))
    if moves > study.seats:
        told = say("The sites that the first {moves} moves of strong games touch.", moves=moves)
    else:
        told = say("The sites that the first moves of strong games touch.")
    return Chapter(OPENINGS, (TextBlock(told), *maps, TextBlock(sizes(*found))))
