"""`Game`: a game described as data, with its options, text forms, view and encoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from tabuleiro.core.editing import Editing
from tabuleiro.core.encoding import Encoding
from tabuleiro.core.lesson import Lesson
from tabuleiro.core.message import Message
from tabuleiro.core.options import Option, Options, read_options, write_options
from tabuleiro.core.position import GAMES_BY_CLASS, Position
from tabuleiro.core.prompts import Prompt, prompt_for_places
from tabuleiro.core.scene import Label, Scene, Steps

P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)

Choose = Callable[[Any, Random], int]
"""Chooses a legal move; chance comes from the generator."""


class TextForms(Protocol[P]):
    """A game's text forms: the functions of its module `text`."""

    def format_position(self, position: P) -> str:
        """The position text."""

    def parse_position(self, text: str, options: Options) -> P:
        """The position written as `text` under these options; PositionError when there is none."""

    def format_move(self, position: P, move: int) -> str:
        """The text of a move, lower case."""

    def parse_move(self, position: P, text: str) -> int:
        """The move that `text` means here, legal or not, in either case of letters;
        MoveError when it means none, UnreadableError when it has not even the form of one."""

    def explain(self, position: P, move: int) -> Message:
        """The rule that forbids `move`, which is not legal in a game that goes on."""


class View(Protocol[P_contra]):
    """A game's picture: the functions of its module `view`."""

    def steps(self, position: P_contra, move: int) -> Steps:
        """What a person touches, in order, to make the move."""

    def scene(self, position: P_contra, previous: P_contra | None, move: int | None) -> Scene:
        """The picture of the position, and of what just happened."""

    def describe_move(self, position: P_contra, previous: P_contra, move: int) -> Sequence[Message]:
        """What the move made in `previous` did: first who did what, then each consequence, a
        sentence each. The end of the game is not among them."""

    def describe_result(self, position: P_contra) -> Sequence[Message]:
        """How the game that is over ended, and by what rule; the score is not among them."""

    def describe_score(self, position: P_contra) -> Message:
        """How the players stand, in the game's own terms."""


@dataclass(frozen=True)
class ClassicLook:
    """How the game's first program showed it, where that differs from what all games share.

    `colours` are over those of the theme `classic`; `labels` are further coordinates beside the
    board, by which that program counts; `digits` says whether the scores stand below the board as
    two digits each, `evaluation` whether an estimate of the players' chances does.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    labels: Callable[[Any], tuple[Label, ...]] = lambda position: ()
    digits: bool = False
    evaluation: bool = False


@dataclass(frozen=True)
class StateSpace:
    """How many positions a game has, reachable or not: the decimal logarithm of their number, and
    what was counted, as a sentence."""

    log10: float
    counted: Message


def no_contradiction(options: Options) -> None:
    """Any options go together."""


@dataclass(frozen=True, eq=False)
class Game(Generic[P]):
    """One game. `new` makes its start; `check` raises OptionError for options that contradict.

    `players` are the numbers of players it can be played by; `rules` its rules in brief; `credit`
    its designer and year, empty when not known. `classic` are the simple players of the game's
    first programs, by name. `moves_a_turn` is the most moves that one turn takes. `opening` is how
    many random moves make a fair variety of openings for matches, or a function of the options that
    says so; a game that draws its starts needs none. `refusable_start` says whether players who all
    dislike the start that was drawn may have another. `first_prompt` is the first question to
    somebody who types a move in parts. `random_first_player` says whether it is left to chance who
    begins. `classic_look` is how its first program showed it. `lesson` guides through a first game,
    and `sample` is the full text of a position that shows what the game looks like. `preview_sites`
    are the sites that a move would fill, in a game whose players want to see that before they make
    it. `editing` is how positions are set up by hand; without it only their texts can be written.
    `state_space` says how many positions it has under the options, where somebody has counted them.
    `encoding` is how networks see it, where any can.
    """

    id: str
    name: str
    credit: str
    summary: Message
    rules: tuple[Message, ...]
    options: tuple[Option, ...]
    position: type[P]
    new: Callable[[Options], P]
    text: TextForms[P]
    view: View[P]
    players: tuple[int, ...] = (2,)
    check: Callable[[Options], None] = no_contradiction
    classic: Mapping[str, Choose] = field(default_factory=dict)
    moves_a_turn: int = 1
    opening: int | Callable[[Options], int] = 2
    refusable_start: bool = False
    first_prompt: Callable[[P], Prompt] = prompt_for_places
    random_first_player: bool = False
    classic_look: ClassicLook = ClassicLook()
    lesson: Lesson = ()
    sample: str = ""
    preview_sites: Callable[[P, int], Sequence[str]] | None = None
    editing: Editing | None = None
    state_space: Callable[[Options], StateSpace] | None = None
    encoding: Encoding | None = None

    def __post_init__(self) -> None:
        GAMES_BY_CLASS[self.position] = self

    def resolve_options(self, given: dict[str, Any]) -> Options:
        """Every option's value, the given ones (values or texts) over the defaults."""
        options = read_options(self.options, given)
        self.check(options)
        return options

    def start(self, /, **given: Any) -> P:
        """The start position under these options."""
        return self.new(self.resolve_options(given))

    def read(self, text: str, given: dict[str, Any] | None = None) -> P:
        """The position written as `text` under these options."""
        return self.text.parse_position(text, self.resolve_options(given or {}))

    def opening_moves(self, options: Options) -> int:
        """How many random moves open a game of a match under these options."""
        return self.opening(options) if callable(self.opening) else self.opening

    def text_with(self, options: Options) -> str:
        """The game text: the id and the options that differ from their defaults."""
        return f"{self.id} {write_options(self.options, options)}".rstrip()

    def __reduce__(self) -> str | tuple[Any, ...]:
        return _game_of, (self.position,)


def _game_of(position: type[P]) -> Game[P]:
    """The game of those positions: to find their class, a process that unpickles loads the game."""
    game: Game[P] = GAMES_BY_CLASS[position]
    return game
