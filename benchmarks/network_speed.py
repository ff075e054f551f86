"""The cost of a network in a process: loading ONNX Runtime, opening the file, evaluating positions.

    python benchmarks/network_speed.py GAME [--file PATH]

Prints the time and the memory (resident, and address space) that the first network takes, the time
to open it again, the microseconds of CPU time per question in batches of several sizes, including
the unpacking of answers, and how much longer `load_network(...).evaluate` takes for POSITIONS
positions than the network itself.
"""

from __future__ import annotations

import argparse
from array import array
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import start
from tabuleiro.players.networks import find_network, shipped_network
from tabuleiro.players.position_network import load_network
from tabuleiro.search.evaluator import Network

BATCHES = (1, 2, 4, 8, 16, 32)
QUESTIONS = 2048  # in batches of each size
POSITIONS = 512  # evaluated together
ROUNDS = 5


def megabytes() -> tuple[int, int]:
    """The resident memory and the address space of this process."""
    status = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines())
    resident, addresses = (int(status[key].split()[0]) // 1024 for key in ("VmRSS", "VmSize"))
    return resident, addresses


def a_question(network: Network, words: list[int], shape: tuple[int, int], batch: int) -> float:
    """The microseconds per question in a batch of this size."""
    questions = memoryview(array("Q", words * batch))
    network.evaluate(questions, shape)
    begun = process_time()
    for _ in range(QUESTIONS // batch):
        network.evaluate(questions, shape)
    return (process_time() - begun) / QUESTIONS * 1e6


def overhead(network: Any, start: Position, file: str | None) -> float:
    """The time of `evaluate` relative to that of the network alone; medians of alternate rounds."""
    positions = [random_walk(start, number % 20, number) for number in range(POSITIONS)]
    positions = [start if position.over else position for position in positions]
    planes = np.stack([position.tensor() for position in positions])
    ready = load_network(start.game, file)
    times: dict[str, list[float]] = {"whole": [], "alone": []}
    for _ in range(ROUNDS + 1):
        for name, work in (
            ("whole", lambda: ready.evaluate(positions)),
            ("alone", lambda: network.run(planes)),
        ):
            begun = process_time()
            work()
            times[name].append(process_time() - begun)
    return median(times["whole"][1:]) / median(times["alone"][1:])


def open_first(position: Position, file: str | None) -> Network:
    """Opens the first network of this process and prints its cost."""
    before, begun = megabytes(), perf_counter()
    network = find_network(position.game, file)
    seconds = perf_counter() - begun
    resident, addresses = (now - was for now, was in zip(megabytes(), before, strict=True))
    print(f"first network: {seconds:.2f} s, {resident} MB resident, {addresses} MB of addresses")
    return network


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--file")
    given = parser.parse_args()
    position = start(given.game)
    network = open_first(position, given.file)
    from tabuleiro.players.onnx_network import open_network

    path = Path(given.file) if given.file else Path(str(shipped_network(position.game)))
    begun = perf_counter()
    open_network(position.game, path)
    print(f"opening it again: {1000 * (perf_counter() - begun):.1f} ms")
    shape = network.encoding.shape(position.options())
    for batch in BATCHES:
        cost = a_question(network, position.encode(), shape, batch)
        print(f"batches of {batch}: {cost:.0f} us a question")
    ratio = overhead(network, position, given.file)
    print(f"evaluate({POSITIONS} positions): {ratio:.3f} times the network alone")


if __name__ == "__main__":
    main()
