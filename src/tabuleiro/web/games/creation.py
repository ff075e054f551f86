"""Storing a new game, and the rematch that follows a finished one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from tabuleiro.games import another_start
from tabuleiro.play import Table, new_record
from tabuleiro.records import Record
from tabuleiro.web.games.repository import hints_allowed, status_of
from tabuleiro.web.secrets import digest, new_id, new_secret
from tabuleiro.web.store.rows import GameRow, HolderRow, LinkRow, NewSeatRow
from tabuleiro.web.store.transaction import Transaction


def store_game(
    transaction: Transaction,
    game_id: str,
    record: Record,
    hashes: Sequence[str | None],
    terms: Mapping[str, Any],
    now: float,
    source: str,
) -> None:
    """Stores a game that begins now; `hashes` are the digests of invitations to free seats."""
    table = Table.open(record, now)
    seats = [
        NewSeatRow(seat.name, seat.computer, invite_hash)
        for seat, invite_hash in zip(table.setup.seats, hashes, strict=True)
    ]
    people = sum(seat.is_person for seat in table.setup.seats)
    status = status_of(table, terms, hints_allowed(terms, people))
    transaction.new_game(
        game_id,
        game=record.game_text,
        new_seats=seats,
        settings=terms,
        new_events=table.events,
        status=status,
        source=source,
    )


def create_rematch(
    transaction: Transaction, row: GameRow, table: Table, chance: Random, now: float
) -> str:
    """Creates the rematch of a finished game: all players move one seat on. Its id."""
    count, seats = table.position.players, table.setup.seats
    moved = tuple(seats[(i - 1) % count] for i in range(count))
    start = another_start(table.positions[0], chance)
    record = new_record(start, replace(table.setup, seats=moved), date_of(now))
    game_id = new_id()
    terms = dict(row.settings)
    store_game(transaction, game_id, record, [None] * count, terms, now, row.source)
    for holder in transaction.holders(row.id):
        seat = (holder.seat + 1) % count
        link = copied_link(transaction, game_id, seat, now) if holder.link else None
        transaction.add_holder(HolderRow(game_id, seat, holder.secret_hash, link, now))
    return game_id


def copied_link(transaction: Transaction, game_id: str, seat: int, now: float) -> str:
    """A used link, so that a device that came by a link can be revoked in the rematch too."""
    link = new_id()
    transaction.new_link(LinkRow(link, game_id, seat, digest(new_secret()), now, used=now))
    return link


def date_of(now: float) -> str:
    """The day of a time, as records write it: 2026-11-15."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()
