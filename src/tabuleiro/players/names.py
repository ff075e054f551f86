"""The names of players, such as `kind:value,setting=number`, and the settings they take."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tabuleiro.core.message import Message, quote, say
from tabuleiro.players.player import PlayerError
from tabuleiro.search.alphabeta import DEEPEST

DECIMAL = re.compile(r"\d{1,15}(\.\d{1,15})?", re.ASCII)


@dataclass(frozen=True)
class Setting:
    """A number that a name may set, from `low` to `high`; a whole one if these are whole."""

    name: str
    low: float
    high: float
    description: Message

    def read(self, text: str) -> float:
        """The number written as `text`."""
        if DECIMAL.fullmatch(text) and self.low <= float(text) <= self.high:
            if isinstance(self.low, float):
                return float(text)
            if text.isdecimal():
                return int(text)
        reason = say(
            "{name} cannot be {text}: it takes {kind} from {low} to {high}",
            name=self.name,
            text=quote(text),
            kind=say("a number") if isinstance(self.low, float) else say("a whole number"),
            low=self.low,
            high=self.high,
        )
        raise PlayerError(reason)


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("nodes", 1, 10**12, say("nodes per move")),
        Setting("time", 0.01, 3600, say("seconds per turn")),
        Setting("depth", 1, DEEPEST, say("search depth in moves")),
        Setting("playouts", 0.0, 1.0, say("weight of random playouts in its evaluation")),
        Setting(
            "exploration", 0.0, 10.0, say("how much it explores beyond the moves that look best")
        ),
        Setting("temperature", 0.0, 10.0, say("how random its choice among good moves is")),
        Setting("batch", 1, 256, say("positions per batch for the network")),
        Setting("endgame", 0, 1, say("whether it solves the end of a game exactly: 1, or 0")),
        Setting("threads", 1, 64, say("threads of its search")),
        Setting("megabytes", 1, 65536, say("memory of its search")),
    )
}

FILE = "file"
"""The only setting that is not a number: the path of a network, without a comma."""

FORMER: Mapping[tuple[str, str | None], tuple[str, str | None]] = {
    ("adaptive", None): ("level", "5")
}
"""Players that no longer exist, and those that replace them in stored games."""


@dataclass(frozen=True)
class PlayerName:
    """The parts of a name, its kind in lower case; `value` is None if there is none."""

    text: str
    kind: str
    value: str | None
    settings: dict[str, str]


def split_name(text: str) -> PlayerName:
    """The parts of a name; its kind may be in upper or lower case."""
    kind, colon, rest = text.partition(":")
    parts = rest.split(",") if colon else []
    value = parts.pop(0) if parts and "=" not in parts[0] else None
    settings: dict[str, str] = {}
    for part in parts:
        name, equals, number = part.partition("=")
        if not equals:
            raise PlayerError(say("{part} is not a setting: write name=number", part=quote(part)))
        if name in settings:
            raise PlayerError(say("{name} is given twice", name=quote(name)))
        settings[name] = number
    kind, value = FORMER.get((kind.lower(), value), (kind.lower(), value))
    return PlayerName(text, kind, value, settings)


def read_settings(name: PlayerName, allowed: tuple[str, ...]) -> dict[str, float]:
    """The numbers that a name sets; only some settings are allowed."""
    for setting in name.settings:
        if setting not in allowed:
            none, some = (
                say("it has no settings"),
                say("its settings are {allowed}", allowed=allowed),
            )
            facts = {
                "kind": f"{name.kind}:{name.value}" if name.value else name.kind,
                "setting": quote(setting),
                "known": some if allowed else none,
            }
            raise PlayerError(say("{kind} has no setting {setting}: {known}", **facts))
    given = name.settings.items()
    return {setting: SETTINGS[setting].read(text) for setting, text in given if setting != FILE}


def name_text(kind: str, value: str | None, settings: Mapping[str, str]) -> str:
    """The name that `split_name` splits into these parts."""
    parts = [*([] if value is None else [value]), *(f"{one}={n}" for one, n in settings.items())]
    return f"{kind}:{','.join(parts)}" if parts else kind
