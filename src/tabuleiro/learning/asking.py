"""A network of PyTorch as searches ask it (`search/evaluator.py`)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import torch

from tabuleiro.core.sight import Shape, Sight
from tabuleiro.learning.network import Answers, Net, folded_twin
from tabuleiro.learning.planes import Planes


class TorchNetwork:
    """Answers questions with a network, on the CPU."""

    def __init__(self, net: Net, sight: Sight) -> None:
        self.sight = sight
        self.seats = net.form.seats
        self.answers = Answers(folded_twin(net))
        self.planes = cache(self._planes)

    def _planes(self, shape: Shape) -> Planes:
        return Planes(self.sight, shape, torch.device("cpu"))

    @torch.inference_mode()
    def answer(self, questions: Any, shape: Shape) -> Any:
        """Rows of logits and expected scores, one after the other, as NumPy has them."""
        planes = self.planes(shape)
        words = np.frombuffer(questions, np.int64).reshape(-1, planes.words)
        rows = torch.cat(self.answers(planes.unpack(torch.from_numpy(words.copy()))), 1)
        return rows.numpy().ravel()
