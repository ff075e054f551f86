"""The settings of a server, from the command line or the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import quote as quote_path

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.saved_games import data_folder

PREFIX = "TABULEIRO_"
DATABASE_FILE = "tabuleiro.db"
MANY = 10**6
LOG_LEVELS = ("debug", "info", "warning", "error")
YES, NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


class SettingError(TabuleiroError):
    """A setting that cannot be read or is out of range: its name, and the kind it must be of."""

    def __init__(self, name: str, value: object, kind: Message) -> None:
        reason = say("{value} is not {kind}", value=value, kind=kind)
        super().__init__(say("{name}: {reason}", name=name, reason=reason))


def setting(
    default: Any, words: Message, low: float = -inf, high: float = inf, *, shown: bool = True
) -> Any:
    """A setting: its description and the range of a number. The default may be a function that
    returns it."""
    kind = "default_factory" if callable(default) else "default"
    return field(**{kind: default}, repr=shown, metadata={"words": words, "range": (low, high)})


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server. Each is read from the environment as well: `port` from
    TABULEIRO_PORT, lists with commas between their parts."""

    # Data
    data: Path = setting(data_folder, say("the folder of the server's data"))  # noqa: RUF009 - a field
    database: str = setting(
        "",
        say("the URL of a database, sqlite or postgresql; else a file in the data folder"),
        shown=False,  # it may hold a password
    )
    expiry_days: float = setting(
        14, say("days after which a game without a move is deleted"), 0.01, 36_500
    )

    # Address, host names and proxies
    host: str = setting("127.0.0.1", say("the address to listen on"))
    port: int = setting(8765, say("the port to listen on"), 0, 65_535)
    hosts: tuple[str, ...] = setting((), say("further names under which people reach the server"))
    https: bool = setting(False, say("whether people reach it through HTTPS"))
    proxies: tuple[str, ...] = setting((), say("proxies whose forwarded addresses are believed"))

    # Monitoring
    monitors: tuple[str, ...] = setting(
        ("127.0.0.0/8", "::/127"), say("addresses or networks that may read the metrics")
    )
    log_level: str = setting("warning", say("what is logged: debug, info, warning or error"))

    # Computer players
    workers: int = setting(
        lambda: max(1, (os.cpu_count() or 2) - 1),
        say("processes in which computer players think"),
        1,
        1024,
    )
    worker_megabytes: int = setting(1024, say("memory of such a process, in MB"), 128, 2**20)
    think_seconds: float = setting(
        30, say("seconds that a computer player may think about a move"), 0.1, 3600
    )
    queue: int = setting(256, say("thoughts that may wait for a process"), 1, 100_000)

    # Studies
    analysis_seconds: float = setting(
        30, say("seconds that a position is analysed for a viewer"), 1, 3600
    )
    analyses_per_address: int = setting(10, say("analyses of an address at a time"), 1, MANY)
    studies_per_hour: int = setting(120, say("new studies of an address in an hour"), 1, MANY)

    # Boards
    drawing_apart: bool = setting(
        True, say("whether a process of its own draws the boards of games")
    )

    # Limits
    body_bytes: int = setting(2**16, say("bytes of a request"), 1024, 2**24)
    import_bytes: int = setting(2**20, say("bytes of a file of records"), 1024, 2**24)
    name_length: int = setting(40, say("characters of a name"), 1, 200)
    streams: int = setting(5_000, say("live connections at a time"), 1, MANY)
    streams_per_address: int = setting(50, say("live connections of an address at a time"), 1, MANY)
    connections_per_address: int = setting(
        250, say("connections of an address at a time, of any kind"), 1, MANY
    )
    commands_per_minute: int = setting(
        600, say("moves and other commands of an address in a minute"), 1, MANY
    )
    games_per_hour: int = setting(120, say("new games of an address in an hour"), 1, MANY)
    recovery_links_per_hour: int = setting(
        20, say("new recovery links of an address in an hour"), 1, MANY
    )
    hints_per_minute: int = setting(30, say("hints of an address in a minute"), 1, MANY)
    pictures_per_minute: int = setting(
        60, say("pictures drawn for an address in a minute"), 1, MANY
    )
    imports_per_minute: int = setting(
        30, say("files of records read for an address in a minute"), 1, MANY
    )
    requests_per_minute: int = setting(
        3_000, say("requests of any kind of an address in a minute"), 1, MANY
    )

    def __post_init__(self) -> None:
        for each in fields(self):
            check_range(each.name, getattr(self, each.name), *each.metadata["range"])
        for name in ("proxies", "monitors"):
            for network in getattr(self, name):
                check_network(name, network)
        if self.log_level not in LOG_LEVELS:
            wanted = say("one of {names}", names=LOG_LEVELS)
            raise SettingError("log_level", quote(self.log_level), wanted)

    @property
    def database_url(self) -> str:
        """The URL of the database: the one given, or that of the file in the data folder."""
        return self.database or f"sqlite:///{quote_path(str(self.data.absolute() / DATABASE_FILE))}"


def read_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> ServerSettings:
    """The given settings that are not None, else those of the environment."""
    found = {}
    for name, kind in get_type_hints(ServerSettings).items():
        variable = PREFIX + name.upper()
        if text := environment.get(variable):
            found[name] = read_value(variable, kind, text)
    return ServerSettings(
        **found | {name: value for name, value in given.items() if value is not None}
    )


def read_value(name: str, kind: Any, text: str) -> Any:
    """The value of a text in the environment."""
    read, wanted = READERS[kind]
    try:
        return read(text.strip())
    except ValueError as error:
        raise SettingError(name, quote(text), wanted) from error


def read_switch(text: str) -> bool:
    """Yes or no."""
    if text.lower() not in YES + NO:
        raise ValueError(text)
    return text.lower() in YES


def read_list(text: str) -> tuple[str, ...]:
    """The parts between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


READERS: Mapping[Any, tuple[Callable[[str], object], Message]] = {
    Path: (Path, say("a folder")),
    str: (str, say("a text")),
    int: (int, say("a whole number")),
    float: (float, say("a number")),
    bool: (read_switch, say("yes or no")),
    tuple[str, ...]: (read_list, say("a list")),
}


def check_range(name: str, value: object, low: float, high: float) -> None:
    """Refuses a number out of its range."""
    if isinstance(value, int | float) and not low <= value <= high:
        wanted = say("a number from {low} to {high}", low=low, high=high)
        raise SettingError(name, value, wanted)


def check_network(name: str, text: str) -> None:
    """Refuses a text that is not an address or a network."""
    try:
        ip_network(text, strict=False)
    except ValueError as error:
        wanted = say("an address or a network such as 10.0.0.0/8")
        raise SettingError(name, quote(text), wanted) from error
