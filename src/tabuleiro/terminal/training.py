"""Training in the terminal: progress, checkpoints measured, exported files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from rich.console import Console

from tabuleiro.core.message import Message, localised_number, say
from tabuleiro.language import localised
from tabuleiro.learning.checkpoints import LogEntry, load_checkpoints, load_run
from tabuleiro.learning.curves import write_ladder
from tabuleiro.learning.export import Fidelity
from tabuleiro.learning.ladder import rate_checkpoints
from tabuleiro.learning.plan import plan_from_state
from tabuleiro.learning.training_run import TrainingRun
from tabuleiro.terminal.progress import progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show

Rungs = Sequence[Mapping[str, Any]]


def run_with_progress(run: TrainingRun) -> None:
    """Trains to the end: with a bar on a terminal, otherwise with a line of JSON per report."""
    console = Console(stderr=True)
    if not console.is_terminal:
        run.train(lambda report: console.print_json(json.dumps(report), indent=None))
        return
    with progress_bar(1.0, say("The first games are played")) as show_progress:
        run.train(lambda report: show_progress(report["part"], localised(run_line(report))))


def run_line(report: LogEntry) -> Message:
    """The state of a run in one line."""
    return say(
        "{games} games, {evaluations} evaluations/s; losses: policy {policy}, value {value}",
        games=localised_number(f"{report['games']:,.0f}"),
        evaluations=localised_number(f"{report['evaluations_a_second']:,.0f}"),
        policy=localised_number(f"{report.get('policy', float('nan')):.3f}"),
        value=localised_number(f"{report.get('value', float('nan')):.3f}"),
    )


def measure(folder: Path, pairs: int, nodes: int, threads: int) -> Rungs:
    """Plays each checkpoint of a run against the previous one, and stores the results."""
    course = plan_from_state(load_run(folder), torch.device("cpu")).courses[0]
    kept = load_checkpoints(folder)
    nets = [net for _, net in kept]
    torch.set_num_threads(1)
    rungs = rate_checkpoints(nets, course, pairs=pairs, nodes=nodes, threads=threads)
    lines = [{"seconds": 60 * kept[0][0]["minutes"], "elo": 0.0}]
    for (facts, _), rung in zip(kept[1:], rungs, strict=True):
        lines.append({"seconds": 60 * facts["minutes"], "steps": facts["steps"], **asdict(rung)})
    write_ladder(folder, lines)
    return lines


def print_ladder(rungs: Rungs) -> None:
    """Prints the checkpoints, one per line."""
    table = make_table(say("Minute"), say("Score against the one before"), say("Elo"), say("±"))
    for rung in rungs:
        score = f"{rung['score']:.0%}" if "score" in rung else ""
        error = f"{rung['error']:.0f}" if "error" in rung else ""
        table.add_row(f"{rung['seconds'] / 60:.1f}", score, f"{rung['elo']:.0f}", error)
    align_figures(table, 0)
    show(table)


def print_faithfulness(folder: Path, found: Mapping[str, Fidelity]) -> None:
    """Prints the files of a network, one per line."""
    table = make_table(
        say("File"), say("kB"), say("Same best move"), say("Divergence"), say("Error of values")
    )
    for name, one in found.items():
        size = (folder / name).stat().st_size / 1000
        figures = (f"{one.agreement:.1%}", f"{one.divergence:.4f}", f"{one.value_error:.4f}")
        table.add_row(name, f"{size:.0f}", *figures)
    align_figures(table, 1)
    show(table)
