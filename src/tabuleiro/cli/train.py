"""The commands `train`, `curves`, `export` and `self-play`."""

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, GameId, Json, OptionWords, argument, flag, option
from tabuleiro.core.message import say

commands = Commands()

Folder = Annotated[Path, argument("DIR", "The folder of a run.")]
Pairs = Annotated[int, option("N", "Pairs of games between two checkpoints.", min=0)]
Threads = Annotated[int, option("N", "Games at once.", min=1)]
Nodes = Annotated[int, option("N", "Nodes per move in these games.", min=1)]


@commands.command("train")
def train(
    game: GameId,
    out: Annotated[Path, option("DIR", "The folder of the run.")],
    words: OptionWords = None,
    minutes: Annotated[float | None, option("N", "How long to train.")] = None,
    steps: Annotated[int | None, option("N", "Training steps, instead of minutes.")] = None,
    resume: Annotated[bool, flag("--resume", "Resume the run in the folder.")] = False,
    threads: Annotated[int | None, option("N", "Threads; else one per core.", min=1)] = None,
    device: Annotated[str | None, option("NAME", "cuda or cpu; else the GPU if any.")] = None,
    seed: Annotated[int | None, option("N", "The random seed (1).")] = None,
    settings: Annotated[list[str] | None, option("NAME=VALUE", "A setting.", "--set")] = None,
    keep_replay: Annotated[bool, typer.Option(help="Save games, to resume exactly.")] = True,
    compiled: Annotated[bool, flag("--compile", "Compile the network for the GPU first.")] = False,
    on: Annotated[str | None, option("ray", "Play on a Ray cluster as well.")] = None,
    pairs: Pairs = 10,
    nodes: Nodes = 64,
) -> None:
    """Train a network by self-play.

    The folder has everything about the run: its state, a log, a checkpoint of every minute. In the
    end each checkpoint plays the one before it, and curves.svg shows the progress of the run. With
    options of the game, only that variant is trained; otherwise the game says which ones are.
    """
    from tabuleiro.core.extras import import_extra
    from tabuleiro.core.options import split_words

    import_extra("torch")
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
        parameters.print_error(say("Interrupted. Add --resume to continue the run."))
        raise typer.Exit(parameters.INTERRUPTED) from None
    show_run(out, pairs, nodes, run.plan.threads)


@commands.command("curves")
def curves(folder: Folder, pairs: Pairs = 20, nodes: Nodes = 64, threads: Threads = 1) -> None:
    """Measure the checkpoints of a run, and draw its curves.

    Each checkpoint plays the one before it. The results are in ladder.json and curves.svg in the
    folder.
    """
    from tabuleiro.core.extras import import_extra

    import_extra("torch")
    show_run(folder, pairs, nodes, threads)


def show_run(folder: Path, pairs: int, nodes: int, threads: int) -> None:
    """Measures and draws a run; without pairs it is only drawn."""
    from tabuleiro.learning.curves import draw_run
    from tabuleiro.terminal import training

    if pairs:
        training.print_ladder(training.measure(folder, pairs, nodes, threads))
    parameters.print_text(say("The curves are {path}.", path=draw_run(folder)))


@commands.command("export")
def export(
    folder: Folder,
    samples: Annotated[int, option("N", "Positions to compare the files on.", min=1)] = 512,
    as_json: Json = False,
) -> None:
    """Write the network of a run as ONNX files.

    network.onnx has floating-point weights; network-int8.onnx has 8-bit convolutions, and is faster
    on most machines. The table shows how close each is to the trained network.
    """
    from tabuleiro.core.extras import import_extra

    import_extra("torch")
    from tabuleiro.learning.export import export_run
    from tabuleiro.terminal import training

    found = export_run(folder, samples=samples)
    if as_json:
        parameters.print_json({name: vars(one) for name, one in found.items()})
    else:
        training.print_faithfulness(folder, found)


@commands.command("self-play")
def self_play(
    game: GameId,
    out: Annotated[str, option("FILE", "The Parquet file to write.")],
    words: OptionWords = None,
    games: Annotated[int, option("N", "How many games.", min=1)] = 100,
    search: Annotated[str, option("NAME", "The search: mcts, guided, net.")] = "mcts",
    nodes: Annotated[int, option("N", "Nodes per move.", min=1)] = 200,
    varied: Annotated[int, option("N", "Moves at the start that are drawn.", min=0)] = 8,
    seed: Annotated[int, option("N", "The random seed.")] = 1,
) -> None:
    """Write games of a search against itself as a table for learning.

    The table has a row for each move: the position, the legal moves, the policy of the search, the
    move, its value, and how the game ended. The first moves of a game are drawn by the policy, the
    others are the best ones.
    """
    from tabuleiro.analysis.self_play_table import SelfPlay
    from tabuleiro.cli.record_files import STANDARD, open_output

    text = " ".join([game, *(words or ())])
    with open_output(out, binary=True) as stream:
        rows = SelfPlay(text, search, nodes, varied, seed).write(stream, games)
    if out != STANDARD:
        parameters.print_text(say("{rows} moves of {games} games", rows=rows, games=games))
