"""The commands `admin`: what the operator of a server may do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli import parameters
from tabuleiro.cli.parameters import Commands, argument, print_text
from tabuleiro.core.message import say

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
    from tabuleiro.web.games.administration import delete_game

    with opened_service(data, database) as service:
        delete_game(service, game_id)
    print_text(say("deleted"))


@commands.command("close")
def close(
    game_id: Game,
    seat: Annotated[int, argument("SEAT", "The number of a seat, from 1.")],
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Take a seat away from its player, who resigns if the game is in progress."""
    from tabuleiro.web.games.administration import close_seat

    with opened_service(data, database) as service:
        close_seat(service, game_id, seat - 1)
    print_text(say("closed"))


@commands.command("block")
def block(
    address: Address,
    off: Annotated[bool, typer.Option("--off", help="Let the address in again.")] = False,
    data: parameters.Data = None,
    database: parameters.Database = None,
) -> None:
    """Keep an address or a network from using the server; --off lets it in again."""
    from tabuleiro.web.games.administration import block_address, unblock_address

    with opened_service(data, database) as service:
        (unblock_address if off else block_address)(service, address)
    print_text(say("unblocked") if off else say("blocked"))


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
