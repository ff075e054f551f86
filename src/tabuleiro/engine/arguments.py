"""Parsing the arguments of UGI commands."""

import re

from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.core.options import WHOLE_NUMBER
from tabuleiro.core.position import MOST_PLAYERS
from tabuleiro.search.limit import Limit, RemainingTime

OPTION = re.compile(r"name\s+(?P<name>\S+)\s+value\s+(?P<value>.+)")
MOVES = re.compile(r"(?<!\s)\s+moves(?:\s+|$)")
LIMITS = ("movetime", "nodes", "depth")
CLOCKS = tuple(f"p{number}time" for number in range(1, MOST_PLAYERS + 1))
INCREMENTS = tuple(f"p{number}inc" for number in range(1, MOST_PLAYERS + 1))


class UgiError(TabuleiroError):
    """A command that cannot be executed."""


def read_option(text: str) -> tuple[str, str]:
    """The name and the value after `setoption`."""
    match = OPTION.fullmatch(text)
    if not match:
        raise UgiError(say("write setoption name NAME value VALUE"))
    return match["name"], match["value"]


def read_position(text: str) -> tuple[str | None, list[str]]:
    """The position text (None for `startpos`) and the moves after `position`."""
    before, *after = MOVES.split(text, maxsplit=1)
    kind, *position = before.split(maxsplit=1) or [""]
    if (kind, len(position)) not in (("startpos", 0), ("fen", 1)):
        raise UgiError(say("write position startpos or position fen TEXT, then moves MOVE..."))
    return (position[0] if position else None), (after[0].split() if after else [])


def read_limit(words: list[str]) -> Limit:
    """The limit after `go`."""
    numbers: dict[str, int] = {}
    infinite = False
    left = iter(words)
    for word in left:
        if word in numbers or (word == "infinite" and infinite):
            raise UgiError(say("{word} is given twice", word=word))
        if word == "infinite":
            infinite = True
        elif word in CLOCKS:
            given = next(left, "")
            number = read_number(word, given.removeprefix("-"))
            # A program that allows a margin may send a negative time: it still expects a move.
            numbers[word] = 0 if given.startswith("-") else number
        elif word in LIMITS + INCREMENTS:
            numbers[word] = read_number(word, next(left, ""))
        else:
            reason = say(
                "go does not know {word}: it takes {words}",
                word=quote(word),
                words=(*LIMITS, "infinite", *CLOCKS, *INCREMENTS),
            )
            raise UgiError(reason)
    limits = {name: numbers[name] for name in LIMITS if name in numbers}
    return Limit(**limits, clocks=read_clocks(numbers), infinite=infinite)


def read_clocks(numbers: dict[str, int]) -> tuple[RemainingTime | None, ...]:
    """The players' clocks; empty if no time is given."""
    clocks: list[RemainingTime | None] = []
    for time, increment in zip(CLOCKS, INCREMENTS, strict=True):
        if increment in numbers and time not in numbers:
            raise UgiError(say("{word} needs {clock} as well", word=increment, clock=time))
        given = time in numbers
        clocks.append(RemainingTime(numbers[time], numbers.get(increment, 0)) if given else None)
    return tuple(clocks) if any(clocks) else ()


def read_number(name: str, text: str) -> int:
    """The whole number given for `name`."""
    if not WHOLE_NUMBER.fullmatch(text):
        raise UgiError(say("{name} needs a whole number, not {text}", name=name, text=quote(text)))
    return int(text)
