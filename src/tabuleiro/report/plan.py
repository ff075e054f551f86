"""What a report is about: the game, its players and its variants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tabuleiro.arena.tournament import Entry, Tournament, TournamentKind
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, OptionError, TabuleiroError, say
from tabuleiro.core.options import Number, Option, Options, Switch, Value
from tabuleiro.core.position import Position
from tabuleiro.games import find_game
from tabuleiro.players import levels
from tabuleiro.report.sample_schedule import Sample

RANDOM = "random"
MOST_VALUES = 5  # values of an option that makes variants; more values are a size
BELOW_STRONG = 2  # levels between the quick player and the strong one
MOST_GAMES = 20_000  # games of a sample; more would add nothing


class ReportError(TabuleiroError):
    """A report that cannot be made."""


@dataclass(frozen=True)
class Variant:
    """The game with one option set to another value."""

    option: Option
    value: Value
    game: str

    def title(self) -> Message:
        """The difference in words."""
        return say(
            "{option}: {value}",
            option=self.option.heading(),
            value=self.option.in_words(self.value),
        )


@dataclass(frozen=True)
class ReportPlan:
    """A game text, the seed, the strongest level that plays (None: the strongest that is limited by
    nodes), and the largest number of games per sample (None: as many as are useful). Levels with a
    time limit do not play, because their strength depends on the machine."""

    game: str
    seed: int = 1
    strongest: int | None = None
    games: int | None = None

    def __post_init__(self) -> None:
        numbers = [level.number for level in levels(self.rules) if level.nodes is not None]
        if self.strongest is not None and self.strongest not in numbers:
            reason = say(
                "the strongest level of a report must be from {low} to {high}, which are "
                "limited by nodes, not {level}",
                low=numbers[0],
                high=numbers[-1],
                level=self.strongest,
            )
            raise ReportError(reason)
        self.rules.resolve_options(dict(self.given))

    @cached_property
    def rules(self) -> Game[Any]:
        """The game."""
        return find_game(self.game.split(" ")[0])

    @cached_property
    def tournament(self) -> Tournament:
        """All players of the report, for a backend of the arena."""
        entries = tuple(Entry(player, player) for player in self.players)
        return Tournament(TournamentKind.round_robin, entries, self.game, seed=self.seed)

    @property
    def given(self) -> Mapping[str, str]:
        """The options that the game text sets."""
        return self.tournament.given

    @cached_property
    def options(self) -> Options:
        """Every option's value."""
        return self.rules.resolve_options(dict(self.given))

    @cached_property
    def start(self) -> Position:
        """A start of the game."""
        position: Position = self.rules.start(**self.given)
        return position

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.start.players

    @property
    def draws_starts(self) -> bool:
        """Whether each game has a new random start."""
        return any(o.drawn and o.name not in self.given for o in self.rules.options)

    # --- players ---------------------------------------------------------------------------

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels that play, from the weakest to the strongest."""
        limited = [level.number for level in levels(self.rules) if level.nodes is not None]
        last = self.strongest or limited[-1]
        return tuple(f"level:{number}" for number in limited if number <= last)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The levels that do not play because they have a time limit."""
        return tuple(f"level:{one.number}" for one in levels(self.rules) if one.nodes is None)

    @property
    def strong(self) -> str:
        """The strongest player."""
        return self.levels[-1]

    @property
    def quick(self) -> str:
        """A weaker player that plays many games in the same time."""
        return self.levels[max(0, len(self.levels) - 1 - BELOW_STRONG)]

    @property
    def strengths(self) -> tuple[str, ...]:
        """Players from random to the strongest, about every second level."""
        return (RANDOM, *reversed(self.levels[::-2]))

    @property
    def players(self) -> tuple[str, ...]:
        return (RANDOM, *self.levels)

    # --- games -----------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """The most games of a sample."""
        return self.games or MOST_GAMES

    def against_itself(self, player: str) -> Sample:
        """Games of a player against itself."""
        return Sample(self.game, (player, player), most=self.most)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """The valid variants: every other value of every option with few values."""
        return tuple(
            variant
            for option in self.rules.options
            if not option.start_only
            for value in values_of(option)
            if value != self.options[option.name] and (variant := self._variant(option, value))
        )

    def _variant(self, option: Option, value: Value) -> Variant | None:
        given = {**self.given, option.name: option.format(value)}
        try:
            self.rules.resolve_options(dict(given))
        except OptionError:
            return None
        words = (f"{name}={text}" for name, text in given.items())
        return Variant(option, value, " ".join((self.rules.id, *words)))


def values_of(option: Option) -> Sequence[Value]:
    """The values of an option that are variants of the game."""
    if isinstance(option, Switch):
        return (False, True)
    if isinstance(option, Number):
        few = option.high - option.low < MOST_VALUES
        return range(option.low, option.high + 1) if few else ()
    values: Sequence[Value] = option.domain()["values"]
    return values if len(values) <= MOST_VALUES else ()
