"""Networks that have learned nothing: of the right form for a game, small, with weights by chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

from tabuleiro.core.game import Game

OPSET = 17
IR_VERSION = 9  # as those who read version 17 know it


def write_network(game: Game[Any], path: Path, seed: int = 1) -> Path:
    """A network of the game in a file."""
    assert game.sight
    inputs = len(game.sight.planes) + len(game.sight.numbers)
    return write_form(path, inputs, len(game.sight.answers), max(game.players), seed)


def write_form(path: Path, inputs: int, answers: int, seats: int, seed: int = 1) -> Path:
    """A network with so many planes in and out, and values for so many seats."""
    chance = np.random.default_rng(seed)

    def weights(name: str, *shape: int) -> Any:
        return numpy_helper.from_array(chance.normal(0, 0.5, shape).astype("f4"), name)

    nodes = [
        helper.make_node("Conv", ["planes", "near"], ["answers"], pads=[1, 1, 1, 1]),
        helper.make_node("Flatten", ["answers"], ["logits"]),
        helper.make_node("Conv", ["planes", "far"], ["seats"], pads=[1, 1, 1, 1]),
        helper.make_node("GlobalAveragePool", ["seats"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("Softmax", ["flat"], ["values"], axis=1),
    ]
    kernels = [weights("near", answers, inputs, 3, 3), weights("far", seats, inputs, 3, 3)]
    board = [("planes", ["n", inputs, "rows", "columns"])]
    given = [("logits", ["n", "entries"]), ("values", ["n", seats])]
    graph = helper.make_graph(nodes, "untrained", infos(board), infos(given), kernels)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION
    )
    checker.check_model(model)
    save(model, path)
    return path


def infos(values: Sequence[tuple[str, list[str | int]]]) -> list[Any]:
    """What goes in or out, by name and shape."""
    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in values]
