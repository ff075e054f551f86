"""Draws the curves of a run: losses, figures and strength over time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabuleiro.core.drawing.svg_elements import element, group, polyline, text_element
from tabuleiro.core.message import Message, say
from tabuleiro.learning.checkpoints import LOG
from tabuleiro.learning.training_log import LogEntry, read_log
from tabuleiro.records.files import write_file

PICTURE = "curves.svg"
LADDER = "ladder.json"
WIDTH, HEIGHT = 300.0, 170.0  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 48.0, 12.0, 30.0, 28.0  # margins within it
ACROSS = 3  # panels in a row
COLOURS = ("#1f6f8b", "#c8553d", "#588157")
INK, PALE = "#333333", "#d0d0d0"
KEY_SIZE = 8.0  # of the letters that say what a colour stands for
LETTER = 0.55  # how wide a letter is, on average, in parts of its size
MINUTE = 60.0

Curve = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Panel:
    """Curves in one frame: figures of the log by name, with what each is called."""

    title: Message
    curves: tuple[tuple[str, Message], ...]


PANELS = (
    Panel(
        say("Policy: loss and entropies"),
        (
            ("policy", say("loss")),
            ("target_entropy", say("entropy of searches")),
            ("entropy", say("entropy of the network")),
        ),
    ),
    Panel(say("Value: loss"), (("value", say("loss")),)),
    Panel(
        say("How often it is right"),
        (("accuracy", say("who wins")), ("agreement", say("the best move of searches"))),
    ),
    Panel(say("Score of the first player"), (("first_score", say("from the plain start")),)),
    Panel(say("Evaluations a second"), (("evaluations_a_second", say("evaluations")),)),
)
STRENGTH = Panel(say("Elo above the first checkpoint"), (("elo", say("Elo")),))


def draw_run(folder: Path) -> Path:
    """Draws the log of a run and the ladder of its checkpoints, if there is one."""
    log = read_log(folder / LOG)
    frames = [draw_panel(panel, log) for panel in PANELS]
    if (folder / LADDER).is_file():
        frames.append(draw_panel(STRENGTH, json.loads((folder / LADDER).read_text())))
    path = folder / PICTURE
    write_file(path, arrange_panels(frames))
    return path


def arrange_panels(frames: Sequence[str]) -> str:
    """Panels side by side, as one picture."""
    rows = -(-len(frames) // ACROSS)
    placed = [
        group(frame, transform=f"translate({n % ACROSS * WIDTH:g} {n // ACROSS * HEIGHT:g})")
        for n, frame in enumerate(frames)
    ]
    return element(
        "svg",
        element("rect", width="100%", height="100%", fill="white") + "".join(placed),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {ACROSS * WIDTH:g} {rows * HEIGHT:g}",
        font_family="sans-serif",
    )


def draw_panel(panel: Panel, log: Sequence[LogEntry]) -> str:
    """One panel: its title, its curves over minutes, the bounds of both scales."""
    curves = [curve_of(log, name) for name, _ in panel.curves]
    points = [point for curve in curves for point in curve]
    parts = [text_element(LEFT, 12, str(panel.title), 11, INK, 600, "start")]
    if not points:
        return parts[0]
    frame = CurveFrame.around(points)
    parts += [frame.axes(), legend(panel)]
    parts += [frame.line(curve, COLOURS[n]) for n, curve in enumerate(curves) if curve]
    return "".join(parts)


def curve_of(log: Sequence[LogEntry], name: str) -> list[tuple[float, float]]:
    """A figure of the log over minutes."""
    return [(line["seconds"] / MINUTE, line[name]) for line in log if line.get(name) is not None]


@dataclass(frozen=True)
class CurveFrame:
    """The part of the plane that a panel shows."""

    right: float
    low: float
    high: float

    @classmethod
    def around(cls, points: Curve) -> CurveFrame:
        """The frame of all these points, from minute 0 on."""
        heights = [height for _, height in points]
        low, high = min(heights), max(heights)
        room = (high - low) * 0.05 or 0.5
        return cls(max(minute for minute, _ in points), low - room, high + room)

    def at(self, minute: float, height: float) -> tuple[float, float]:
        """Where a point is drawn."""
        across = minute / max(self.right, 1e-9) * (WIDTH - LEFT - RIGHT)
        up = (height - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)
        return LEFT + across, HEIGHT - BOTTOM - up

    def line(self, curve: Curve, colour: str) -> str:
        """A curve."""
        points = tuple(self.at(*point) for point in curve)
        return polyline(points, stroke=colour, stroke_width=1.5)

    def axes(self) -> str:
        """The frame itself, with the numbers at its ends."""
        bottom, left = HEIGHT - BOTTOM, LEFT
        corner = ((left, TOP), (left, bottom), (WIDTH - RIGHT, bottom))
        minutes = str(say("{minutes} min", minutes=f"{self.right:.3g}"))
        return "".join(
            [
                polyline(corner, stroke=PALE, stroke_width=1),
                text_element(left - 4, bottom, scale_text(self.low), 9, INK, 400, "end"),
                text_element(left - 4, TOP, scale_text(self.high), 9, INK, 400, "end"),
                text_element(left, bottom + 12, "0", 9, INK),
                text_element(WIDTH - RIGHT, bottom + 12, minutes, 9, INK, 400, "end"),
            ]
        )


def legend(panel: Panel) -> str:
    """What the colours stand for, in a row."""
    at = LEFT
    parts = []
    for colour, (_, name) in zip(COLOURS, panel.curves, strict=False):
        parts.append(text_element(at, 24, str(name), KEY_SIZE, colour, 400, "start"))
        at += (len(str(name)) + 2) * KEY_SIZE * LETTER
    return "".join(parts)


def scale_text(value: float) -> str:
    """A number at the end of a scale."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def write_ladder(folder: Path, rungs: Sequence[dict[str, Any]]) -> None:
    """Keeps what was measured of the checkpoints."""
    write_file(folder / LADDER, json.dumps(list(rungs), indent=1) + "\n")
