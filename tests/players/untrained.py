"""Networks that have learned nothing: small ones of the right form, with weights by chance.

What networks are shown is here too, by the plainest means.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, checker, helper, load, numpy_helper, save

from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.players.onnx_network import Floats

OPSET = 17
IR_VERSION = 9  # as those who read version 17 know it


def write_network(game: Game[Any], path: Path, seed: int = 1) -> Path:
    """A network of the game in a file."""
    assert game.encoding
    inputs = len(game.encoding.planes) + len(game.encoding.numbers)
    write_form(path, inputs, len(game.encoding.policy_planes), max(game.players), seed)
    return name_game(path, game.id)


def name_game(path: Path, game: str) -> Path:
    """Writes the game that it was trained for into the file of a network."""
    model = load(path)
    helper.set_model_props(model, {"tabuleiro.game": game})
    save(model, path)
    return path


def write_form(
    path: Path, inputs: int, answers: int, seats: int, seed: int = 1, spread: float = 0.5
) -> Path:
    """A network with so many planes in and out, and values for so many seats; its weights are
    spread so far."""
    chance = np.random.default_rng(seed)

    def weights(name: str, *shape: int) -> Any:
        return numpy_helper.from_array((spread * chance.normal(0, 1, shape)).astype("f4"), name)

    nodes = [
        helper.make_node("Conv", ["planes", "near"], ["answers"], pads=[1, 1, 1, 1]),
        helper.make_node("Flatten", ["answers"], ["logits"]),
        helper.make_node("Conv", ["planes", "far"], ["seats"], pads=[1, 1, 1, 1]),
        helper.make_node("GlobalAveragePool", ["seats"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("Softmax", ["flat"], ["values"], axis=1),
    ]
    kernels = [weights("near", answers, inputs, 3, 3), weights("far", seats, inputs, 3, 3)]
    board = [info("planes", "n", inputs, "rows", "columns")]
    given = [info("logits", "n", "entries"), info("values", "n", seats)]
    graph = helper.make_graph(nodes, "untrained", board, given, kernels)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION
    )
    checker.check_model(model)
    save(model, path)
    return path


def info(name: str, *shape: str | int) -> Any:
    """An input or output of a network."""
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def plainly_unpacked(position: Position) -> Floats:
    """The input of a network, computed bit by bit."""
    encoding = position.game.encoding
    assert encoding
    options = position.options()
    rows, columns = encoding.shape(options)
    words, plane_words = position.encode(), encoding.plane_words(options)
    planes: list[list[float]] = [
        [words[plane * plane_words + cell // 64] >> cell % 64 & 1 for cell in range(rows * columns)]
        for plane in range(len(encoding.planes))
    ]
    rest = words[len(encoding.planes) * plane_words :]
    for number, scale in enumerate(encoding.numbers.values()):
        planes.append([(rest[number // 8] >> 8 * (number % 8) & 255) / scale] * (rows * columns))
    return np.array(planes, np.float32).reshape(-1, rows, columns)


def some_positions(game: Game[Any], many: int = 5) -> list[Position]:
    """Positions of one game, without its end."""
    walks = [random_walk(game.start(), moves, moves) for moves in range(1, 4 * many)]
    return [position for position in walks if not position.over][:many]
