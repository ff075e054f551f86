"""Draws the curves of a run: losses, figures and strength over time."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabuleiro.core.drawing.plots import Axes, Plot, PlotSize, Tick, line_plot, panels_svg, plot_svg
from tabuleiro.core.message import Message, say
from tabuleiro.learning.checkpoints import LOG, LogEntry, read_log
from tabuleiro.records.files import write_file

PICTURE = "curves.svg"
LADDER = "ladder.json"
COLUMNS = 3  # panels in a row
PANEL = PlotSize(width=420, height=200, left=64, right=24, top=30, below=24, letters=10)
PANEL_HEIGHT = PANEL.height + 2 * PANEL.letters  # with the legend
MINUTE = 60.0


@dataclass(frozen=True)
class Panel:
    """Curves in one plot: figures of the log by name, with the name shown for each."""

    title: Message
    curves: tuple[tuple[str, Message], ...]


PANELS = (
    Panel(
        say("Policy: loss and entropies"),
        (
            ("policy", say("loss")),
            ("target_entropy", say("entropy of the search")),
            ("entropy", say("entropy of the network")),
        ),
    ),
    Panel(say("Value: loss"), (("value", say("loss")),)),
    Panel(
        say("Accuracy"),
        (("accuracy", say("winner")), ("agreement", say("best move of the search"))),
    ),
    Panel(say("Score of the first player"), (("first_score", say("from the usual start")),)),
    Panel(say("Evaluations a second"), (("evaluations_a_second", say("evaluations")),)),
)
STRENGTH = Panel(say("Elo above the first checkpoint"), (("elo", say("Elo")),))


def draw_run(folder: Path) -> Path:
    """Draws the log of a run and the ladder of its checkpoints, if there is one."""
    log = read_log(folder / LOG)
    panels = [draw_panel(panel, log) for panel in PANELS]
    if (folder / LADDER).is_file():
        panels.append(draw_panel(STRENGTH, json.loads((folder / LADDER).read_text())))
    path = folder / PICTURE
    write_file(path, panels_svg(panels, COLUMNS, PANEL.width, PANEL_HEIGHT))
    return path


def draw_panel(panel: Panel, log: Sequence[LogEntry]) -> str:
    """One panel: its title and its curves over minutes."""
    lines = [(name, curve_of(log, figure)) for figure, name in panel.curves]
    known = [curve for _, curve in lines if curve]
    if not known:
        return plot_svg(Plot((), panel.title, (), ()), str(panel.title), size=PANEL)
    axes = Axes.around(known, left=0.0)
    x_ticks = Tick(0, "0"), Tick(100, say("{minutes} min", minutes=f"{axes.right:.3g}"))
    y_ticks = axes.y_ticks(*((y, scale_text(y)) for y in (axes.bottom, axes.top)))
    plot = line_plot(lines, panel.title, axes, x_ticks, y_ticks)
    return plot_svg(plot, str(panel.title), size=PANEL)


def curve_of(log: Sequence[LogEntry], figure: str) -> list[tuple[float, float]]:
    """A figure of the log over minutes."""
    return [
        (line["seconds"] / MINUTE, line[figure]) for line in log if line.get(figure) is not None
    ]


def scale_text(value: float) -> str:
    """A number at the end of a scale."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def write_ladder(folder: Path, rungs: Sequence[dict[str, Any]]) -> None:
    """Stores the measured strength of the checkpoints."""
    write_file(folder / LADDER, json.dumps(list(rungs), indent=1) + "\n")
