"""Report sections on the shape of a game: branching factor, length, size of the tree, openings."""

from collections.abc import Sequence
from dataclasses import replace

from tabuleiro.arena.game import End
from tabuleiro.core.message import DisplayText, say
from tabuleiro.core.scene import player_name
from tabuleiro.report.charts import heat_map, histogram, line_chart, means_by_move, touch_shares
from tabuleiro.report.plan import RANDOM, ReportPlan
from tabuleiro.report.sample_schedule import Sample, SampleGames
from tabuleiro.report.section import (
    Block,
    BoardBlock,
    Chapter,
    ChartBlock,
    PlayedSamples,
    TableBlock,
)
from tabuleiro.report.wording import (
    count,
    decimal,
    mean_branching,
    mean_estimate,
    mean_length,
    quantile,
    sizes,
    tree_size,
    with_interval,
)

BRANCHING = say("Branching")
LENGTH = say("Length")
SIZE = say("Size")
OPENINGS = say("Openings")


def random_and_strong_games(plan: ReportPlan) -> Sequence[Sample]:
    """Random games (many, because a few long ones decide the size) and strong games, which most
    sections use."""
    random, strong = map(plan.against_itself, (RANDOM, plan.strong))
    return [replace(random, weight=4.0), replace(strong, weight=2.0)]


# --- branching -----------------------------------------------------------------------------


def branching(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """The number of legal moves."""
    found = played.with_titles(random_and_strong_games(plan))
    if not found:
        return None
    choices = [(title, [trace.choices for trace in games.traces]) for title, games in found]
    lines = [(title, means_by_move(sample)) for title, sample in choices]
    means = [(title, with_interval(mean_branching(games))) for title, games in found]
    most = (count(max(map(max, sample))) for _, sample in choices)
    rows = tuple((*mean, largest) for mean, largest in zip(means, most, strict=True))
    moves = count(len(plan.start.legal_moves()))
    at_the_start = [say("Legal moves at the start: {moves}.", moves=moves)]
    if plan.draws_starts:
        at_the_start = []
    words = say("The mean number of legal moves before the first, the second, ... move of a game")
    return Chapter(
        BRANCHING,
        (
            say("The number of legal moves, averaged over the positions of a game."),
            *at_the_start,
            TableBlock((say("Players"), say("Legal moves"), say("Most")), rows),
            ChartBlock("branching", line_chart(lines, words), say("move of the game")),
            sizes(*found),
        ),
        tuple((say("Legal moves, {player}", player=title), mean) for title, mean in means),
    )


# --- length --------------------------------------------------------------------------------


def length(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """How long games are."""
    found = played.with_titles(random_and_strong_games(plan))
    if not found:
        return None
    headings = (
        say("Players"), say("Moves"), say("Turns"), say("50 % of games"), say("90 % of games"),
        say("Shortest"), say("Longest"),
    )  # fmt: skip
    plot = histogram(
        [(title, games.lengths) for title, games in found],
        say("How many moves games have: the share of games of each length"),
    )
    return Chapter(
        LENGTH,
        (
            say("Moves and turns per game, averaged over games. A turn may have several moves."),
            TableBlock(headings, tuple(length_row(title, games) for title, games in found)),
            ChartBlock("length", plot, say("moves of a game")),
            sizes(*found),
            *(
                say(
                    "Ended as draws after {moves} moves: {number} games of {player}.",
                    player=title,
                    number=count(len(ended)),
                    moves=count(max(ended)),
                )
                for title, games in found  # games that ended at the cap
                if (ended := [len(result.moves) for result in games if result.end is End.cap])
            ),
        ),
        tuple(
            (say("Moves of a game, {player}", player=title), with_interval(mean_length(games)))
            for title, games in found
        ),
    )


def length_row(title: DisplayText, games: SampleGames) -> tuple[DisplayText, ...]:
    """The lengths of one sample: means, and the ranges of most games."""
    lengths = games.lengths
    within = [(quantile(lengths, low), quantile(lengths, 1 - low)) for low in (0.25, 0.05)]
    return (
        title,
        with_interval(mean_length(games)),
        with_interval(mean_estimate(games.independent_means(games.turns))),
        *(say("{low} to {high}", low=f"{low:g}", high=f"{high:g}") for low, high in within),
        count(min(lengths)),
        count(max(lengths)),
    )


# --- size ----------------------------------------------------------------------------------


def size(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """The size of the game tree and of the state space."""
    states = plan.rules.state_space and plan.rules.state_space(plan.options)
    random, strong = (
        [trace.log10_product for trace in played[sample].traces]
        for sample in random_and_strong_games(plan)
    )
    rows: list[tuple[DisplayText, DisplayText]] = []
    if random:
        by_random = with_interval(tree_size(random, plan.seed))
        rows.append((say("Game tree, by random games"), by_random))
    if strong:
        rows.append((say("Game tree, along strong games"), with_interval(mean_estimate(strong))))
    if states:
        rows.append((say("State space"), decimal(states.log10)))
    if not rows:
        return None
    return Chapter(
        SIZE,
        (
            SIZE_WORDS,
            TableBlock((say("Size"), say("As a power of ten")), tuple(rows)),
            say("State space: {counted}", counted=states.counted if states else NOT_COUNTED),
            sizes(*played.with_titles(random_and_strong_games(plan))),
        ),
        tuple((say("{what}, as a power of ten", what=what), value) for what, value in rows),
    )


SIZE_WORDS = say(
    "Decimal logarithms: 12 means a million million. The size of the game tree (all games from "
    "one start) is estimated by Knuth's method: the mean, over random games, of the product of "
    "the numbers of legal moves along the game. A few long games contribute most of it, so the "
    "estimate may be too low. For strong games, it is the mean of the logarithms of these "
    "products."
)
NOT_COUNTED = say("unknown.")

# --- openings ------------------------------------------------------------------------------


def strong_games(plan: ReportPlan) -> Sequence[Sample]:
    """Games of the strongest player."""
    return [plan.against_itself(plan.strong)]


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
    return Chapter(OPENINGS, (text, *maps, sizes(*found)))
