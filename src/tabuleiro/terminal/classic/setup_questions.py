"""The questions that set up a new game; going back restores the answers before."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Literal

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, TabuleiroError, say
from tabuleiro.core.options import Choice, Number, Option, Switch, split_words
from tabuleiro.core.scene import player_name
from tabuleiro.games import draw_options
from tabuleiro.play import Setup, TimeControl, read_control
from tabuleiro.play.setup import seats_of
from tabuleiro.players import levels, make_player
from tabuleiro.players.titles import opponents, player_title
from tabuleiro.terminal.classic.console import NO, YES, Back, LineConsole
from tabuleiro.terminal.classic.menu import Items, Menu, numbered

PLAYERS = "players"
"""The option for the number of players, in games where it varies."""
PERSON = ""
UNKNOWN = "?"
"""A computer player that has not been chosen yet."""
RANDOM = "random"
DEFAULT_OPPONENT = "level:3"
NO_CLOCK = ("", "0", "no", "none", "não", "nao", "sem")

First = Literal["person", "computer", "lot"]
Answered = MappingProxyType[str, str]


@dataclass(frozen=True)
class SetupAnswers:
    """The answers so far. `count` is the number of players, 0 if not known yet. `seats` has the
    name of each computer player, UNKNOWN until it is chosen, and PERSON for people; `first` is who
    begins if one person plays one computer player. `options` are texts."""

    game: Game[Any]
    seats: tuple[str, ...] = ()
    count: int = 0
    options: Answered = field(default_factory=lambda: MappingProxyType({}))
    first: First | None = None
    control: TimeControl | None = None

    @property
    def is_duel(self) -> bool:
        """Whether one person plays one computer player."""
        return len(self.seats) == 2 and (PERSON in self.seats) and any(self.seats)

    def option(self, name: str, text: str) -> SetupAnswers:
        """With the answer for an option; an empty text keeps the default."""
        return self.with_options({**self.options, name: text} if text else self.options)

    def with_options(self, given: Mapping[str, str]) -> SetupAnswers:
        """With these options."""
        self.game.resolve_options(dict(given))
        return replace(self, options=MappingProxyType(dict(given)))

    def with_drawn_options(self, chance: Random) -> SetupAnswers:
        """With random values for options of the start that are not given."""
        options = draw_options(self.game, dict(self.options), chance)
        return replace(self, options=MappingProxyType(options))

    def setup(self, chance: Random) -> Setup:
        """The setup; who begins is drawn at random if that was chosen."""
        seats = self.seats
        if self.is_duel and self.first:
            person_first = self.first == "person" or (self.first == "lot" and chance.random() < 0.5)
            computer = next(filter(None, seats))
            seats = (PERSON, computer) if person_first else (computer, PERSON)
        elif self.first == "lot":
            seats = tuple(chance.sample(seats, len(seats)))
        return Setup(seats_of(seats), self.control, free_takebacks=True)


SetupQuestion = Callable[[LineConsole, SetupAnswers], SetupAnswers]


def ask_setup(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks all questions; going back at the first one raises Back."""
    history = [answers]  # each question adds its answers
    while len(history) <= len(questions := questions_for(history[-1])):
        question = questions[len(history) - 1]
        try:
            history.append(question(console, history[-1]))
        except Back:
            history.pop()
            if not history:
                raise
    return history[-1]


def questions_for(answers: SetupAnswers) -> list[SetupQuestion]:
    """The questions in order, with those that are answered; answers can add more to the end."""
    options = {option.name: option for option in answers.game.options}
    found: list[SetupQuestion] = []
    if len(answers.game.players) > 1:
        found.append(ask_count)
        del options[PLAYERS]
    found += [ask_mode] if answers.count == 2 else [ask_seat] * answers.count
    if not answers.count or len(answers.seats) < answers.count:
        return found
    found += [ask_level] * (answers.count - answers.seats.count(PERSON))
    found += [partial(ask_option, option) for option in options.values()]
    if answers.is_duel and answers.seats[0] == PERSON:
        found.append(ask_first)
    return [*found, ask_clock]


def command_answers(
    game: Game[Any],
    words: Sequence[str],
    clock: str | None = None,
    *,
    players: str | None = None,
    side: str | None = None,
    against: str | None = None,
) -> SetupAnswers:
    """The answers given by a command: all players, or the side of one person and the opponents. Who
    begins is drawn at random if the side is, or if it is not given and the game says so."""
    answers = SetupAnswers(game).with_options(split_words(words))
    count = game.start(**answers.options).players
    if players is None:
        seats = person_among(against or DEFAULT_OPPONENT, side, count)
    else:
        seats = named_seats(players, count)
    for name in filter(None, seats):
        make_player(name, game)
    drawn = side == RANDOM or (side is players is None and game.random_first_player)
    control = read_control(clock) if clock else None
    return replace(answers, seats=seats, first="lot" if drawn else None, control=control)


def person_among(computer: str, side: str | None, count: int) -> tuple[str, ...]:
    """The seats of one person and computer players."""
    places = {None: 0, RANDOM: 0} | {str(seat + 1): seat for seat in range(count)}
    if side not in places:
        raise TabuleiroError(say("--as must be a number from 1 to {count}, or random", count=count))
    others = [computer] * (count - 1)
    return (*others[: places[side]], PERSON, *others[places[side] :])


def named_seats(players: str, count: int) -> tuple[str, ...]:
    """The seats of a list such as `person,level:3`; a comma before `name=` belongs to a player."""
    names = re.split(r",(?![a-z]+=)", players)
    if len(names) != count:
        example = ",".join(["person", *[DEFAULT_OPPONENT] * (count - 1)])
        reason = say("--players must name {count} players: {list}", count=count, list=example)
        raise TabuleiroError(reason)
    return tuple(PERSON if name == "person" else name for name in names)


# --- who plays -----------------------------------------------------------------------------


def first_answers(game: Game[Any]) -> SetupAnswers:
    """No answers, but the number of players if it does not vary."""
    return SetupAnswers(game, count=game.players[0] if len(game.players) == 1 else 0)


def ask_count(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks for the number of players."""
    numbers = {
        str(count): (say("{count} players", count=count), count) for count in answers.game.players
    }
    count = Menu(say("How many play?"), numbers).choose(console)
    return replace(answers.option(PLAYERS, str(count)), count=count)


def ask_mode(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks who has which seat, for two players."""
    modes = numbered(
        [
            (say("Person against person"), (PERSON, PERSON)),
            (say("Person against computer"), (PERSON, UNKNOWN)),
            (say("Computer against person"), (UNKNOWN, PERSON)),
            (say("Computer against computer"), (UNKNOWN, UNKNOWN)),
        ]
    )
    title = say("{game}: who plays?", game=answers.game.name)
    seats = Menu(title, modes).choose(console)
    first: First | None = None
    if seats[0] == seats[1]:
        first = "lot" if answers.game.random_first_player else None
    elif seats == (UNKNOWN, PERSON):
        first = "computer"
    return replace(answers, seats=seats, first=first)


def ask_seat(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks who has the next seat, for three or four players."""
    title = say("Who is {player}?", player=player_name(len(answers.seats)))
    kinds = numbered([(say("A person"), PERSON), (say("A computer player"), UNKNOWN)])
    return replace(answers, seats=(*answers.seats, Menu(title, kinds).choose(console)))


def ask_level(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks for the computer player of the first seat that still needs one."""
    seat = answers.seats.index(UNKNOWN)
    title = say("Which computer player is {player}?", player=player_name(seat))
    if answers.seats.count(UNKNOWN) == 1 and answers.seats.count(PERSON) == 1:
        title = say("Which computer player?")
    name = Menu(title, level_items(answers.game)).choose(console)
    make_player(name, answers.game)
    console.write_success(say("Chosen: {title}.", title=player_title(name, answers.game)))
    return replace(answers, seats=(*answers.seats[:seat], name, *answers.seats[seat + 1 :]))


def level_items(game: Game[Any]) -> Items[str]:
    """The levels with their numbers as keys, the other players with letters."""
    measured = {f"level:{level.number}": level.strength() for level in levels(game)}
    items: dict[str, tuple[Message, str]] = {}
    for name in opponents(game):
        title = player_title(name, game)
        if name in measured:
            key = name.partition(":")[2]
            title = say("{title}, Elo {strength}", title=title, strength=measured[name])
        else:
            key = free_key(name.rpartition(":")[2], items)
        items[key] = title, name
    return items


def free_key(word: str, taken: Container[str]) -> str:
    """A key that is not taken: the initials of a word's parts, else its shortest free beginning."""
    initials = "".join(part[0] for part in word.split("-"))
    keys = [initials, *(word[:length] for length in range(2, len(word) + 1))]
    return next(key for key in keys if key not in taken)


# --- how it is played ----------------------------------------------------------------------


def ask_option(option: Option, console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks for an option; enter keeps the default."""

    def read(answer: str) -> SetupAnswers:
        text = answer.lower()
        if isinstance(option, Switch) and text in YES + NO:
            text = option.format(text in YES)
        return answers.option(option.name, text)

    return console.ask_until(option_question(option), read)


def option_question(option: Option) -> Message:
    """The question for an option, with its values and default."""
    default: object = say("random") if option.drawn else option.format(option.default)
    return say(
        "{description} [{values}; enter: {default}]: ",
        description=option.question(),
        values=option_values(option),
        default=default,
    )


def option_values(option: Option) -> Message:
    """The allowed values of an option, in short."""
    match option:
        case Number(drawn=True):
            return say("a number")
        case Number():
            return say("{low} to {high}", low=option.low, high=option.high)
        case Switch():
            return say("on or off")
        case Choice():
            return say("{values}", values=tuple(typed(option, value) for value in option.values))
    return option.allowed()


def typed(option: Choice, value: str) -> Message | str:
    """A value as it is typed, with its meaning if it has one."""
    if value not in option.words:
        return value
    return say("{value} ({words})", value=value, words=option.words[value])


def ask_first(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks who begins, if one person plays one computer player."""
    choices: list[tuple[Message, First]] = [
        (say("The person"), "person"),
        (say("The computer"), "computer"),
        (say("Draw at random"), "lot"),
    ]
    usual = "3" if answers.game.random_first_player else "1"
    first = Menu(say("Who moves first?"), numbered(choices), usual).choose(console)
    return replace(answers, first=first)


def ask_clock(console: LineConsole, answers: SetupAnswers) -> SetupAnswers:
    """Asks for the time control."""
    control = console.ask_until(
        say("Clock, minutes + seconds per turn such as 5+3 (enter: none): "),
        lambda answer: None if answer.lower() in NO_CLOCK else read_control(answer),
    )
    return replace(answers, control=control)
