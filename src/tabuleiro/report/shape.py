"""Sections on the shape of a game: branching, length, size."""

from __future__ import annotations

from collections.abc import Sequence

from tabuleiro.arena.game import End
from tabuleiro.arena.scores import Estimate
from tabuleiro.core.message import Message, say
from tabuleiro.report.blocks import Block, Chapter, Chart, Table, Text, Words
from tabuleiro.report.charts import curves, distribution, means_by_place
from tabuleiro.report.figures import mean_of, quantile, tree_size
from tabuleiro.report.samples import Games, Sample
from tabuleiro.report.section import Findings
from tabuleiro.report.study import RANDOM, Study
from tabuleiro.report.telling import count, decimal, sizes, with_interval

BRANCHING = say("Branching")
LENGTH = say("Length")
SIZE = say("Size")


def both(study: Study) -> Sequence[Sample]:
    """Games of random and of strong players."""
    return [study.against_itself(player, traced=True) for player in (RANDOM, study.strong)]


# --- branching -----------------------------------------------------------------------------


def branching(study: Study, findings: Findings) -> Chapter | None:
    """How many moves there are to choose from."""
    found = findings.titled(both(study))
    if not found:
        return None
    means = [
        (title, mean_of([trace.branching for trace in games.traces])) for title, games in found
    ]
    words = say("The mean number of legal moves before the first, the second, ... move of a game")
    lines = [
        (title, means_by_place([trace.choices for trace in games.traces])) for title, games in found
    ]
    rows = [
        branching_row(title, mean, games)
        for (title, mean), (_, games) in zip(means, found, strict=True)
    ]
    return Chapter(
        BRANCHING,
        (
            Text(
                say(
                    "How many legal moves there are: the mean of a game's positions, and its mean "
                    "over games. At the start there are {moves}.",
                    moves=count(len(study.start.legal_moves())),
                )
            ),
            Table((say("Players"), say("Legal moves"), say("Most")), tuple(rows)),
            Chart("branching", curves(lines, words), say("move of the game")),
            Text(sizes(*found)),
        ),
        tuple(glance(say("Legal moves, {player}", player=title), mean) for title, mean in means),
    )


def branching_row(title: Words, mean: Estimate, games: Games) -> tuple[Words, ...]:
    """The branching of one sample."""
    most = max(max(trace.choices) for trace in games.traces)
    return title, with_interval(mean), count(most)


def glance(name: Message, estimate: Estimate) -> tuple[Message, Words]:
    """A line at the top of the report."""
    return name, with_interval(estimate)


# --- length --------------------------------------------------------------------------------


def length(study: Study, findings: Findings) -> Chapter | None:
    """How long games are."""
    found = findings.titled(both(study))
    if not found:
        return None
    headings = (
        say("Players"),
        say("Moves"),
        say("Turns"),
        say("Half of all"),
        say("Nine of ten"),
        say("Shortest"),
        say("Longest"),
    )
    plot = distribution(
        [(title, games.lengths) for title, games in found],
        say("How many moves games have: the share of games of each length"),
    )
    return Chapter(
        LENGTH,
        (
            Text(
                say(
                    "Moves and turns of a game, as means over games; a turn may have several moves."
                )
            ),
            Table(headings, tuple(length_row(title, games) for title, games in found)),
            Chart("length", plot, say("moves of a game")),
            Text(sizes(*found)),
            *capped(found),
        ),
        tuple(
            glance(say("Moves of a game, {player}", player=title), mean_of(games.lengths))
            for title, games in found
        ),
    )


def length_row(title: Words, games: Games) -> tuple[Words, ...]:
    """The lengths of one sample: means, and between which lengths most games lie."""
    lengths = games.lengths
    within = [(quantile(lengths, low), quantile(lengths, 1 - low)) for low in (0.25, 0.05)]
    return (
        title,
        with_interval(mean_of(lengths)),
        with_interval(mean_of(games.turns)),
        *(say("{low} to {high}", low=f"{low:g}", high=f"{high:g}") for low, high in within),
        count(min(lengths)),
        count(max(lengths)),
    )


def capped(found: Sequence[tuple[Words, Games]]) -> list[Block]:
    """What is to be said of games that were broken off."""
    return [
        Text(
            say(
                "Of the games of {player}, {number} were broken off as draws after {moves} moves.",
                player=title,
                number=count(len(ended)),
                moves=count(max(ended)),
            )
        )
        for title, games in found
        if (ended := [len(result.moves) for result in games if result.end is End.cap])
    ]


# --- size ----------------------------------------------------------------------------------


def size(study: Study, findings: Findings) -> Chapter | None:
    """How large the tree of all games and the set of all positions are."""
    random, strong = (findings[sample] for sample in both(study))
    rows: list[tuple[Words, Words]] = []
    if random.traces:
        products = [trace.log10_product for trace in random.traces]
        rows.append((say("Games, by random ones"), with_interval(tree_size(products, study.seed))))
    if strong.traces:
        products = [trace.log10_product for trace in strong.traces]
        rows.append(
            (say("Games, as wide and long as strong ones"), with_interval(mean_of(products)))
        )
    states = study.rules.states
    if states:
        rows.append((say("Positions"), decimal(states(study.options).log10)))
    if not rows:
        return None
    counted = states(study.options).counted if states else NOT_COUNTED
    return Chapter(
        SIZE,
        (
            Text(SIZE_WORDS),
            Table((say("Number of"), say("As a power of ten")), tuple(rows)),
            Text(say("Positions: {counted}", counted=counted)),
            Text(sizes(*findings.titled(both(study)))),
        ),
        tuple((say("{what}, as a power of ten", what=what), value) for what, value in rows),
    )


SIZE_WORDS = say(
    "Decimal logarithms: 12 stands for a million millions. All games from one start are "
    "counted by Knuth's estimator, the mean over random games of the product of the numbers of "
    "legal moves on their way; few long games carry most of it, so that it may be too low. For "
    "games of strong players it is the mean of the logarithms of these products."
)
NOT_COUNTED = say("nobody has counted them for this game.")
