"""The settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints
from urllib.parse import quote as quote_path

from tabuleiro.core.message import Message, TabuleiroError, quote, say
from tabuleiro.records.saved_games import data_folder

PREFIX = "TABULEIRO_"
DATABASE_FILE = "tabuleiro.db"
MANY = 10**6
YES, NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


class SettingError(TabuleiroError):
    """A setting that cannot be read or is out of range; `name` is the one at fault."""

    def __init__(self, name: str, reason: Message) -> None:
        super().__init__(say("{name}: {reason}", name=name, reason=reason))
        self.name = name


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """What a setting is about and, of a number, the least and the most it may be."""

    words: Message
    low: float = -inf
    high: float = inf


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server. Each is read from the environment as well: `port` from
    TABULEIRO_PORT, lists with commas between their parts."""

    # Where the games are
    data: Annotated[Path, SettingInfo(say("the folder of the server's data"))] = field(
        default_factory=data_folder
    )
    database: Annotated[
        str,
        SettingInfo(
            say("the URL of a database, sqlite or postgresql; else a file in the data folder")
        ),
    ] = field(default="", repr=False)  # it may hold a password
    expiry_days: Annotated[
        float, SettingInfo(say("days after which a game without a move is deleted"), 0.01, 36_500)
    ] = 14

    # Where it listens, and whom it believes
    host: Annotated[str, SettingInfo(say("the address to listen on"))] = "127.0.0.1"
    port: Annotated[int, SettingInfo(say("the port to listen on"), 0, 65_535)] = 8765
    hosts: Annotated[
        tuple[str, ...], SettingInfo(say("further names under which people reach the server"))
    ] = ()
    https: Annotated[bool, SettingInfo(say("whether people reach it through HTTPS"))] = False
    proxies: Annotated[
        tuple[str, ...], SettingInfo(say("proxies whose forwarded addresses are believed"))
    ] = ()

    # Computer players
    workers: Annotated[
        int, SettingInfo(say("processes in which computer players think"), 1, 1024)
    ] = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    worker_megabytes: Annotated[
        int, SettingInfo(say("memory of such a process, in MB"), 128, 2**20)
    ] = 1024
    think_seconds: Annotated[
        float, SettingInfo(say("seconds that a computer player may think about a move"), 0.1, 3600)
    ] = 30
    queue: Annotated[int, SettingInfo(say("thoughts that may wait for a process"), 1, 100_000)] = (
        256
    )

    # Studies
    analysis_seconds: Annotated[
        float, SettingInfo(say("seconds that a position is analysed for a viewer"), 1, 3600)
    ] = 30
    analyses_per_address: Annotated[
        int, SettingInfo(say("analyses of an address at a time"), 1, MANY)
    ] = 10
    studies_per_hour: Annotated[
        int, SettingInfo(say("new studies of an address in an hour"), 1, MANY)
    ] = 120

    # Boards
    drawing_apart: Annotated[
        bool, SettingInfo(say("whether a process of its own draws the boards of games"))
    ] = True

    # Limits
    body_bytes: Annotated[int, SettingInfo(say("bytes of a request"), 1024, 2**24)] = 2**16
    import_bytes: Annotated[int, SettingInfo(say("bytes of a file of records"), 1024, 2**24)] = (
        2**20
    )
    name_length: Annotated[int, SettingInfo(say("characters of a name"), 1, 200)] = 40
    streams: Annotated[int, SettingInfo(say("live connections at a time"), 1, MANY)] = 5_000
    streams_per_address: Annotated[
        int, SettingInfo(say("live connections of an address at a time"), 1, MANY)
    ] = 50
    commands_per_minute: Annotated[
        int, SettingInfo(say("moves and other commands of an address in a minute"), 1, MANY)
    ] = 600
    games_per_hour: Annotated[
        int, SettingInfo(say("new games of an address in an hour"), 1, MANY)
    ] = 120
    hints_per_minute: Annotated[
        int, SettingInfo(say("hints of an address in a minute"), 1, MANY)
    ] = 30
    pictures_per_minute: Annotated[
        int, SettingInfo(say("pictures drawn for an address in a minute"), 1, MANY)
    ] = 60
    imports_per_minute: Annotated[
        int, SettingInfo(say("files of records read for an address in a minute"), 1, MANY)
    ] = 30
    requests_per_minute: Annotated[
        int, SettingInfo(say("requests of any kind of an address in a minute"), 1, MANY)
    ] = 3_000

    def __post_init__(self) -> None:
        for name, about in setting_infos().items():
            check_range(name, getattr(self, name), about)
        for proxy in self.proxies:
            check_network(proxy)

    @property
    def database_url(self) -> str:
        """The URL of the database: the one given, or that of the file in the data folder."""
        return self.database or f"sqlite:///{quote_path(str(self.data.absolute() / DATABASE_FILE))}"


def setting_infos() -> dict[str, SettingInfo]:
    """Every setting by its name, and what it is about."""
    types = get_type_hints(ServerSettings, include_extras=True)
    return {name: get_args(annotated)[1] for name, annotated in types.items()}


def environment_variable(name: str) -> str:
    """The variable of the environment that a setting is read from."""
    return PREFIX + name.upper()


def read_settings(environment: Mapping[str, str] = os.environ, **given: Any) -> ServerSettings:
    """The settings that are given and not None, else those of the environment."""
    found = {
        name: read_value(environment_variable(name), kind, environment[environment_variable(name)])
        for name, kind in get_type_hints(ServerSettings).items()
        if environment.get(environment_variable(name))
    }
    return ServerSettings(
        **found | {name: value for name, value in given.items() if value is not None}
    )


def read_value(name: str, kind: Any, text: str) -> Any:
    """The value of a text in the environment."""
    read, wanted = READERS[kind]
    try:
        return read(text.strip())
    except ValueError as error:
        raise SettingError(
            name, say("{value} is not {kind}", value=quote(text), kind=wanted)
        ) from error


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


def check_range(name: str, value: object, about: SettingInfo) -> None:
    """Refuses a number out of its range."""
    if isinstance(value, int | float) and not about.low <= value <= about.high:
        wanted = say("a number from {low} to {high}", low=about.low, high=about.high)
        raise SettingError(name, say("{value} is not {kind}", value=value, kind=wanted))


def check_network(text: str) -> None:
    """Refuses what is no address of a proxy."""
    try:
        ip_network(text, strict=False)
    except ValueError as error:
        wanted = say("an address or a network such as 10.0.0.0/8")
        reason = say("{value} is not {kind}", value=quote(text), kind=wanted)
        raise SettingError("proxies", reason) from error
