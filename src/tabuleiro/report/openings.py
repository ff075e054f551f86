"""The report section on openings: where first moves go."""

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


def strong_games(plan: ReportPlan) -> Sequence[Sample]:
    """Games of the strongest player."""
    return [plan.against_itself(plan.strong, traced=True)]


def openings(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """A heat map for each player."""
    found = played.with_titles(strong_games(plan))
    if not found:
        return None
    (_, games), *_ = found
    moves = plan.rules.opening_moves(plan.options)
    maps: list[Block] = []
    for player in range(plan.seats):
        shares = touch_shares(games.traces, player)
        name = player_name(player)
        words = say("First moves of {player}, in percent of the games", player=name)
        drawn = heat_map(plan.start.scene(), shares, player)
        maps.append(BoardBlock(f"openings-{player + 1}", drawn, words))
    if moves > plan.seats:
        text = say("The sites that the first {moves} moves of strong games touch.", moves=moves)
    else:
        text = say("The sites that the first moves of strong games touch.")
    return Chapter(OPENINGS, (TextBlock(text), *maps, TextBlock(sizes(*found))))
