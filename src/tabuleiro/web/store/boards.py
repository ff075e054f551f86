"""Which positions are on boards at which people play each other, so that nobody is helped there.

A position is known by a key that its options are not part of: rules that differ a little make it
no other position to who looks for help.
"""

from __future__ import annotations

from tabuleiro.core.position import Position
from tabuleiro.play import Table
from tabuleiro.web.secrets import digest

UNGUARDED = ""


def board_key(position: Position) -> str:
    """What is kept of a position."""
    return digest(f"{position.game.id} | {position.text}")


def guarded_board(table: Table, hints: bool) -> str:
    """The key of the position on the board of a running game between people who have not all
    agreed to hints; of any other game none."""
    people = sum(seat.is_person for seat in table.setup.seats)
    guarded = table.begun and not table.over and people > 1 and not hints
    return board_key(table.position) if guarded else UNGUARDED
