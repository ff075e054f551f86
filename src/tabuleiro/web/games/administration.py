"""What the operator of a server may do: delete games, close seats, block addresses."""

from __future__ import annotations

from ipaddress import ip_network

from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.web.games.service import GameService
from tabuleiro.web.http.addresses import client_network


def delete_game(service: GameService, game_id: str) -> None:
    """Deletes a game, whatever its state."""
    with service.repository.locked(game_id) as locked:
        locked.transaction.delete_game(game_id)


def close_seat(service: GameService, game_id: str, seat: int) -> None:
    """Takes a seat, counted from 0, away from its player, who resigns from a running game."""
    with service.repository.locked(game_id) as locked:
        table = locked.table
        if seat not in range(table.position.players):
            raise TabuleiroError(say("the game has seats 1 to {last}", last=table.position.players))
        if table.begun and not table.over and seat in table.remaining:
            table.resign(seat, service.now())
        locked.transaction.remove_holders(game_id, seat)


def block_address(service: GameService, address: str) -> None:
    """Keeps an address or a network from using the servers of a database, within a second."""
    with service.store.transaction() as transaction:
        transaction.block(network_of(address), service.now())


def unblock_address(service: GameService, address: str) -> None:
    """Lets a blocked address or network use the servers again."""
    with service.store.transaction() as transaction:
        if not transaction.unblock(network_of(address)):
            raise TabuleiroError(say("{address} is not blocked", address=address))


def network_of(text: str) -> str:
    """The network of a text; of an IPv6 address that of its customer."""
    try:
        return str(ip_network(text if "/" in text else client_network(text), strict=False))
    except ValueError as error:
        reason = say("{address} is no address or network", address=quote(text))
        raise TabuleiroError(reason) from error
