"""The store: games, who holds their seats, what is to be done by whom; and studies."""

from __future__ import annotations

from tabuleiro.web.store.alone import RunningError, alone, running_address
from tabuleiro.web.store.backup import back_up, restore
from tabuleiro.web.store.bus import LOOK_AGAIN, Bus, News
from tabuleiro.web.store.database import StoreError, UnavailableError, database_file
from tabuleiro.web.store.rows import (
    Answer,
    Changes,
    Duty,
    GameRow,
    HeldGame,
    HolderRow,
    Lease,
    LinkRow,
    NewGame,
    NewSeat,
    SeatRow,
    StudyRow,
    StudySummary,
)
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import Reading, Transaction

__all__ = [
    "LOOK_AGAIN",
    "Answer",
    "Bus",
    "Changes",
    "Duty",
    "GameRow",
    "HeldGame",
    "HolderRow",
    "Lease",
    "LinkRow",
    "NewGame",
    "NewSeat",
    "News",
    "Reading",
    "RunningError",
    "SeatRow",
    "Store",
    "StoreError",
    "StudyRow",
    "StudySummary",
    "Transaction",
    "UnavailableError",
    "alone",
    "back_up",
    "database_file",
    "restore",
    "running_address",
]
