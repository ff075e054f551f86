"""Train networks as `tabuleiro train` does, where its packages cannot be installed.

    python tools/train_network.py lyngk --out runs/lyngk --minutes 60

It needs PyTorch and NumPy and nothing else, and writes a line of JSON for every report.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.options import split_words
from tabuleiro.learning.checkpoints import LogEntry
from tabuleiro.learning.launcher import TrainingRequest, start_run
from tabuleiro.learning.plan import Budget

BAD_INPUT = 2


def parser() -> argparse.ArgumentParser:
    """The arguments of the command, with the names that `TrainingRequest` has for them."""
    found = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    found.add_argument("game")
    found.add_argument("given", nargs="*", metavar="NAME=VALUE")
    found.add_argument("--out", dest="folder", type=Path, required=True, metavar="OUT")
    found.add_argument("--minutes", type=float)
    found.add_argument("--steps", type=int)
    found.add_argument("--set", dest="settings", action="append", default=[], metavar="NAME=VALUE")
    found.add_argument("--seed", type=int)
    found.add_argument("--threads", type=int)
    found.add_argument("--device")
    found.add_argument("--compile", dest="compiled", action="store_true")
    found.add_argument("--resume", action="store_true")
    found.add_argument(
        "--keep-replay", dest="keep_games", action=argparse.BooleanOptionalAction, default=True
    )
    return found


def main() -> int:
    """Runs the command; bad input gives one line on standard error."""
    arguments = vars(parser().parse_args())
    try:
        arguments["given"] = split_words(arguments["given"])
        arguments["budget"] = Budget(arguments.pop("minutes"), arguments.pop("steps"))
        start_run(TrainingRequest(**arguments)).train(print_report)
    except TabuleiroError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


def print_report(report: LogEntry) -> None:
    """Prints a report as a line of JSON."""
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
