"""Questions as planes: what words of bits and bytes are to a network, on any device.

The tables of a course (`Planes`) turn a batch of questions into one number a cell and plane, in
any of the ways to see a position, and find the entries of moves again in answers seen so.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from tabuleiro.core.options import Options
from tabuleiro.core.sight import WORD_BITS, WORD_BYTES, Shape, Sight, Symmetry

BYTE_BITS = 8
NO_ENTRY = -1


class Planes:
    """How questions about boards of one shape become planes on a device.

    Way 0 to see a position is the plain one; the symmetries come after it.
    """

    def __init__(
        self, sight: Sight, shape: Shape, symmetries: Sequence[Symmetry], device: torch.device
    ) -> None:
        self.rows, self.columns = shape
        cells = self.rows * self.columns
        self.entries = len(sight.answers) * cells
        self.planes = len(sight.planes)
        self.ways = 1 + len(symmetries)
        plane_words = -(-cells // WORD_BITS)
        bits = self._places(plane_words)
        seen = [bits, *([bits[entry] for entry in one.planes] for one in symmetries)]
        self.bytes = torch.tensor([[bit // BYTE_BITS for bit in way] for way in seen])
        self.masks = torch.tensor([[1 << bit % BYTE_BITS for bit in way] for way in seen])
        self.places = torch.tensor(_places(self.entries, [one.answers for one in symmetries]))
        self.scales = torch.tensor([float(scale) for scale in sight.numbers.values()])
        self.numbers_at = self.planes * plane_words * WORD_BYTES
        self.words = self.planes * plane_words + -(-len(sight.numbers) // WORD_BYTES)
        self.move_to(device)

    def move_to(self, device: torch.device) -> None:
        """Takes the tables to a device."""
        self.bytes = self.bytes.to(device)
        self.masks = self.masks.to(torch.uint8).to(device)
        self.places = self.places.to(device)
        self.scales = self.scales.to(device)

    def _places(self, plane_words: int) -> list[int]:
        """The bit of a question that each entry of the planes is."""
        cells = self.rows * self.columns
        plane_bits = plane_words * WORD_BITS
        return [plane * plane_bits + cell for plane in range(self.planes) for cell in range(cells)]

    def unpack(
        self, questions: Tensor, ways: Tensor | None = None, dtype: torch.dtype = torch.float32
    ) -> Tensor:
        """The planes of questions (rows of words as int64), then their numbers as planes of equal
        cells; each question seen in the way that `ways` says, the plain one without."""
        packed = questions.contiguous().view(torch.uint8)
        if ways is None:
            lit = (packed.index_select(1, self.bytes[0]) & self.masks[0]).ne(0)
        else:
            lit = (packed.gather(1, self.bytes[ways]) & self.masks[ways]).ne(0)
        shape = (len(questions), -1, self.rows, self.columns)
        numbers = packed[:, self.numbers_at : self.numbers_at + len(self.scales)] / self.scales
        levels = numbers.to(dtype)[:, :, None, None].expand(-1, -1, self.rows, self.columns)
        return torch.cat([lit.view(shape).to(dtype), levels], 1)

    def turn(self, entries: Tensor, ways: Tensor) -> Tensor:
        """Entries of moves, shape (questions, moves, parts), where they stand in answers to
        questions seen in these ways."""
        known = entries.clamp(min=0).long().flatten(1)
        turned = self.places[ways].gather(1, known).view(entries.shape)
        return torch.where(entries < 0, NO_ENTRY, turned)


def planes_of(sight: Sight, options: Options, device: torch.device) -> Planes:
    """The planes of a game under given options, with all its symmetries."""
    return Planes(sight, sight.shape(options), sight.symmetries(options), device)


def _places(entries: int, ways: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each way to see a position, the plain one first, the place in its answer that each
    entry of the plain answer has taken."""
    places = [list(range(entries))]
    for way in ways:
        turned = [0] * entries
        for place, entry in enumerate(way):
            turned[entry] = place
        places.append(turned)
    return places
