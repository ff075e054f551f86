"""Networks that the browser runs: ONNX Runtime for the web, instead of `players.onnx_network`.

The site has a short file in place of each network: the URL of the network, and the settings that
it brings along. The browser answers later; the search waits, which stacks of WebAssembly can do.
The server worker can open a network too, because a review asks for its search, but not evaluate.
"""

import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from pyodide.ffi import run_sync, to_js

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.game import Game


class BrowserNetwork:
    """A network with values for `seats` players, in a session that the browser opens at the first
    question."""

    def __init__(self, game: Game[Any], url: str, settings: dict[str, float]) -> None:
        assert game.encoding
        self.encoding: Encoding = game.encoding
        self.seats = max(game.players)
        self.settings = settings
        self._url = url
        self._session: Any = None
        self._scales = to_js([*self.encoding.numbers.values()])

    def evaluate(self, questions: memoryview[int], shape: Shape) -> memoryview[float]:
        """One row for each question: the entries, then the values."""
        from js import openSession  # only in the engine worker

        if self._session is None:
            self._session = run_sync(openSession(self._url))
        rows, columns = shape
        asked = to_js(questions.tobytes())
        answer = run_sync(
            self._session.run(asked, len(self.encoding.planes), self._scales, rows, columns)
        )
        return memoryview(answer.to_bytes()).cast("f")


def open_network(game: Game[Any], path: Path) -> BrowserNetwork:
    """The network that the file names."""
    return BrowserNetwork(game, **json.loads(path.read_text("utf-8")))


def install() -> None:
    """Lets the players find networks here. They also look for the package of ONNX Runtime."""
    module = ModuleType("tabuleiro.players.onnx_network")
    vars(module).update(open_network=open_network)
    sys.modules[module.__name__] = module
    sys.modules["onnxruntime"] = package = ModuleType("onnxruntime")
    package.__spec__ = ModuleSpec("onnxruntime", None)
