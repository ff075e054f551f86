"""Comments in record text: facts of a move such as `[%clock ...]`, then free text.

For example `[%value 0.631] [%clock 0:04:31.2] a good move`. A backslash escapes characters with a
special meaning.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tabuleiro.core.message import quote, say
from tabuleiro.records.ply import DIGITS, Ply, RecordError

ESCAPES = {"n": "\n"} | {character: character for character in '\\"{}[]'}
ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
COMMAND = re.compile(r"\[%([A-Za-z]+) ((?:[^\\\]]|\\.)*)\](?: |\Z)")
BEGINNING = "[%"
VALUE = re.compile(r"0(?:\.[0-9]{1,3})?|1(?:\.0{1,3})?")
TIME = re.compile(r"([0-9]{1,6}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)")
# The facts of a search as they are written: most comments have only these.
COMMON_FACTS = re.compile(
    rf"(?:\[%value ({VALUE.pattern})\](?: |\Z))?"
    rf"(?:\[%clock {TIME.pattern}\](?: |\Z))?"
    rf"(?:\[%spent {TIME.pattern}\](?: |\Z))?(?!\[%)"
)


def escape(text: str, characters: str) -> str:
    """The text with backslashes before these characters and backslashes; line breaks are `\\n`."""
    escaped = re.sub(rf"[\\{re.escape(characters)}]", lambda found: "\\" + found[0], text)
    return escaped.replace("\n", "\\n")


def unescape(text: str) -> str:
    """Reverses `escape`."""
    return ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    if found[1] not in ESCAPES:
        reason = say("{escape} is not an escape: write a backslash twice", escape=quote(found[0]))
        raise RecordError(reason)
    return ESCAPES[found[1]]


def read_value(text: str) -> float:
    """An expected score with three decimals."""
    if not VALUE.fullmatch(text):
        raise RecordError(say("{text} is not a value: write 0.631, from 0 to 1", text=quote(text)))
    return float(text)


def write_time(seconds: float) -> str:
    """`0:04:31.2`: hours, minutes, seconds, thousandths without zeros at the end."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, seconds = divmod(whole, 60)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


def read_time(text: str) -> float:
    """The seconds of what `write_time` wrote."""
    found = TIME.fullmatch(text)
    if not found:
        reason = say(
            "{text} is not a time: write hours, minutes and seconds as 0:04:31.2", text=quote(text)
        )
        raise RecordError(reason)
    return seconds_of(found[1], found[2], found[3])


def seconds_of(hours: str, minutes: str, seconds: str) -> float:
    """A time in seconds, to less than a thousandth."""
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


FACTS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "value": (lambda value: f"{value:.{DIGITS}f}", read_value),
    "clock": (write_time, read_time),
    "spent": (write_time, read_time),
    "by": (lambda name: escape(name, "{}]"), unescape),
}
"""How each fact of a move is written, and how it is read."""


def write_comment(text: str) -> str:
    """Free text in braces."""
    body = escape(text, "{}")
    return "{" + ("\\" if body.startswith(BEGINNING) else "") + body + "}"


def write_facts(ply: Ply) -> str:
    """The facts and comment of a move, in braces; empty if there are none."""
    known = ((name, write, getattr(ply, name)) for name, (write, _) in FACTS.items())
    commands = [f"[%{name} {write(fact)}]" for name, write, fact in known if fact not in (None, "")]
    if not commands:
        return write_comment(ply.comment) if ply.comment else ""
    comment = write_comment(ply.comment)[1:-1]
    return "{" + " ".join([*commands, comment] if comment else commands) + "}"


def read_comment(body: str) -> tuple[dict[str, Any], str]:
    """The facts and the free text between two braces."""
    body = body.replace("\n", " ")  # a long comment is wrapped to several lines
    common = COMMON_FACTS.match(body)
    if common:
        return common_facts(common), unescape(body[common.end() :])
    facts: dict[str, Any] = {}
    at = 0
    while body.startswith(BEGINNING, at):
        command = COMMAND.match(body, at)
        if not command:
            reason = say(
                "{text} is not a fact of a move: write [%name value], then a blank",
                text=quote(body[at:]),
            )
            raise RecordError(reason)
        add_fact(facts, command[1], command[2])
        at = command.end()
    return facts, unescape(body[at:])


def common_facts(found: re.Match[str]) -> dict[str, Any]:
    """The facts of a match."""
    value, hours, minutes, seconds, spent_hours, spent_minutes, spent_seconds = found.groups()
    facts: dict[str, Any] = {}
    if value:
        facts["value"] = float(value)
    if hours:
        facts["clock"] = seconds_of(hours, minutes, seconds)
    if spent_hours:
        facts["spent"] = seconds_of(spent_hours, spent_minutes, spent_seconds)
    return facts


def add_fact(facts: dict[str, Any], name: str, text: str) -> None:
    """Parses a fact and adds it; RecordError if the name is unknown or repeated."""
    if name not in FACTS:
        reason = say("there is no fact %{name}: there are {names}", name=name, names=tuple(FACTS))
        raise RecordError(reason)
    if name in facts:
        raise RecordError(say("the fact %{name} is given twice", name=name))
    facts[name] = FACTS[name][1](text)
