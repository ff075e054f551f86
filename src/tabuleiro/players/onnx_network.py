"""Networks run by ONNX Runtime; this module is imported only when a network is opened.

The input of a network is "planes", an array [questions, planes and numbers, rows, columns]: the
planes of each question as 0 and 1, then a constant plane for each of its numbers. The outputs are
"logits" [questions, entries] and "values" [questions, seats], the expected scores from the player
to move on. A session uses one thread, so that several players in several processes share the cores
as they would without networks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from tabuleiro.core.encoding import WORD_BITS, WORD_BYTES, Encoding, Shape
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.players.names import SETTINGS
from tabuleiro.players.networks import unusable_network
from tabuleiro.players.player import PlayerError
from tabuleiro.players.policy import predict

if TYPE_CHECKING:
    from tabuleiro.search.evaluator import Words

INPUT = "planes"
OUTPUTS = ["logits", "values"]
PREFIX = "tabuleiro."  # of the metadata
GAME = PREFIX + "game"
NETWORK_SETTINGS = ("exploration", "batch")
"""The settings that a network may bring along, as metadata."""
ONLY_ERRORS = 3  # a log level of ONNX Runtime

Floats = NDArray[np.float32]

RunSession = Callable[[Floats], Sequence[Floats]]
"""From planes to logits and values."""


class OnnxNetwork:
    """A network that is run by a function, with values for `seats` players. `settings` are those
    that a search with it plays best with, by name."""

    def __init__(
        self,
        run: RunSession,
        encoding: Encoding,
        seats: int,
        settings: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        self.encoding = encoding
        self.seats = seats
        self.settings = settings
        self.run = run

    def evaluate(self, questions: Words, shape: Shape) -> memoryview:
        """One row for each question: the entries, then the values."""
        logits, values = self.run(unpack_planes(questions, self.encoding, shape))
        return np.concatenate([logits, values], axis=1, dtype=np.float32).data


def unpack_planes(questions: Words, encoding: Encoding, shape: Shape) -> Floats:
    """The planes of questions."""
    rows, columns = shape
    planes, numbers = len(encoding.planes), len(encoding.numbers)
    plane_bytes = words_needed(rows * columns, WORD_BITS) * WORD_BYTES
    size = planes * plane_bytes + words_needed(numbers, WORD_BYTES) * WORD_BYTES
    packed = np.asarray(questions, "<u8").view(np.uint8).reshape(-1, size)
    unpacked = np.empty((len(packed), planes + numbers, rows, columns), np.float32)
    bitmaps = packed[:, : planes * plane_bytes].reshape(-1, planes, plane_bytes)
    bits = np.unpackbits(bitmaps, axis=2, count=rows * columns, bitorder="little")
    unpacked[:, :planes] = bits.reshape(-1, planes, rows, columns)
    scales = np.array([*encoding.numbers.values()], np.float32)
    scaled = packed[:, planes * plane_bytes :][:, :numbers] / scales
    unpacked[:, planes:] = scaled[:, :, None, None]
    return unpacked


def words_needed(parts: int, a_word: int) -> int:
    """The number of words for a number of parts."""
    return -(-parts // a_word)


# --- opening one -----------------------------------------------------------------------------


def open_network(game: Game[Any], path: Path) -> OnnxNetwork:
    """The network of a file; raises if it does not fit the game."""
    assert game.encoding
    session = open_session(path)
    metadata = session.get_modelmeta().custom_metadata_map
    check_game(metadata, game, path)
    settings = read_settings(metadata, path)
    network = OnnxNetwork(session_runner(session), game.encoding, max(game.players), settings)
    check_shapes(session, network, path)
    check_answers(network, game, path)
    return network


def open_session(path: Path) -> Any:
    """A session for the file, with one thread that does not wait in a busy loop."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = ONLY_ERRORS
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise unusable_network(path, say("it is damaged or not an ONNX network")) from error


def session_runner(session: Any) -> RunSession:
    """The function that runs a session."""
    return lambda planes: session.run(OUTPUTS, {INPUT: planes})


def check_game(metadata: Mapping[str, str], game: Game[Any], path: Path) -> None:
    """Refuses a network whose metadata names another game."""
    trained_for = metadata.get(GAME, game.id)
    if trained_for != game.id:
        raise unusable_network(path, say("it was trained for {other}", other=trained_for))


def read_settings(metadata: Mapping[str, str], path: Path) -> Mapping[str, float]:
    """The settings of a search that the metadata of a network has."""
    try:
        return {
            name: SETTINGS[name].read(metadata[PREFIX + name])
            for name in NETWORK_SETTINGS
            if PREFIX + name in metadata
        }
    except PlayerError as error:
        raise unusable_network(path, error.message) from error


def check_shapes(session: Any, network: OnnxNetwork, path: Path) -> None:
    """Refuses a network with other inputs or outputs than the game needs."""
    inputs = {each.name: each.shape for each in session.get_inputs()}
    outputs = {each.name: each.shape for each in session.get_outputs()}
    if list(inputs) != [INPUT] or not set(OUTPUTS) <= set(outputs):
        reason = say("it must take {input} and give {outputs}", input=INPUT, outputs=tuple(OUTPUTS))
        raise unusable_network(path, reason)
    wanted = len(network.encoding.planes) + len(network.encoding.numbers)
    planes, seats = inputs[INPUT][1], outputs["values"][1]  # a text if any number is allowed
    if isinstance(planes, int) and planes != wanted:
        counts = {"given": planes, "wanted": wanted}
        reason = say("it takes {given} planes, and the game has {wanted}", **counts)
        raise unusable_network(path, reason)
    if isinstance(seats, int) and seats != network.seats:
        counts = {"given": seats, "wanted": network.seats}
        reason = say("it has values for {given} players, and the game takes {wanted}", **counts)
        raise unusable_network(path, reason)


def check_answers(network: OnnxNetwork, game: Game[Any], path: Path) -> None:
    """Evaluates a first position, so that a network that fails does so now."""
    try:
        predict(network, game.start())
    except TabuleiroError as error:
        raise unusable_network(path, error.message) from error
    except Exception as error:
        raise unusable_network(path, say("it cannot be run on {game}", game=game.name)) from error
