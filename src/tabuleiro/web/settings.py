"""The settings of a server, from the command line or the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, get_type_hints
from urllib.parse import quote as quote_path

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.saved_games import data_folder

PREFIX = "TABULEIRO_"
DATABASE_FILE = "tabuleiro.db"
LOG_LEVELS = ("debug", "info", "warning", "error")
Count = Annotated[int, (1, 10**6)]
YES, NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


class SettingError(TabuleiroError):
    """A setting that cannot be read or is out of range: its name, and the kind it must be of."""

    def __init__(self, name: str, value: object, kind: Message) -> None:
        reason = say("{value} is not {kind}", value=value, kind=kind)
        super().__init__(say("{name}: {reason}", name=name, reason=reason))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server. Each is read from the environment as well: `port` from
    TABULEIRO_PORT, lists with commas between their parts. Numbers have the range of their type."""

    # Data
    data: Path = field(default_factory=data_folder)
    database: str = field(default="", repr=False)  # a URL, which may hold a password; else a file
    expiry_days: Annotated[float, (0.01, 36_500)] = 14  # of a game without a move

    # Address, host names and proxies
    host: str = "127.0.0.1"  # to listen on
    port: Annotated[int, (0, 65_535)] = 8765
    hosts: tuple[str, ...] = ()  # further names under which people reach the server
    https: bool = False  # whether people reach it through HTTPS
    proxies: tuple[str, ...] = ()  # whose forwarded addresses are believed

    # Monitoring
    monitors: tuple[str, ...] = ("127.0.0.0/8", "::/127")  # addresses that may read the metrics
    log_level: str = "warning"

    # Computer players
    workers: Annotated[int, (1, 1024)] = field(  # processes in which they think
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1)
    )
    worker_megabytes: Annotated[int, (128, 2**20)] = 1024  # of memory of such a process
    think_seconds: Annotated[float, (0.1, 3600)] = 30  # about a move
    queue: Annotated[int, (1, 100_000)] = 256  # thoughts that may wait for a process

    # Studies
    analysis_seconds: Annotated[float, (1, 3600)] = 30  # of a position for a viewer
    analyses_per_address: Count = 10  # at a time
    studies_per_hour: Count = 120  # new ones of an address

    # Boards
    drawing_apart: bool = True  # in a process of its own

    # Limits
    body_bytes: Annotated[int, (1024, 2**24)] = 2**16  # of a request
    import_bytes: Annotated[int, (1024, 2**24)] = 2**20  # of a file of records
    name_length: Annotated[int, (1, 200)] = 40
    streams: Count = 5_000  # live connections at a time
    streams_per_address: Count = 50
    connections_per_address: Count = 250  # of any kind at a time
    commands_per_minute: Count = 600  # these are of an address: moves and other commands
    games_per_hour: Count = 120  # new ones
    recovery_links_per_hour: Count = 20  # new ones
    hints_per_minute: Count = 30
    reasons_per_minute: Count = 120
    explorer_per_minute: Count = 120
    pictures_per_minute: Count = 60
    imports_per_minute: Count = 30
    requests_per_minute: Count = 3_000  # of any kind

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(ServerSettings, include_extras=True).items():
            for low, high in getattr(kind, "__metadata__", ()):
                if not low <= getattr(self, name) <= high:
                    wanted = say("a number from {low} to {high}", low=low, high=high)
                    raise SettingError(name, getattr(self, name), wanted)
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


def check_network(name: str, text: str) -> None:
    """Refuses a text that is not an address or a network."""
    try:
        ip_network(text, strict=False)
    except ValueError as error:
        wanted = say("an address or a network such as 10.0.0.0/8")
        raise SettingError(name, quote(text), wanted) from error
