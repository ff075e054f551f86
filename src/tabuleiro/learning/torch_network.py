"""A PyTorch network as searches use it (`search/evaluator.py`)."""

from functools import cache
from typing import Any

import numpy as np
import torch

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.learning.network import InferenceModel, Net, folded_copy
from tabuleiro.learning.planes import Planes


class TorchNetwork:
    """A PyTorch network on the CPU or a GPU."""

    def __init__(self, net: Net, encoding: Encoding) -> None:
        self.encoding = encoding
        self.seats = net.architecture.seats
        self.device = next(net.parameters()).device
        self.model = InferenceModel(folded_copy(net))
        self.planes = cache(lambda shape: Planes(encoding, shape, self.device))

    @torch.inference_mode()
    def evaluate(self, questions: Any, shape: Shape) -> Any:
        """Rows of logits and expected scores, one after the other."""
        planes = self.planes(shape)
        words = np.frombuffer(questions, np.int64).reshape(-1, planes.words)
        asked = torch.from_numpy(words.copy()).to(self.device)
        return torch.cat(self.model(planes.unpack(asked)), 1).cpu().numpy().ravel()
