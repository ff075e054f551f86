"""The files of a run: `last.pt` to resume from, games and samples, checkpoints, the log.

`last.pt` has everything that a run needs to continue, except for games and samples, which are in
another file that it names. Both are written atomically, `last.pt` last. `checkpoints.pt` has the
network that played at every mark, in half precision. The log is a line of JSON every few seconds.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from tabuleiro.core.message import say
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.network import Architecture, Net
from tabuleiro.records.files import atomic_writer

LAST = "last.pt"
CHECKPOINTS = "checkpoints.pt"
LOG = "log.jsonl"
GAMES = "games-{mark}.pt"
MOST = 16  # checkpoints
LogEntry = dict[str, Any]
DIGITS = 4


def save_run(folder: Path, state: dict[str, Any], play: dict[str, Any] | None) -> None:
    """Saves the state of a run, with its games and samples if they are given."""
    name = GAMES.format(mark=state["mark"]) if play is not None else None
    if name is not None:
        _write(folder / name, play)
    _write(folder / LAST, {**state, "play": name})
    for old in folder.glob(GAMES.format(mark="*")):
        if old.name != name:
            with suppress(OSError):
                old.unlink()


def load_run(folder: Path) -> dict[str, Any]:
    """The state of a run."""
    if not has_run(folder):
        raise LearningError(say("there is no run in {path}", path=folder))
    return _read(folder / LAST)


def load_games(folder: Path, state: dict[str, Any]) -> dict[str, Any] | None:
    """The games and samples of that state, if they were saved."""
    return _read(folder / state["play"]) if state["play"] else None


def has_run(folder: Path) -> bool:
    """Whether there is a run in the folder."""
    return (folder / LAST).exists()


def save_checkpoint(folder: Path, net: Net, facts: dict[str, Any], mark: int) -> None:
    """Adds a network to the checkpoints. Those of later marks are removed: they are from before the
    run was resumed at an earlier one."""
    path = folder / CHECKPOINTS
    weights = {
        name: tensor.cpu().half() if tensor.is_floating_point() else tensor.cpu()
        for name, tensor in net.state_dict().items()
    }
    earlier = _read(path)["checkpoints"] if path.is_file() and mark else []
    kept = [one for one in earlier if one["mark"] < mark]
    kept.append({"mark": mark, **facts, "weights": weights})
    _write(path, {"form": asdict(net.architecture), "checkpoints": thinned(kept)})


def thinned(checkpoints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """At most `MOST` checkpoints: the first, the last, and every second one between them."""
    if len(checkpoints) <= MOST:
        return checkpoints
    return [*checkpoints[:-1:2], checkpoints[-1]]


def load_checkpoints(folder: Path) -> list[tuple[dict[str, Any], Net]]:
    """The networks of a run with the facts about each, in order."""
    saved = _read(folder / CHECKPOINTS)
    architecture = Architecture(**saved["form"])
    return [(one, _net(architecture, one["weights"])) for one in saved["checkpoints"]]


def load_network(folder: Path) -> tuple[dict[str, Any], Net]:
    """The state of a run, and the network that plays in it."""
    state = load_run(folder)
    return state, _net(Architecture(**state["form"]), state["learner"]["average"])


def _net(architecture: Architecture, weights: dict[str, Any]) -> Net:
    net = Net(architecture).eval()
    net.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
    return net


def _write(path: Path, value: Any) -> None:
    with atomic_writer(path) as file:
        torch.save(value, file)


def _read(path: Path) -> dict[str, Any]:
    try:
        with torch.serialization.safe_globals([bytes]):  # in batches without samples
            value: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, UnpicklingError, EOFError) as error:
        reason = say("{path} cannot be read: {reason}", path=path, reason=str(error).split("\n")[0])
        raise LearningError(reason) from error
    return value


# --- log -----------------------------------------------------------------------------------


class TrainingLog:
    """The log in a file. Lines after `size` bytes were written after the last saved state, and are
    removed."""

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        path.touch()
        with path.open("r+b") as file:
            file.truncate(size)

    @property
    def size(self) -> int:
        """The bytes so far."""
        return self.path.stat().st_size

    def write(self, report: LogEntry) -> None:
        """Adds a line."""
        with self.path.open("a") as file:
            file.write(json.dumps(report) + "\n")


def read_log(path: Path) -> list[LogEntry]:
    """The lines of a log; an incomplete last line is left out."""
    lines = path.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def rounded(report: Mapping[str, Any]) -> LogEntry:
    """Numbers rounded to a few digits."""
    return {
        name: float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
        for name, value in report.items()
    }
