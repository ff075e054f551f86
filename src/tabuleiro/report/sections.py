"""The sections of a report, in their order."""

from __future__ import annotations

from tabuleiro.report import fairness, openings, shape
from tabuleiro.report.section import Section

SECTIONS = (
    Section(shape.BRANCHING, 2.0, shape.both, shape.branching),
    Section(shape.LENGTH, 2.0, shape.both, shape.length),
    Section(shape.SIZE, 2.0, shape.both, shape.size),
    Section(fairness.SIDES, 4.0, fairness.self_play, fairness.sides),
    Section(fairness.LADDER, 6.0, fairness.neighbours, fairness.ladder),
    Section(openings.OPENINGS, 1.0, openings.strong_games, openings.openings),
    Section(fairness.STARTS, 4.0, fairness.from_starts, fairness.starts),
    Section(fairness.VARIANTS, 6.0, fairness.of_variants, fairness.variants),
)
