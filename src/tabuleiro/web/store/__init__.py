"""The store: games, seats, studies and job leases in SQLite or PostgreSQL."""

from __future__ import annotations

from tabuleiro.web.store.backup import back_up, restore
from tabuleiro.web.store.bus import UNKNOWN_UPDATE, EventBus, GameUpdate
from tabuleiro.web.store.database import StoreError, UnavailableError, database_file
from tabuleiro.web.store.rows import (
    GameRow,
    GameStatus,
    HeldGame,
    HolderRow,
    JobName,
    Lease,
    LinkRow,
    NewGameRow,
    NewSeatRow,
    SeatRow,
    StoredAnswer,
    StudyRow,
    StudySummary,
)
from tabuleiro.web.store.server_lock import AlreadyRunningError, hold_server_lock, running_address
from tabuleiro.web.store.store import Store
from tabuleiro.web.store.transaction import ReadTransaction, Transaction

__all__ = [
    "UNKNOWN_UPDATE",
    "AlreadyRunningError",
    "EventBus",
    "GameRow",
    "GameStatus",
    "GameUpdate",
    "HeldGame",
    "HolderRow",
    "JobName",
    "Lease",
    "LinkRow",
    "NewGameRow",
    "NewSeatRow",
    "ReadTransaction",
    "SeatRow",
    "Store",
    "StoreError",
    "StoredAnswer",
    "StudyRow",
    "StudySummary",
    "Transaction",
    "UnavailableError",
    "back_up",
    "database_file",
    "hold_server_lock",
    "restore",
    "running_address",
]
