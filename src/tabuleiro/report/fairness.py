"""Report sections on who wins: first player, skill, random starts, variants."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean

from tabuleiro.arena.scores import ScoreTally, elo_of, expected_score
from tabuleiro.core.message import DisplayText, Message, say
from tabuleiro.core.wording import percentage
from tabuleiro.report.charts import histogram, interval_chart
from tabuleiro.report.plan import ReportPlan
from tabuleiro.report.sample_schedule import Sample, SampleGames
from tabuleiro.report.section import Block, Chapter, ChartBlock, PlayedSamples, TableBlock
from tabuleiro.report.wording import (
    count,
    decimal,
    even,
    mean_branching,
    mean_length,
    player_title,
    rate,
    short_title,
    spread_of,
    with_interval,
)

SIDES = say("Who moves first")
LADDER = say("Skill")
STARTS = say("Random starts")
VARIANTS = say("Variants")

STEP = 0.6  # score against the level below that counts as a step
GAMES_PER_START = 12  # games from each random start, at least
STARTS_WEIGHT = 6.0  # because a start takes many games
FEW = 4  # variants that are compared at two strengths
FEWEST_STARTS = 2


# --- who begins ----------------------------------------------------------------------------


def self_play(plan: ReportPlan) -> Sequence[Sample]:
    """Games of players of several strengths against themselves."""
    return [plan.against_itself(player) for player in plan.strengths]


def sides(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """The advantage of moving first, and the share of draws."""
    found = played.with_titles(self_play(plan))
    if not found:
        return None
    seats = range(plan.seats)
    headings = (
        say("Players"),
        say("Games"),
        *(say("Player {number}", number=seat + 1) for seat in seats),
        say("Draws"),
    )
    rows = tuple(
        (title, count(len(games)), *map(rate, (*map(games.seat_scores, seats), games.draws())))
        for title, games in found
    )
    words = say("The score of player 1 at every strength, with its 95 % interval")
    first = [(short_title(one.sample.players[0]), one.seat_scores(0)) for _, one in found]
    title, strongest = found[-1]
    return Chapter(
        SIDES,
        (
            say(
                "Each player plays against itself from the start of the game. The table "
                "shows the score of each side and the share of draws. An even score is "
                "{even}.",
                even=even(plan.seats),
            ),
            verdict(title, strongest.seat_scores(0), plan.seats),
            TableBlock(headings, rows),
            ChartBlock("sides", interval_chart(first, words, 1 / plan.seats), say("level")),
        ),
        (
            (say("Score of player 1, {player}", player=title), rate(strongest.seat_scores(0))),
            (say("Draws, {player}", player=title), rate(strongest.draws())),
        ),
    )


def verdict(title: DisplayText, tally: ScoreTally, seats: int) -> Message:
    """Whether moving first is an advantage, as far as the games show it."""
    low, high = tally.interval()
    if low > 1 / seats:
        return say("For {player}, moving first is an advantage.", player=title)
    if high < 1 / seats:
        return say("For {player}, moving first is a disadvantage.", player=title)
    return say("It is not clear whether moving first is an advantage for {player}.", player=title)


# --- skill ---------------------------------------------------------------------------------


def level_pairings(plan: ReportPlan) -> Sequence[Sample]:
    """Every level against the one below, the first against random moves."""
    return [
        Sample(plan.game, (upper, lower), most=plan.most) for lower, upper in pairwise(plan.players)
    ]


def ladder(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """How many levels are clearly stronger than the one below."""
    found = [games for sample in level_pairings(plan) if len(games := played[sample])]
    if not found:
        return None
    scores = [games.first_player_scores() for games in found]
    needed = step_score(plan.seats)
    steps = [tally for tally in scores if tally.mean >= needed]
    sure = [tally for tally in steps if tally.interval()[0] >= needed]
    step = percentage(needed, 0 if plan.seats == 2 else 1)
    depth = say("{steps} of {levels}", steps=len(steps), levels=len(scores))
    text = say(
        "{depth} levels score at least {step} against the level below (level 1 against random "
        "moves); for {sure} of them, the whole interval does.",
        depth=depth,
        step=step,
        sure=len(sure),
    )
    headings = (say("Level"), say("Against"), say("Games"), say("Score"))
    rows = tuple(
        (*map(player_title, games.sample.players), count(len(games)), rate(tally))
        for games, tally in zip(found, scores, strict=True)
    )
    words = say("The score of every level against the one below, with its 95 % interval")
    names = (short_title(games.sample.players[0]) for games in found)
    bars = list(zip(names, scores, strict=True))
    return Chapter(
        LADDER,
        (
            text,
            TableBlock(headings, rows),
            ChartBlock("skill", interval_chart(bars, words, needed), say("level")),
            *(
                say("Not included, because it is limited by time: {level}.", level=level)
                for level in map(player_title, plan.left_out)
            ),
        ),
        ((say("Levels that score {step} against the one below", step=step), depth),),
    )


def step_score(seats: int) -> float:
    """The score on one of several seats that corresponds to a step between two players."""
    elo = elo_of(STEP)
    assert elo is not None, "a step is no certain win"
    return expected_score(elo, seats)


# --- random starts -------------------------------------------------------------------------


def from_starts(plan: ReportPlan) -> Sequence[Sample]:
    """Games from random starts, several from each."""
    if not plan.draws_starts:
        return []
    pairs = -(-GAMES_PER_START // plan.seats)
    sample = plan.against_itself(plan.quick)
    most = sample.most * pairs * plan.seats
    return [replace(sample, weight=STARTS_WEIGHT, pairs_per_start=pairs, most=most)]


def starts(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """Whether random starts are fair, and how much of the difference is luck."""
    (sample,) = from_starts(plan)
    games = played[sample]
    groups = [[100 * score for score in scores] for scores in games.by_start()]
    if len(groups) < FEWEST_STARTS:
        return None
    spread, estimate = spread_of(groups, plan.seed)
    real = with_interval(estimate)
    text = say(
        "From each of {starts} random starts, {player} played {games} games against itself. "
        "Player 1 scored {score} over all of them.",
        starts=count(len(groups)),
        player=player_title(plan.quick),
        games=len(groups[0]),
        score=rate(games.seat_scores(0)),
    )
    luck = say(
        "Spreads are standard deviations. Luck explains {part} of the observed variance.",
        part=percentage(spread.luck_share, 0),
    )
    headings = (say("Spread of the score of player 1 over starts"), say("Points of 100"))
    rows: tuple[tuple[DisplayText, ...], ...] = (
        (say("observed"), decimal(spread.seen)),
        (say("by luck alone, if all starts were equal"), decimal(spread.luck)),
        (say("due to the starts"), real),
    )
    words = say("The score of player 1 in percent: the share of starts with each score")
    player, means = player_title(plan.quick), [round(fmean(group)) for group in groups]
    x_label = say("score of player 1 from a start, in percent")
    return Chapter(
        STARTS,
        (
            text,
            TableBlock(headings, rows),
            luck,
            ChartBlock("starts", histogram([(player, means)], words), x_label),
        ),
        ((say("Spread of player 1's score over starts, without luck"), real),),
    )


# --- variants ------------------------------------------------------------------------------


def compared_players(plan: ReportPlan) -> tuple[str, ...]:
    """The players of the variants: if there are few variants, also a strong player."""
    players = (plan.quick, plan.strong) if len(plan.variants) <= FEW else (plan.quick,)
    return tuple(dict.fromkeys(players))


def of_variants(plan: ReportPlan) -> Sequence[Sample]:
    """Games of the game itself and of every variant."""
    if not plan.variants:
        return []
    games = [plan.game, *(variant.game for variant in plan.variants)]
    players = compared_players(plan)
    return [Sample(game, (one, one), most=plan.most) for one in players for game in games]


def variants(plan: ReportPlan, played: PlayedSamples) -> Chapter | None:
    """How the variants of a game differ from it."""
    samples = of_variants(plan)
    if not any(len(played[sample]) for sample in samples):
        return None
    titles = [say("default"), *(variant.title() for variant in plan.variants)]
    headings = (
        say("Variant"), say("Games"), say("Moves"), say("Legal moves"), say("Draws"),
        say("Player 1"), say("Even score"),
    )  # fmt: skip
    tables: list[Block] = []
    for at, player in enumerate(compared_players(plan)):
        of_player = samples[at * len(titles) : (at + 1) * len(titles)]
        rows = zip(titles, (played[sample] for sample in of_player), strict=True)
        tables += [
            say("Games of {player} against itself:", player=player_title(player)),
            TableBlock(headings, tuple(variant_row(title, games) for title, games in rows)),
        ]
    return Chapter(VARIANTS, tuple(tables), tuple(variant_glance(plan, played)))


def variant_glance(
    plan: ReportPlan, played: PlayedSamples
) -> Iterator[tuple[Message, DisplayText]]:
    """The score of player 1 in each variant, if there are few."""
    if len(plan.variants) > FEW:
        return
    for variant in plan.variants:
        games = played[Sample(variant.game, (plan.strong, plan.strong))]
        name = say(
            "Score of player 1, {player}, {variant}",
            player=player_title(plan.strong),
            variant=variant.title(),
        )
        if len(games):
            yield name, rate(games.seat_scores(0))


def variant_row(title: DisplayText, games: SampleGames) -> tuple[DisplayText, ...]:
    """One variant."""
    return (
        title,
        count(len(games)),
        with_interval(mean_length(games)),
        with_interval(mean_branching(games)),
        rate(games.draws()),
        rate(games.seat_scores(0)),
        even(games.seats),
    )
