"""The form for a new game: the choices it offers, reading it, checking it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, OptionError, TabuleiroError, quote, say
from tabuleiro.core.options import Choice, Number, Option, Switch
from tabuleiro.core.position import Position
from tabuleiro.games import read
from tabuleiro.play import read_control
from tabuleiro.play.clock import control_in_words
from tabuleiro.players import opponents, player_title
from tabuleiro.players.levels import levels
from tabuleiro.web.games.new_game import NewGameRequest, SeatRequest

ME, FRIEND, ANYBODY = "me", "friend", "anybody"
EASY_LEVEL = 2
EASY_PLAYER = f"level:{EASY_LEVEL}"
"""A computer player that a beginner can beat."""
OWN_CLOCK = "own"
OPTION_PREFIX = "option-"
"""The prefix of the fields of options."""


class FormOption(NamedTuple):
    """A choice: the value that is sent, and its words."""

    value: str
    words: Message


class SeatOptionGroup(NamedTuple):
    """A group of players who may be given a seat."""

    title: Message
    choices: tuple[FormOption, ...]


OPPONENT_OPTIONS = {
    "computer": FormOption(EASY_PLAYER, say("The computer")),
    "friend": FormOption(FRIEND, say("A friend")),
    "anybody": FormOption(ANYBODY, say("Anyone")),
    "here": FormOption(ME, say("On this device")),
}
"""The choices of opponents by their names: who gets the other seats."""
PEOPLE = (
    FormOption(ME, say("You")),
    FormOption(FRIEND, say("A friend, by link")),
    FormOption(ANYBODY, say("Anyone (public)")),
)
CLOCKS = (
    FormOption("", say("No clock")),
    *(
        FormOption(text, control_in_words(read_control(text)))
        for text in ("5+3", "10+5", "15+10", "1d", "3d")
    ),
    FormOption(OWN_CLOCK, say("Custom")),
)


def seat_options(game: Game[Any]) -> tuple[SeatOptionGroup, ...]:
    """All players who can be given a seat."""
    strength = {f"level:{level.number}" for level in levels(game)}
    computers = [FormOption(name, player_title(name, game)) for name in opponents(game)]
    others = tuple(one for one in computers if one.value not in strength)
    return (
        SeatOptionGroup(say("People"), PEOPLE),
        SeatOptionGroup(say("Levels"), tuple(one for one in computers if one.value in strength)),
        SeatOptionGroup(say("Other computer players"), others),
    )


# --- options -------------------------------------------------------------------------------


FIELD_KINDS = {"switches": Switch, "choices": Choice, "numbers": Number}
"""The kinds of options by the names of their fields in templates."""


def option_fields(options: Iterable[Option], given: Mapping[str, str]) -> dict[str, Any]:
    """Lists of options by kind, each with the given value, else its default; a drawn one has
    none."""
    usual = [(each, "" if each.drawn else each.format(each.default)) for each in options]
    fields = [(each, given.get(each.name, default)) for each, default in usual]
    return {
        name: [(option, value) for option, value in fields if isinstance(option, kind)]
        for name, kind in FIELD_KINDS.items()
    }


def given_options(game: Game[Any], form: Mapping[str, str]) -> dict[str, str]:
    """The options that are filled in. A switch that is not in the form is off."""
    given = {}
    for option in game.options:
        default = "off" if isinstance(option, Switch) else ""
        if value := form.get(OPTION_PREFIX + option.name, default).strip():
            given[option.name] = value
    return given


# --- the form as filled in -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewGameForm:
    """A form: the options as texts, who gets which seat, the time control, what is allowed.

    With `shuffle` the seats are random; `position` is the full text of one to play on from.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    clock: str = ""
    own: str = ""
    hints: bool = False
    shuffle: bool = False
    name: str = ""
    position: str = ""

    @property
    def control(self) -> str:
        """The time control; empty for none."""
        return self.own if self.clock == OWN_CLOCK else self.clock


def empty_form(
    game: Game[Any], against: str, name: str, start: Position | None = None
) -> NewGameForm:
    """The form as it is first shown. With a start to play on from, you are the player to move."""
    other = OPPONENT_OPTIONS.get(against, OPPONENT_OPTIONS["computer"]).value
    players = start.players if start else max(game.players)
    seats = [other] * players
    seats[max(start.player, 0) if start else 0] = ME
    return NewGameForm(seats=tuple(seats), name=name, position=start.full_text if start else "")


def read_form(game: Game[Any], form: Mapping[str, str]) -> NewGameForm:
    """The content of a form, not checked yet, so that it can be shown again."""
    numbers = range(1, max(game.players) + 1)
    return NewGameForm(
        options=given_options(game, form),
        seats=tuple(form.get(f"seat{number}", EASY_PLAYER) for number in numbers),
        clock=form.get("clock", ""),
        own=form.get("own", "").strip(),
        hints="hints" in form,
        shuffle="lot" in form,
        name=form.get("name", "").strip(),
        position=form.get("position", "").strip(),
    )


def check_form(game: Game[Any], filled: NewGameForm) -> NewGameForm:
    """The form with as many seats as its options need; TabuleiroError if it is wrong."""
    players = players_of(game, filled.options)
    if filled.position:
        position = read(filled.position)
        players = position.players
        if position.game is not game:
            raise TabuleiroError(say("the position is one of {game}", game=position.game.name))
    seats = filled.seats[:players]
    if ME not in seats:
        raise TabuleiroError(say("choose a seat for yourself"))
    if filled.clock == OWN_CLOCK and not filled.own:
        raise TabuleiroError(say("write your own clock, such as 10+5 or 3d, or choose another"))
    return replace(filled, seats=seats)


def players_of(game: Game[Any], options: Mapping[str, str]) -> int:
    """The number of players with these options. The error for a wrong one has its label in the
    form, not the name that people type elsewhere."""
    try:
        players: int = game.start(**options).players
    except OptionError as error:
        refused = next((option for option in game.options if option.name == error.field), None)
        if refused is None:
            raise
        raise TabuleiroError(
            say(
                "{option}: {value} is not possible, {allowed}",
                option=refused.question(),
                value=quote(options[refused.name]),
                allowed=refused.allowed(),
            )
        ) from error
    return players


# --- requests --------------------------------------------------------------------------------


def request_of_form(game: Game[Any], filled: NewGameForm) -> NewGameRequest:
    """The request of a checked form."""
    return NewGameRequest(
        filled.position or " ".join((game.id, *map("=".join, filled.options.items()))),
        tuple(map(seat_request, filled.seats)),
        filled.name,
        filled.control,
        filled.shuffle,
        filled.hints,
        ANYBODY in filled.seats,
    )


def quick_request(
    game: Game[Any], others: SeatRequest, name: str, *, shuffle: bool = False
) -> NewGameRequest:
    """A game with the usual options, in which all other seats are alike."""
    seats = (SeatRequest("me"), *[others] * (game.start().players - 1))
    return NewGameRequest(game.id, seats, name, shuffle=shuffle)


def seat_request(value: str) -> SeatRequest:
    """The request for a seat, by the value of a choice."""
    if value == ME:
        return SeatRequest("me")
    if value in (FRIEND, ANYBODY):
        return SeatRequest("open")
    return SeatRequest("computer", value)


def seats_option(game: Game[Any]) -> str:
    """The option for the number of players, if there is one."""
    numbers = [option for option in game.options if isinstance(option, Number)]
    return next((option.name for option in numbers if counts_players(option, game)), "")


def counts_players(option: Number, game: Game[Any]) -> bool:
    """Whether an option is the number of players."""
    if len(game.players) == 1 or (option.low, option.high) != (game.players[0], game.players[-1]):
        return False
    return all(game.start(**{option.name: count}).players == count for count in game.players)
