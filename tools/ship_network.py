"""Put the network of a training run into the package, with its model card.

    python tools/ship_network.py GAME RUN --command "tabuleiro train GAME ..." [--int8]
                                 [--device "one NVIDIA H200"] [--strength TABLE.md]

RUN is the folder of a run whose network was exported; `--int8` uses the quantised file. The card
states what the network was trained on, for how long and with which command, how strong it is (the
table written by tools/neural_strength.py) and its licence. A network that does not fit the game is
refused.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tabuleiro.games import find_game
from tabuleiro.players.networks import find_network

FOLDER = Path(__file__).parents[1] / "src" / "tabuleiro" / "players" / "networks"
FILES = {False: "network.onnx", True: "network-int8.onnx"}
NOT_MEASURED = "Not measured."
CARD = """# The network of {name}

`{file}`, {kilobytes:,} kB, {numbers}. How such networks are made, docs/learning.md says.

## Data

{games:,} games that it played with itself; {samples:,} positions of them were learnt from.

## Training

{minutes:.1f} minutes on {device}, {steps:,} steps.

## Command

```sh
{command}
```

## Strength

{strength}

## Licence

MIT, as all of Tabuleiro.
"""


def facts_of(run: Path) -> Mapping[str, Any]:
    """The last figures in the log of a run. If a run was resumed without its games, it counted
    games and samples from 0 again, so the earlier ones are added."""
    reports = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    last = reports[-1]
    ends = [one for one, after in pairwise(reports) if after["games"] < one["games"]] + [last]
    return {**last, **{name: sum(one[name] for one in ends) for name in ("games", "samples")}}


def card(name: str, file: Path, facts: Mapping[str, Any], given: argparse.Namespace) -> str:
    """The card of a network."""
    return CARD.format(
        name=name,
        file=file.name,
        kilobytes=round(file.stat().st_size / 1000),
        numbers="its convolutions in bytes" if given.int8 else "in real numbers",
        games=facts["games"],
        samples=facts["samples"],
        minutes=facts["seconds"] / 60,
        device=given.device,
        steps=facts["steps"],
        command=given.command,
        strength=given.strength.read_text().strip() if given.strength else NOT_MEASURED,
    )


def main(words: Sequence[str] | None = None, folder: Path = FOLDER) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("run", type=Path)
    parser.add_argument("--command", required=True)
    parser.add_argument("--device", default="one NVIDIA H200")
    parser.add_argument("--int8", action="store_true")
    parser.add_argument("--strength", type=Path)
    given = parser.parse_args(words)
    game = find_game(given.game)
    source = given.run / FILES[given.int8]
    find_network(game, str(source))
    folder.mkdir(exist_ok=True)
    file = folder / f"{game.id}.onnx"
    shutil.copyfile(source, file)
    file.with_suffix(".md").write_text(card(game.name, file, facts_of(given.run), given))


if __name__ == "__main__":
    main()
