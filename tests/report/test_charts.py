"""The plots of reports."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tabuleiro.arena.scores import tally_of
from tabuleiro.core.drawing.plots import plot_svg
from tabuleiro.core.message import say
from tabuleiro.report.charts import (
    bin_count,
    histogram,
    histogram_steps,
    interval_chart,
    line_chart,
    means_by_move,
    round_up,
)

ALT = say("Something & more")


def test_a_histogram_has_the_share_of_each_bin() -> None:
    assert histogram_steps([1, 1, 2, 4], low=1, high=4, width=2) == [
        (1, 0.75),
        (3, 0.75),
        (3, 0.25),
        (5, 0.25),
    ]


def test_means_go_on_while_a_tenth_of_the_rows_do() -> None:
    rows = [[13, 2], *([[2]] * 10)]
    assert means_by_move(rows) == [(1.0, 3.0)]
    assert means_by_move([[4, 2], [2], [2], [2]]) == [(1.0, 2.5), (2.0, 2.0)]


@pytest.mark.parametrize(
    ("value", "above"), [(0.4, 1), (1, 1), (7, 8), (9, 10), (10, 10), (64, 80), (161, 200)]
)
def test_scales_end_in_round_numbers(value: float, above: float) -> None:
    assert round_up(value) == above


def test_few_numbers_have_few_bins() -> None:
    assert [bin_count(count) for count in (1, 100, 10_000)] == [8, 20, 40]


def test_every_plot_stands_alone_with_its_labels_and_its_legend() -> None:
    plots = [
        line_chart([(say("first"), [(1, 2), (2, 3)]), ("second", [(1, 1), (2, 0)])], ALT),
        histogram([("first", [1, 2, 3]), ("second", [5])], ALT),
        interval_chart([("1", tally_of([0, 1])), ("2", tally_of([1, 1]))], ALT, 0.5),
    ]
    for plot in plots:
        svg = plot_svg(plot, x_label="the x scale")
        texts = [element.text for element in ET.fromstring(svg).iter() if element.text]
        assert "the x scale" in texts
        for entry in plot.legend:
            assert str(entry.label) in texts
        for tick in (*plot.x_ticks, *plot.y_ticks):
            assert str(tick.label) in texts
        assert "Something &amp; more" in svg
