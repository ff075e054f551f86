"""The commands `admin`: what the operator of a server may do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, argument, print_text
from tabuleiro.core.message import TabuleiroError, quote, say

if TYPE_CHECKING:
    from pathlib import Path

    from tabuleiro.web.games.service import GameService

commands = Commands()

Game = Annotated[str, argument("GAME", "The id of a game: the last part of its URL.")]
Address = Annotated[str, argument("ADDRESS", "An address, or a network such as 192.0.2.0/24.")]


@commands.callback()
def administer(lang: parameters.Language = None) -> None:
    """Delete games, close seats and block addresses of the browser app, also while it runs."""


@commands.command("delete")
def delete(
    game_id: Game, data: parameters.Data = None, database: parameters.Database = None
) -> None:
    """Delete a game, whatever its state."""
    with opened_service(data, database) as service, service.repository.locked(game_id) as locked:
        locked.transaction.delete_game(game_id)
    print_text(say("deleted"))


@commands.command("close")
def close(
    game_id: Game,
    seat: Annotated[int, argument("SEAT", "The number of a seat, from 1.")],
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Take a seat away from its player, who resigns if the game is in progress."""
    with opened_service(data, database) as service, service.repository.locked(game_id) as locked:
        table = locked.table
        if seat - 1 not in range(table.position.players):
            raise TabuleiroError(say("the game has seats 1 to {last}", last=table.position.players))
        if table.begun and not table.over and seat - 1 in table.remaining:
            table.resign(seat - 1, service.now())
        locked.transaction.remove_holders(game_id, seat - 1)
    print_text(say("closed"))


@commands.command("block")
def block(
    address: Address,
    off: Annotated[bool, typer.Option("--off", help="Let the address in again.")] = False,
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Keep an address or a network from using the server; --off lets it in again."""
    with opened_service(data, database) as service, service.store.transaction() as transaction:
        if not off:
            transaction.block(network_of(address), service.now())
        elif not transaction.unblock(network_of(address)):
            raise TabuleiroError(say("{address} is not blocked", address=address))
    print_text(say("unblocked") if off else say("blocked"))


def network_of(text: str) -> str:
    """The network of a text; of an IPv6 address that of its customer."""
    from ipaddress import ip_network

    from tabuleiro.web.http.addresses import client_network

    try:
        return str(ip_network(text if "/" in text else client_network(text), strict=False))
    except ValueError as error:
        reason = say("{address} is not an IP address or a network", address=quote(text))
        raise TabuleiroError(reason) from error


@contextmanager
def opened_service(data: Path | None, database: str | None) -> Iterator[GameService]:
    """The games of a database that exists."""
    from tabuleiro.web.games.heartbeat import steady_time
    from tabuleiro.web.games.service import GameService
    from tabuleiro.web.services import BACKUPS
    from tabuleiro.web.settings import read_settings
    from tabuleiro.web.store.database import StoreError, database_file
    from tabuleiro.web.store.store import Store

    settings = read_settings(data=data, database=database)
    file = database_file(settings.database_url)
    if file and not file.exists():
        raise StoreError(say("there is no database {path}", path=file))
    backups = settings.data / BACKUPS
    with closing(Store.open(settings.database_url, steady_time(), backups)) as store:
        yield GameService(store)
