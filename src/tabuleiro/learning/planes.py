"""Unpacks encoded positions into planes on a device, with all symmetries.

The tables in `Planes` turn a batch of questions into planes, under any symmetry of the board, and
map the policy indices of moves to the same symmetry.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from tabuleiro.core.encoding import WORD_BITS, WORD_BYTES, Encoding, Shape, Symmetry

BYTE_BITS = 8
NO_ENTRY = -1


class Planes:
    """Tables that turn questions about boards of one shape into planes on a device.

    Each symmetry is a way to see a position; None is the identity.
    """

    def __init__(
        self,
        encoding: Encoding,
        shape: Shape,
        device: torch.device,
        symmetries: Sequence[Symmetry | None] = (None,),
    ) -> None:
        self.rows, self.columns = shape
        cells = self.rows * self.columns
        self.entries = len(encoding.policy_planes) * cells
        planes = len(encoding.planes)
        plane_words = -(-cells // WORD_BITS)
        # The bit of a question for each entry of the planes, as it is and under each symmetry.
        starts = range(0, planes * plane_words * WORD_BITS, plane_words * WORD_BITS)
        plain = [start + cell for start in starts for cell in range(cells)]
        seen = torch.tensor(
            [[plain[entry] for entry in way.planes] if way else plain for way in symmetries]
        )
        self.bytes = (seen // BYTE_BITS).to(device)
        self.masks = (1 << seen % BYTE_BITS).to(torch.uint8).to(device)
        places = [entry_positions(self.entries, way) for way in symmetries]
        self.places = torch.tensor(places, device=device)
        scales = [float(scale) for scale in encoding.numbers.values()]
        self.scales = torch.tensor(scales, device=device)
        self.numbers_at = planes * plane_words * WORD_BYTES
        self.words = planes * plane_words + -(-len(encoding.numbers) // WORD_BYTES)

    def unpack(
        self, questions: Tensor, ways: Tensor | None = None, dtype: torch.dtype = torch.float32
    ) -> Tensor:
        """The planes of questions (rows of words as int64), then their numbers as constant planes.
        `ways` are the numbers of the symmetries of the questions; by default the first."""
        packed = questions.contiguous().view(torch.uint8)
        if ways is None:
            lit = (packed.index_select(1, self.bytes[0]) & self.masks[0]).ne(0)
        else:
            lit = (packed.gather(1, self.bytes[ways]) & self.masks[ways]).ne(0)
        shape = (len(questions), -1, self.rows, self.columns)
        numbers = packed[:, self.numbers_at : self.numbers_at + len(self.scales)] / self.scales
        levels = numbers.to(dtype)[:, :, None, None].expand(-1, -1, self.rows, self.columns)
        return torch.cat([lit.view(shape).to(dtype), levels], 1)

    def map_entries(self, entries: Tensor, ways: Tensor) -> Tensor:
        """Policy indices of moves, shape (questions, moves, parts), under these symmetries."""
        known = entries.clamp(min=0).long().flatten(1)
        turned = self.places[ways].gather(1, known).view(entries.shape)
        return torch.where(entries < 0, NO_ENTRY, turned)


def entry_positions(entries: int, way: Symmetry | None) -> list[int]:
    """The index of each entry of an answer under a symmetry."""
    found = list(range(entries))
    for place, entry in enumerate(way.policy if way else ()):
        found[entry] = place
    return found
