"""Sections on the shape of a game: branching, length, size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tabuleiro.arena.game import End
from tabuleiro.core.message import say
from tabuleiro.report.blocks import Block, Chapter, Chart, Table, Text, Words
from tabuleiro.report.charts import curves, distribution, means_by_place
from tabuleiro.report.figures import mean_of, quantile, tree_size
from tabuleiro.report.samples import Games, Sample
from tabuleiro.report.section import Findings
from tabuleiro.report.study import RANDOM, Study
from tabuleiro.report.telling import (
    count,
    decimal,
    mean_branching,
    mean_length,
    sizes,
    with_interval,
)

BRANCHING = say("Branching")
LENGTH = say("Length")
SIZE = say("Size")


def both(study: Study) -> Sequence[Sample]:
    """Games of random players, many since few long ones decide the size, and of strong ones, which
    most sections look at."""
    random, strong = (study.against_itself(one, traced=True) for one in (RANDOM, study.strong))
    return [replace(random, weight=4.0), replace(strong, weight=2.0)]


# --- branching -----------------------------------------------------------------------------


def branching(study: Study, findings: Findings) -> Chapter | None:
    """How many moves there are to choose from."""
    found = findings.titled(both(study))
    if not found:
        return None
    choices = [(title, [trace.choices for trace in games.traces]) for title, games in found]
    lines = [(title, means_by_place(rows)) for title, rows in choices]
    words = say("The mean number of legal moves before the first, the second, ... move of a game")
    return Chapter(
        BRANCHING,
        (
            Text(say("How many legal moves there are: means over the positions of a game.")),
            *at_the_start(study),
            Table(
                (say("Players"), say("Legal moves"), say("Most")),
                tuple(branching_row(title, games) for title, games in found),
            ),
            Chart("branching", curves(lines, words), say("move of the game")),
            Text(sizes(*found)),
        ),
        tuple(
            (say("Legal moves, {player}", player=title), with_interval(mean_branching(games)))
            for title, games in found
        ),
    )


def at_the_start(study: Study) -> list[Block]:
    """How many moves there are first, where all games begin alike."""
    if study.draws_starts:
        return []
    moves = count(len(study.start.legal_moves()))
    return [Text(say("Legal moves at the start: {moves}.", moves=moves))]


def branching_row(title: Words, games: Games) -> tuple[Words, ...]:
    """The branching of one sample."""
    most = max(max(trace.choices) for trace in games.traces)
    return title, with_interval(mean_branching(games)), count(most)


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
            (say("Moves of a game, {player}", player=title), with_interval(mean_length(games)))
            for title, games in found
        ),
    )


def length_row(title: Words, games: Games) -> tuple[Words, ...]:
    """The lengths of one sample: means, and between which lengths most games lie."""
    lengths = games.lengths
    within = [(quantile(lengths, low), quantile(lengths, 1 - low)) for low in (0.25, 0.05)]
    return (
        title,
        with_interval(mean_length(games)),
        with_interval(mean_of(games.independent(games.turns))),
        *(say("{low} to {high}", low=f"{low:g}", high=f"{high:g}") for low, high in within),
        count(min(lengths)),
        count(max(lengths)),
    )


def capped(found: Sequence[tuple[Words, Games]]) -> list[Block]:
    """What is to be said of games that were broken off."""
    return [
        Text(
            say(
                "Broken off as draws after {moves} moves: {number} games of {player}.",
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
    states = study.rules.states and study.rules.states(study.options)
    rows = tree_rows(study, findings)
    if states:
        rows.append((say("State space"), decimal(states.log10)))
    if not rows:
        return None
    return Chapter(
        SIZE,
        (
            Text(SIZE_WORDS),
            Table((say("Size"), say("As a power of ten")), tuple(rows)),
            Text(say("State space: {counted}", counted=states.counted if states else NOT_COUNTED)),
            Text(sizes(*findings.titled(both(study)))),
        ),
        tuple((say("{what}, as a power of ten", what=what), value) for what, value in rows),
    )


def tree_rows(study: Study, findings: Findings) -> list[tuple[Words, Words]]:
    """The size of the game tree, as random games and as strong ones see it."""
    random, strong = (
        [trace.log10_product for trace in findings[sample].traces] for sample in both(study)
    )
    rows: list[tuple[Words, Words]] = []
    if random:
        by_random = with_interval(tree_size(random, study.seed))
        rows.append((say("Game tree, by random games"), by_random))
    if strong:
        rows.append((say("Game tree, along strong games"), with_interval(mean_of(strong))))
    return rows


SIZE_WORDS = say(
    "Decimal logarithms: 12 stands for a million millions. The game tree, which is all games from "
    "one start, is estimated as Knuth does: by the mean, over random games, of the product of the "
    "numbers of legal moves on their way. Few long games carry most of it, so that it may be too "
    "low. Along strong games it is the mean of the logarithms of these products."
)
NOT_COUNTED = say("the game does not say how many positions it has.")
