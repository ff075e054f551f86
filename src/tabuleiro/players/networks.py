"""Trained networks as files, run by ONNX Runtime: those that come with the games, and one's own.

ONNX Runtime and NumPy are loaded with the first network, not before. A process has one session for
each network, whoever asks it, and each question is answered by one thread: several players in
several processes then share the cores as they would without networks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.core.sight import WORD_BITS, Shape, Sight
from tabuleiro.players.first_sight import opinion_of
from tabuleiro.players.player import PlayerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tabuleiro.search.evaluator import Words

FOLDER = "networks"
SUFFIX = ".onnx"
INPUT = "planes"
OUTPUTS = ["logits", "values"]
KEPT = 16  # networks that a process keeps at most
ONLY_ERRORS = 3  # of the levels of ONNX Runtime's log


class NetworkError(PlayerError):
    """A network that is not there, is damaged, does not fit the game, or cannot be run."""


class OnnxNetwork:
    """A network of a game: what it says of positions, in batches.

    It is shown planes of numbers, those of the question as 0 and 1, then one for each number of the
    question, the same on all cells; an array [questions, planes and numbers, rows, columns] called
    "planes". It answers with "logits" [questions, entries] and "values" [questions, seats], the
    expected scores from the player to move on.
    """

    def __init__(self, run: Run, sight: Sight, seats: int) -> None:
        self.sight = sight
        self.seats = seats
        self._run = run

    def answer(self, questions: Words, shape: Shape) -> NDArray[np.float32]:
        """One row for each question: the entries, then the values."""
        import numpy

        logits, values = self._run(unpack(questions, self.sight, shape))
        return numpy.concatenate([logits, values], axis=1, dtype=numpy.float32)


Run = Callable[["NDArray[np.float32]"], "list[NDArray[np.float32]]"]
"""Logits and values of planes."""


def unpack(questions: Words, sight: Sight, shape: Shape) -> NDArray[np.float32]:
    """The planes of questions, packed in words, as an array of floats."""
    import numpy as np

    rows, columns = shape
    plane_bytes = -(-rows * columns // WORD_BITS) * WORD_BITS // 8
    picture_bytes = len(sight.planes) * plane_bytes
    number_words = -(-len(sight.numbers) // 8)
    packed = np.asarray(questions, dtype="<u8").view(np.uint8)
    packed = packed.reshape(-1, picture_bytes + 8 * number_words)
    pictures = packed[:, :picture_bytes].reshape(len(packed), len(sight.planes), plane_bytes)
    planes = np.empty((len(packed), len(sight.planes) + len(sight.numbers), rows, columns), "f4")
    bits = np.unpackbits(pictures, axis=2, count=rows * columns, bitorder="little")
    planes[:, : len(sight.planes)] = bits.reshape(*bits.shape[:2], rows, columns)
    scales = np.array([*sight.numbers.values()], "f4")
    numbers = packed[:, picture_bytes : picture_bytes + len(sight.numbers)] / scales
    planes[:, len(sight.planes) :] = numbers[:, :, None, None]
    return planes


# --- finding one -----------------------------------------------------------------------------


def has_network(game: Game[Any]) -> bool:
    """Whether a network of the game comes with this package."""
    return shipped(game).is_file()


def shipped(game: Game[Any]) -> Any:
    """The file of the network that comes with a game, whether there is one or not."""
    return files("tabuleiro.players") / FOLDER / f"{game.id}{SUFFIX}"


def find_network(game: Game[Any], path: str | None = None) -> OnnxNetwork:
    """The network of a game: that of a file, else the one that comes with it."""
    if game.sight is None:
        raise NetworkError(say("{game} does not say how networks see it", game=game.name))
    if path is not None:
        return network_at(game, Path(path).expanduser())
    if not has_network(game):
        raise NetworkError(
            say(
                "no network of {game} comes with this installation: name a file of yours, as in "
                "{example}",
                game=game.name,
                example="net:file=PATH",
            )
        )
    with as_file(shipped(game)) as file:
        return network_at(game, file)


def network_at(game: Game[Any], path: Path) -> OnnxNetwork:
    """The network of a file; one that is written anew is read anew."""
    if not path.is_file():
        raise refusal(path, say("there is no such file"))
    facts = path.stat()
    return _network_at(game, path.resolve(), (facts.st_mtime_ns, facts.st_size))


@lru_cache(maxsize=KEPT)
def _network_at(game: Game[Any], path: Path, written: tuple[int, int]) -> OnnxNetwork:
    assert game.sight
    session = open_session(path)
    network = OnnxNetwork(runner(session), game.sight, most_players(game))
    check_fit(session, network, path)
    try_out(network, game, path)
    return network


def most_players(game: Game[Any]) -> int:
    """The seats of its networks."""
    return max(game.players)


# --- running it ------------------------------------------------------------------------------


def open_session(path: Path) -> Any:
    """The file, ready to be run by one thread that does not wait for work in a busy loop."""
    runtime = onnx_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = ONLY_ERRORS
    try:
        return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime has errors of many kinds, with no base of their own
        raise refusal(path, say("it is damaged, or no ONNX network")) from error


def onnx_runtime() -> ModuleType:
    """ONNX Runtime, and with it NumPy."""
    try:
        import onnxruntime
    except ImportError as error:
        raise NetworkError(
            say(
                "networks need ONNX Runtime, which cannot be loaded; to mend it: {command}",
                command="pip install onnxruntime",
            )
        ) from error
    runtime: ModuleType = onnxruntime
    return runtime


def runner(session: Any) -> Run:
    """The function that a session is."""
    return lambda planes: session.run(OUTPUTS, {INPUT: planes})  # type: ignore[no-any-return] # untyped


def check_fit(session: Any, network: OnnxNetwork, path: Path) -> None:
    """Refuses a network whose input and outputs are not those of the game."""
    sight = network.sight
    inputs = {each.name: each.shape for each in session.get_inputs()}
    outputs = {each.name: each.shape for each in session.get_outputs()}
    if set(inputs) != {INPUT} or not set(OUTPUTS) <= set(outputs):
        wanted = say("it must take {input} and give {outputs}", input=INPUT, outputs=tuple(OUTPUTS))
        raise refusal(path, wanted)
    wanted_planes = len(sight.planes) + len(sight.numbers)
    planes, seats = inputs[INPUT][1], outputs["values"][1]
    if isinstance(planes, int) and planes != wanted_planes:
        raise refusal(
            path, say("it takes {planes} planes, not {wanted}", planes=planes, wanted=wanted_planes)
        )
    if isinstance(seats, int) and seats != network.seats:
        raise refusal(
            path,
            say(
                "it has values for {seats} players, not {wanted}", seats=seats, wanted=network.seats
            ),
        )


def try_out(network: OnnxNetwork, game: Game[Any], path: Path) -> None:
    """Asks a network a first question, so that one which fails does so now."""
    try:
        opinion_of(network, game.start())
    except TabuleiroError as error:
        raise refusal(path, error.message) from error
    except Exception as error:  # as above
        raise refusal(path, say("it cannot be run on {game}", game=game.name)) from error


def refusal(path: Path, reason: Message) -> NetworkError:
    """Why a file is no network to play with."""
    return NetworkError(
        say("the network {path} cannot be used: {reason}", path=quote(str(path)), reason=reason)
    )
