"""The replay buffer: the most recent samples, on the device that trains."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from tabuleiro.learning.sample_buffer import Samples

FIELDS = ("questions", "entries", "visits", "results", "values")  # of `Samples`
COURSE = "course"
STAGED = 8192  # the most samples that are sent to a GPU at once; small copies are slow


class ReplayBuffer:
    """The last `capacity` samples of some courses, each with the number of its course; `total` is
    how many there were in all."""

    def __init__(
        self, capacity: int, shapes: SampleShapes, device: torch.device, staged: int = STAGED
    ) -> None:
        self.capacity = capacity
        self.device = device
        self.kept = shapes.tensors(capacity, device)
        self.total = 0
        self.stage = StagingBuffer(min(staged, STAGED), shapes) if device.type == "cuda" else None

    def __len__(self) -> int:
        return min(self.total, self.capacity)

    def add(self, samples: Samples, course: int) -> None:
        """Adds samples in place of the oldest."""
        arrays = [as_tensor(getattr(samples, name)) for name in FIELDS]
        arrays.append(torch.full((len(arrays[0]),), course, dtype=torch.uint8))
        if self.stage is None:
            self._write(arrays)
            return
        for begun in range(0, len(arrays[0]), self.stage.capacity):
            piece = [array[begun : begun + self.stage.capacity] for array in arrays]
            if self.stage.count + len(piece[0]) > self.stage.capacity:
                self.flush()
            self.stage.put(piece)

    def flush(self) -> None:
        """Sends samples that are still staged."""
        if self.stage is not None and self.stage.count:
            self._write(self.stage.taken())
            self.stage.sent()

    def _write(self, arrays: list[Tensor]) -> None:
        count = len(arrays[0])
        begun = 0
        while begun < count:
            at = self.total % self.capacity
            size = min(count - begun, self.capacity - at)
            for kept, array in zip(self.kept, arrays, strict=True):
                kept[at : at + size].copy_(array[begun : begun + size], non_blocking=True)
            self.total += size
            begun += size

    def sample(self, count: int, window: int, chance: torch.Generator) -> Tensor:
        """Random rows of the newest `window` samples."""
        newest = min(window, len(self))
        back = torch.randint(newest, (count,), generator=chance, device=self.device)
        return (self.total - 1 - back) % self.capacity

    def state(self) -> dict[str, Any]:
        """All samples."""
        self.flush()
        count = len(self)
        return {"total": self.total, "kept": [kept[:count].cpu().clone() for kept in self.kept]}

    def restore(self, state: dict[str, Any]) -> None:
        """Restores the samples."""
        self.total = state["total"]
        for kept, old in zip(self.kept, state["kept"], strict=True):
            kept[: len(old)].copy_(old)


class SampleShapes:
    """The shapes of samples: words of a question, moves, policy indices of each, seats."""

    def __init__(self, words: int, moves: int, parts: int, seats: int) -> None:
        self.shapes: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
            "questions": ((words,), torch.int64),
            "entries": ((moves, parts), torch.int16),
            "visits": ((moves,), torch.uint8),
            "results": ((seats,), torch.float32),
            "values": ((seats,), torch.float32),
            COURSE: ((), torch.uint8),
        }

    def tensors(self, rows: int, device: torch.device, *, pinned: bool = False) -> list[Tensor]:
        """A tensor of zeros for each field."""
        return [
            torch.zeros((rows, *shape), dtype=dtype, device=device, pin_memory=pinned)
            for shape, dtype in self.shapes.values()
        ]


class StagingBuffer:
    """Two buffers in pinned memory: one is filled while the other is sent to the GPU."""

    def __init__(self, capacity: int, shapes: SampleShapes) -> None:
        cpu = torch.device("cpu")
        self.capacity = capacity
        self.buffers = [shapes.tensors(capacity, cpu, pinned=True) for _ in range(2)]
        self.events = [torch.cuda.Event() for _ in range(2)]
        self.current = 0
        self.count = 0

    def put(self, arrays: list[Tensor]) -> None:
        """Adds samples; they must fit."""
        size = len(arrays[0])
        for buffer, array in zip(self.buffers[self.current], arrays, strict=True):
            buffer[self.count : self.count + size] = array
        self.count += size

    def taken(self) -> list[Tensor]:
        """The samples that were added."""
        return [buffer[: self.count] for buffer in self.buffers[self.current]]

    def sent(self) -> None:
        """Switches to the other buffer, once the GPU has read it."""
        self.events[self.current].record()
        self.current = 1 - self.current
        self.count = 0
        self.events[self.current].synchronize()


def as_tensor(array: Any) -> Tensor:
    """An array of samples as a tensor; words become signed. It shares the memory of the array,
    unless that is read-only, as in arrays from another process."""
    array = np.require(array, requirements="W")
    return torch.from_numpy(array.view(np.int64) if array.dtype == np.uint64 else array)
