"""The sections of a report, in their order."""

from __future__ import annotations

from tabuleiro.report import fairness, openings, shape
from tabuleiro.report.section import Section

SECTIONS = (
    Section(shape.BRANCHING, shape.both, shape.branching),
    Section(shape.LENGTH, shape.both, shape.length),
    Section(shape.SIZE, shape.both, shape.size),
    Section(fairness.SIDES, fairness.self_play, fairness.sides),
    Section(fairness.LADDER, fairness.neighbours, fairness.ladder),
    Section(openings.OPENINGS, openings.strong_games, openings.openings),
    Section(fairness.STARTS, fairness.from_starts, fairness.starts),
    Section(fairness.VARIANTS, fairness.of_variants, fairness.variants),
)
