"""`Game`: a game described as data, with its options, text forms, view and encoding."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tabuleiro.core.editing import Editing
from tabuleiro.core.encoding import Encoding
from tabuleiro.core.message import Message, OptionError, check_type, say
from tabuleiro.core.options import Option, Options, read_options, write_options
from tabuleiro.core.position import GAMES_BY_CLASS, Position
from tabuleiro.core.prompts import Prompt, plain_instructions, prompt_for_sites
from tabuleiro.core.scene import Label, Scene, Steps

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from tabuleiro.core.lesson import Lesson

BALANCED, SEED = "balanced", "seed"
"""The options of games with random starts: only balanced ones, and the number of the start."""

P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)

Choose = Callable[[Any, Random], int]
"""Chooses a legal move; all randomness comes from the generator."""


def choose_random(position: Position, random: Random) -> int:
    """Any legal move."""
    return random.choice(position.legal_moves())


class TextForms(Protocol[P]):
    """A game's text forms: the functions of its module `text`."""

    def format_position(self, position: P) -> str:
        """The position text."""

    def parse_position(self, text: str, options: Options) -> P:
        """The position written as `text` under these options; PositionError if there is none."""

    def format_move(self, position: P, move: int) -> str:
        """The text of a move, lower case."""

    def parse_move(self, position: P, text: str) -> int:
        """The move that `text` means here, legal or not, in upper or lower case. Raises MoveError
        if it means none, UnreadableError if it does not even have the form of a move."""

    def explain(self, position: P, move: int) -> Message:
        """The rule that forbids `move`, which is not legal; the game is not over."""


class View(Protocol[P_contra]):
    """A game's picture: the functions of its module `view`."""

    def steps(self, position: P_contra, move: int) -> Steps:
        """What a person touches, in order, to play the move."""

    def scene(self, position: P_contra, previous: P_contra | None, move: int | None) -> Scene:
        """The picture of the position and, if given, of the move that led to it."""

    def describe_move(self, position: P_contra, previous: P_contra, move: int) -> Sequence[Message]:
        """What the move played in `previous` did: first who did what, then each consequence, a
        sentence each. The end of the game is not mentioned."""

    def describe_result(self, position: P_contra) -> Sequence[Message]:
        """How the game ended, and by which rule; the game is over. The score is not mentioned."""

    def describe_score(self, position: P_contra) -> Message:
        """The score, in the game's own terms."""


@dataclass(frozen=True)
class ClassicLook:
    """How the game's first program showed it, where that differs from all games.

    `colours` replace those of the theme `classic`. `labels` are the coordinates of the board,
    if they differ from those of the scene. `digits` says whether scores of two digits are shown
    below the board, `evaluation` whether an estimate of the players' chances is. `legend` says what
    the letters on the pieces mean.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    labels: Callable[[Any], tuple[Label, ...]] | None = None
    digits: bool = False
    evaluation: bool = False
    legend: tuple[Message, ...] = ()


@dataclass(frozen=True)
class StateSpace:
    """The decimal logarithm of the number of positions, reachable or not, and what was counted."""

    log10: float
    counted: Message


@dataclass(frozen=True, eq=False)
class Game(Generic[P]):
    """One game as data. Everything else in the package works with any game that has these."""

    id: str
    """The name in texts, commands and addresses: lower case, no blanks."""

    name: str
    """The name as people write it."""

    credit: str
    """The designer and the year; empty if unknown."""

    summary: Message
    """The goal of the game in one sentence."""

    rules: tuple[Message, ...]
    """The rules in brief, a sentence each."""

    options: tuple[Option, ...]
    """The options, in the order in which they are written and shown."""

    position: type[P]
    """The class of the positions. Each class belongs to one game."""

    new: Callable[[Options], P]
    """Makes the start position; the options are complete and checked. Other code calls `begin`,
    which knows balanced starts too."""

    text: TextForms[P]
    """How positions and moves are written and read; usually the game's module `text`."""

    view: View[P]
    """How positions are drawn and described; usually the game's module `view`."""

    players: tuple[int, ...] = (2,)
    """The numbers of players that the game can be played by."""

    check: Callable[[Options], None] = lambda options: None
    """Raises OptionError for options that contradict each other."""

    classic: Mapping[str, Choose] = field(default_factory=dict)
    """The simple computer players of the game's first program, by name."""

    roles: tuple[Message, ...] = ()
    """What each player has or aims at, if it is not the same for all."""

    side_turns: tuple[int, ...] = ()
    """The half or quarter turns, clockwise, that bring each player's side of the board to the
    bottom; empty if the players have no sides."""

    moves_a_turn: int = 1
    """The most moves that one turn can take."""

    opening: int | Callable[[Options], int] = 2
    """How many random moves make the openings of a match varied but fair, or a function of the
    options that says so. A game with random starts needs none."""

    refusable_start: bool = False
    """Whether the players may replace a random start that all of them dislike."""

    first_prompt: Callable[[P], Prompt] = prompt_for_sites
    """The first prompt for a person who types a move in parts."""

    instructions: Callable[[P], Sequence[Message]] = plain_instructions
    """What the player to move has to do, said to them: a message for each touch of a move."""

    player_notes: Callable[[P, int], Sequence[Message]] = lambda position, player: ()
    """The score of a player beside their name, unless a note of their supply shows it."""

    legend: Message | None = None
    """What the PROSPECTS of its scenes mean."""

    draws: bool = True
    """Whether a game can end in a draw."""

    random_first_player: bool = False
    """Whether it is drawn who plays first."""

    classic_look: ClassicLook = ClassicLook()
    """How the game's first program showed it."""

    sample: str = ""
    """The full text of a position that shows what the game looks like."""

    preview_sites: Callable[[P, int], Sequence[str]] | None = None
    """The sites that a move would fill, if players want to see that before they move."""

    preview_shifts: Callable[[P, int], Sequence[tuple[str, str]]] | None = None
    """The sites from and to which a move would shift pieces, if players want to see that."""

    takes: Callable[[P, P, int], Sequence[Message]] = lambda position, previous, move: ()
    """What the move played in `previous` takes from the opponent or scores, in words that fit after
    a colon; empty for most moves."""

    puzzle_themes: Callable[[P, int, P], list[Message]] | None = None
    """What characterises a puzzle: its position, the winning move, and the end of the solution."""

    with_history: Callable[[Scene, Sequence[P], Sequence[str]], Scene] | None = None
    """Adds what only the game so far shows to a picture: its positions up to now, and its moves."""

    editing: Editing | None = None
    """How positions are set up by hand. Without it, people can only write position texts."""

    state_space: Callable[[Options], StateSpace] | None = None
    """How many positions the game has under the options, if that is known."""

    encoding: Encoding | None = None
    """How positions and moves are encoded for neural networks, if they are."""

    curriculum: Sequence[tuple[float, Mapping[str, str]]] = ((1.0, {}),)
    """The options that networks learn, as texts by name, each with its share of the games."""

    actions: Callable[[Options, int], Sequence[int]] | None = None
    """Lists every move that a player, counted from 0, may ever have under the options, for
    environments: the place of a move is its action. The list is as long for every player; -1 fills
    the places of moves that this player does not have. Where networks see the board as the player
    to move does, moves that look the same have the same place."""

    def __post_init__(self) -> None:
        GAMES_BY_CLASS[self.position] = self

    def resolve_options(self, given: dict[str, Any]) -> Options:
        """The value of every option: the given one (a value or a text) or the default."""
        options = read_options(self.options, given)
        self.check(options)
        if options.get(BALANCED):
            self.balanced_seeds(options)
        return options

    def start(self, /, **given: Any) -> P:
        """The start position under these options."""
        return self.begin(self.resolve_options(given))

    def begin(self, options: Options) -> P:
        """The start position under options that are complete and checked."""
        if options.get(BALANCED):
            seed, seeds = int(options[SEED]), self.balanced_seeds(options)
            options = {**options, SEED: seed if seed in seeds else seeds[seed % len(seeds)]}
        return self.new(options)

    def balanced_seeds(self, options: Options) -> Sequence[int]:
        """The seeds of balanced starts under these options; OptionError if there are none."""
        lasting = tuple(option for option in self.options if not option.start_only)
        words, known = write_options(lasting, options), self._balanced
        if words not in known:
            usual = say("the usual options")
            reason = say(
                "there are no balanced starts with {options}, only with {known}",
                options=words or usual,
                known=tuple(each or usual for each in known),
            )
            raise OptionError(reason, BALANCED)
        return known[words]

    def is_balanced_start(self, position: P) -> bool:
        """Whether a position is one of the balanced starts."""
        options = read_options(self.options, dict(position.options()))
        try:
            seeds = self.balanced_seeds(options)
        except OptionError:
            return False
        return any(self.new({**options, SEED: seed}) == position for seed in seeds)

    def read(self, text: str, given: dict[str, Any] | None = None) -> P:
        """The position written as `text` under these options."""
        check_type("text", text, str)
        check_type("given", given, Mapping | None)
        return self.text.parse_position(text, self.resolve_options(given or {}))

    def opening_moves(self, options: Options) -> int:
        """How many random moves open a game of a match under these options."""
        return self.opening(options) if callable(self.opening) else self.opening

    def text_with(self, options: Options) -> str:
        """The game text: the id and the options that differ from their defaults."""
        return f"{self.id} {write_options(self.options, options)}".rstrip()

    def file(self, name: str) -> Traversable | None:
        """A file beside the module of the positions, if it exists."""
        package = self.position.__module__.rpartition(".")[0]
        file = resources.files(package) / name if package else None
        return file if file is not None and file.is_file() else None

    def file_text(self, name: str) -> str | None:
        """The text of a file beside the module of the positions, if it exists."""
        file = self.file(name)
        return file.read_text("utf-8") if file else None

    @cached_property
    def _balanced(self) -> Mapping[str, Sequence[int]]:
        """The seeds of random starts that a long search judges as even, from `balanced.toml`, by
        the options that differ from their defaults. The file has expected scores, too."""
        lists = tomllib.loads(self.file_text("balanced.toml") or "")
        return {words: tuple(seed for seed, _ in starts) for words, starts in lists.items()}

    @cached_property
    def lesson(self) -> Lesson:
        """A guided first game, from its file `lesson.toml`; empty if there is none."""
        from tabuleiro.core.lesson import read_lesson  # only imported when needed

        text = self.file_text("lesson.toml")
        return read_lesson(text) if text else ()

    def __reduce__(self) -> str | tuple[Any, ...]:
        return _game_of, (self.position,)


def _game_of(position: type[P]) -> Game[P]:
    """The game of those positions. Unpickling their class has loaded the game."""
    game: Game[P] = GAMES_BY_CLASS[position]
    return game
