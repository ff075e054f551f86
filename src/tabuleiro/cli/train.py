"""The commands `train`, `curves` and `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.parameters import (
    INTERRUPTED,
    TYPER_OPTIONS,
    GameId,
    Json,
    OptionWords,
    argument,
    flag,
    option,
    print_error,
    print_json,
)
from tabuleiro.core.message import say

commands = typer.Typer(**TYPER_OPTIONS)

Folder = Annotated[Path, argument("DIR", "The folder of a run.")]
Pairs = Annotated[int, option("N", "Pairs of games between two.", min=0)]
Threads = Annotated[int, option("N", "Games at once.", min=1)]
Nodes = Annotated[int, option("N", "Nodes of a move in them.", min=1)]


@commands.command("train")
def train(
    game: GameId,
    out: Annotated[Path, option("DIR", "The folder of the run.")],
    words: OptionWords = None,
    minutes: Annotated[float | None, option("N", "How long it takes.")] = None,
    steps: Annotated[int | None, option("N", "Steps of training, instead of minutes.")] = None,
    resume: Annotated[bool, flag("--resume", "Go on with the run there.")] = False,
    threads: Annotated[int | None, option("N", "Of self-play; one on every core.", min=1)] = None,
    device: Annotated[str | None, option("NAME", "cuda or cpu; the GPU if there is one.")] = None,
    seed: Annotated[int | None, option("N", "What all chance follows from; 1.")] = None,
    settings: Annotated[
        list[str] | None, option("NAME=VALUE", "A setting, as in learning/settings.py.", "--set")
    ] = None,
    keep_replay: Annotated[
        bool, typer.Option(help="Keep games and samples, so that a run goes on exactly.")
    ] = True,
    compiled: Annotated[bool, flag("--compile", "Compile the network for the GPU first.")] = False,
    on: Annotated[str | None, option("ray", "Play on a Ray cluster as well.")] = None,
    pairs: Pairs = 10,
    nodes: Nodes = 64,
) -> None:
    """Train a network by games that it plays with itself.

    All is kept in the folder: the state of the run, a log, the network of every minute. In the end
    each of these plays the one before it, and curves.svg shows the course of the run. Options of
    the game are learnt alone; without any the game says which are learnt.

    \b
    Examples:
      tabuleiro train squex --minutes 30 --out runs/squex
      tabuleiro train squex rows=5 columns=5 --minutes 5 --out runs/small --device cpu
      tabuleiro train squex --minutes 60 --out runs/squex --resume
    """
    from tabuleiro.core.options import split_words
    from tabuleiro.learning.errors import import_package

    import_package("torch")
    from tabuleiro.learning.launcher import TrainingRequest, start_run
    from tabuleiro.learning.plan import Budget
    from tabuleiro.terminal.training import run_with_progress

    request = TrainingRequest(
        game,
        out,
        dict(split_words(words or ())),
        Budget(minutes, steps),
        settings=settings or (),
        seed=seed,
        threads=threads,
        device=device,
        compiled=compiled,
        resume=resume,
        keep_games=keep_replay,
        on=on,
    )
    run = start_run(request)
    try:
        run_with_progress(run)
    except KeyboardInterrupt:
        print_error(say("Broken off. With --resume it goes on from what was kept last."))
        raise typer.Exit(INTERRUPTED) from None
    show_run(out, pairs, nodes, run.plan.threads)


@commands.command("curves")
def curves(folder: Folder, pairs: Pairs = 20, nodes: Nodes = 64, threads: Threads = 1) -> None:
    """Measure the checkpoints of a run, and draw its curves.

    Each checkpoint plays the one before it; ladder.json and curves.svg, in the folder, have what
    came of it.

    \b
    Example:
      tabuleiro curves runs/squex --pairs 50
    """
    from tabuleiro.learning.errors import import_package

    import_package("torch")
    show_run(folder, pairs, nodes, threads)


def show_run(folder: Path, pairs: int, nodes: int, threads: int) -> None:
    """Measures and draws a run; without pairs it is only drawn."""
    from tabuleiro.learning.curves import draw_run
    from tabuleiro.terminal import training

    if pairs:
        training.print_ladder(training.measure(folder, pairs, nodes, threads))
    print(say("The curves are {path}.", path=draw_run(folder)))


@commands.command("export")
def export(
    folder: Folder,
    samples: Annotated[int, option("N", "Positions that it is measured with.", min=1)] = 512,
    as_json: Json = False,
) -> None:
    """Write the network of a run as ONNX files.

    network.onnx has real numbers; network-int8.onnx has convolutions in bytes, and is faster on
    most machines. How far each is from what it was made of is told.

    \b
    Example:
      tabuleiro export runs/squex
    """
    from tabuleiro.learning.errors import import_package

    import_package("torch")
    from tabuleiro.learning.export import export_run
    from tabuleiro.terminal import training

    found = export_run(folder, samples=samples)
    if as_json:
        print_json({name: vars(one) for name, one in found.items()})
    else:
        training.print_faithfulness(folder, found)
