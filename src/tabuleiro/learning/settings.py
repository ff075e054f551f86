"""The settings of a training run, and where each comes from.

The defaults are here; `settings.toml` has what differs on the CPU and for single games; any of them
can be set when a run is started.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from tabuleiro.core.message import quote, say
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.self_play_settings import SelfPlaySettings

CPU = "cpu"


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a run.

    The network has `blocks` blocks of `channels` channels. Self-play has `games` games at once, in
    at least `groups` groups that take turns, shared among the courses by their weights. A share of
    the moves, `full_share`, is searched fully and recorded; `searches` are the evaluations of full
    and fast searches, and the part of the run from which they apply. `SelfPlaySettings` explains
    the settings from `exploration` to `moves`.

    A training step takes `batch` samples. Each is used `reuse` times on average, drawn from the
    last `window` part of all samples so far, but at least from `window_least` ones; `replay` are
    stored. Training starts with `replay_least` samples. The learning `rate` grows for `warm_up`
    steps and then falls to `last_rate` of it by the end of the run. Games are played with an
    average of the network over about 1/`ema` steps, which is updated every `refresh` steps. The
    target of a value is the result of the game and, with the weight `trust`, the value of the
    search.
    """

    blocks: int = 5
    channels: int = 64
    games: int = 9216
    groups: int = 3
    searches: tuple[tuple[float, int, int], ...] = ((0.0, 64, 16), (0.25, 128, 32), (0.85, 200, 40))
    full_share: float = 0.25
    exploration: float = 0.9
    noise: float = 0.25
    opened: float = 0.7
    openings: int = 4
    temperature: float = 0.9
    cooling: float = 8.0
    coolest: float = 0.2
    play_on: float = 0.2
    longest: int = 400
    moves: int = 128
    batch: int = 2048
    reuse: float = 8.0
    window: float = 0.35
    window_least: int = 100_000
    replay: int = 2_000_000
    replay_least: int = 30_000
    rate: float = 0.002
    last_rate: float = 0.02
    warm_up: int = 200
    decay: float = 0.01
    ema: float = 0.005
    refresh: int = 50
    trust: float = 0.25

    def self_play(self) -> SelfPlaySettings:
        """The settings of self-play at the start of the run."""
        full, fast = self.searches_at(0.0)
        chosen: dict[str, Any] = {
            field.name: getattr(self, field.name, None) for field in fields(SelfPlaySettings)
        }
        return SelfPlaySettings(**{**chosen, "full": full, "fast": fast})

    def searches_at(self, part: float) -> tuple[int, int]:
        """The evaluations of full and fast searches after that part of the run."""
        stages = [stage for stage in self.searches if stage[0] <= part]
        return stages[-1][1:]


SETTING_NAMES = tuple(field.name for field in fields(TrainingSettings))


def settings_for(game_id: str, device: str, given: Iterable[str] = ()) -> TrainingSettings:
    """The settings of a run of a game on a kind of device; `given` are texts NAME=VALUE."""
    table = _table()
    found: dict[str, Any] = {}
    if device == CPU:
        found |= table[CPU]
    found |= table["game"].get(game_id, {})
    found |= dict(map(_read, given))
    return settings_of(found)


def settings_of(found: Mapping[str, Any]) -> TrainingSettings:
    """Settings from their names and values; lists become tuples."""
    settings = TrainingSettings(**{name: _frozen(value) for name, value in found.items()})
    for name, value in asdict(settings).items():
        _check(name, value)
    return settings


def _read(text: str) -> tuple[str, Any]:
    """A setting written NAME=VALUE, the value as in a TOML file."""
    name, equals, value = text.partition("=")
    if not equals:
        raise LearningError(say("a setting is written NAME=VALUE, not {text}", text=quote(text)))
    if name not in SETTING_NAMES:
        reason = say(
            "there is no setting {name}: there are {names}", name=quote(name), names=SETTING_NAMES
        )
        raise LearningError(reason)
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except ValueError:  # not TOML, or a number with too many digits
        raise _refused(name, value) from None


def _check(name: str, value: Any) -> None:
    """Refuses a value of another type than the default, or one out of range."""
    default = getattr(TrainingSettings, name)
    if isinstance(default, tuple):
        fits = isinstance(value, tuple) and all(map(_is_stage, value))
        fits = fits and value[0][0] == 0 and sorted(value) == list(value)
    elif isinstance(default, int):
        fits = type(value) is int and value >= (0 if name in ("openings", "warm_up") else 1)
    else:
        fits = type(value) in (int, float) and 0 <= value <= (1.0 if default <= 0.9 else 1000.0)
    if not fits:
        raise _refused(name, str(value))


def _is_stage(value: Any) -> bool:
    """Whether this is a part of the run with the evaluations of full and fast searches."""
    return (
        isinstance(value, tuple)
        and [type(one) for one in value[1:]] == [int, int]
        and 0 <= value[0] < 1
        and min(value[1:]) >= 1
    )


def _refused(name: str, value: str) -> LearningError:
    reason = say(
        "{name} cannot be {value}: by default it is {default}",
        name=name,
        value=quote(value),
        default=str(getattr(TrainingSettings, name)),
    )
    return LearningError(reason)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@cache
def _table() -> dict[str, Any]:
    """The table of settings.toml."""
    return tomllib.loads((files(__package__) / "settings.toml").read_text("utf-8"))
