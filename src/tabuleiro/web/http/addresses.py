"""Addresses of clients and proxies."""

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache

UNKNOWN_ADDRESS = "unknown"
CACHED_CLIENTS = 10_000
NETWORK_BITS = 64  # of an IPv6 address that belong to one customer

Networks = Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]


class BlockList:
    """The networks that may not use the server, as the database has them."""

    networks: Networks = ()


def networks(texts: Iterable[str]) -> Networks:
    """The networks in texts, a single address being one too."""
    return [ipaddress.ip_network(text, strict=False) for text in texts]


def is_in(address: str, known: Networks) -> bool:
    """Whether an address, or the network of a client, is in one of the networks."""
    parsed = parse_address(address.partition("/")[0])
    return parsed is not None and any(parsed in network for network in known)


def parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address in a text; None if there is none."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


@lru_cache(CACHED_CLIENTS)
def client_network(address: str) -> str:
    """The address for rate limits; for IPv6 the whole network of a customer."""
    parsed = parse_address(address)
    if not isinstance(parsed, ipaddress.IPv6Address):
        return address if parsed else UNKNOWN_ADDRESS
    return str(ipaddress.ip_network((parsed, NETWORK_BITS), strict=False))
