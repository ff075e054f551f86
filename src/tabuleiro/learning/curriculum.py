"""The curriculum: which variants of a game are trained, in which shares, grouped by board shape."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tabuleiro.core.encoding import Encoding, Shape
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.options import Options
from tabuleiro.core.position import Position
from tabuleiro.games import fresh_start
from tabuleiro.learning.errors import LearningError

STARTS = 1024  # starting positions of a game with random ones


@dataclass(frozen=True)
class Course:
    """Options to train with, as texts by name, and the share of the games played with them."""

    game: Game[Position]
    given: Mapping[str, str]
    weight: float

    @property
    def options(self) -> Options:
        """The values of all options."""
        return self.game.resolve_options(dict(self.given))

    @property
    def title(self) -> str:
        """The game and the options that differ from their defaults."""
        return self.game.text_with(self.options)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.game.start(**self.given).players

    def starts(self, seed: int) -> list[Position]:
        """Positions to start games from: many if they are random, else the only one."""
        drawn = any(
            option.start_only and option.name not in self.given for option in self.game.options
        )
        chance = Random(seed)
        count = STARTS if drawn else 1
        return [fresh_start(self.game, dict(self.given), chance) for _ in range(count)]


def encoding_of(game: Game[Position]) -> Encoding:
    """The encoding of the game."""
    if game.encoding is None:
        reason = say(
            "{game} cannot be learnt: it has no encoding for networks (docs/new-game.md)",
            game=game.name,
        )
        raise LearningError(reason)
    return game.encoding


def courses_of(game: Game[Position], given: Mapping[str, str]) -> list[Course]:
    """The courses of a game: its curriculum, or one course with the options given."""
    courses = ((1.0, given),) if given else game.curriculum
    whole = sum(weight for weight, _ in courses)
    found = [Course(game, options, weight / whole) for weight, options in courses]
    for course in found:
        assert course.options
    return found


@dataclass(frozen=True)
class ShapeGroup:
    """Courses whose boards have the same shape, by their numbers: they share batches."""

    shape: Shape
    numbers: tuple[int, ...]
    weight: float


def group_by_shape(courses: Sequence[Course]) -> list[ShapeGroup]:
    """The courses by the shapes of their boards."""
    found: dict[Shape, list[int]] = {}
    for number, course in enumerate(courses):
        found.setdefault(encoding_of(course.game).shape(course.options), []).append(number)
    return [
        ShapeGroup(shape, tuple(numbers), sum(courses[number].weight for number in numbers))
        for shape, numbers in found.items()
    ]
