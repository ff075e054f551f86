"""The list of all report sections, in order."""

from __future__ import annotations

from tabuleiro.report import fairness, openings, shape
from tabuleiro.report.section import Section

SECTIONS = (
    Section(shape.BRANCHING, shape.random_and_strong_games, shape.branching),
    Section(shape.LENGTH, shape.random_and_strong_games, shape.length),
    Section(shape.SIZE, shape.random_and_strong_games, shape.size),
    Section(fairness.SIDES, fairness.self_play, fairness.sides),
    Section(fairness.LADDER, fairness.level_pairings, fairness.ladder),
    Section(openings.OPENINGS, openings.strong_games, openings.openings),
    Section(fairness.STARTS, fairness.from_starts, fairness.starts),
    Section(fairness.VARIANTS, fairness.of_variants, fairness.variants),
)
