"""What players are called: by name, by the colour of their pieces, or "you"."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from tabuleiro.core.drawing.layout import Translate
from tabuleiro.core.drawing.theme import CLASSIC
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Scene, own_colour, player_name
from tabuleiro.games import sample_position
from tabuleiro.play.setup import PERSON, Seat, seat_title

NO_COLOURS = ""
"""Stands for a theme where colours cannot be told apart, except for black and white."""

SIDES: dict[str, Message] = {
    "p1": say("Blue"),
    "p2": say("Orange"),
    "white": say("White"),
    "black": say("Black"),
}
"""What people call the players by the colour of their pieces; other colours have no name."""
CLASSIC_SIDES = SIDES | {"p2": say("Red")}
BLACK_AND_WHITE = {tone: SIDES[tone] for tone in ("white", "black")}

TOLD = frozenset(
    {
        "{player} has won",
        "{player} offers a draw",
        "{player} asks to take back a move",
        "{player} wants to play again",
        "{player} agrees",
        "{player} declines",
        "{player} accepts this starting layout",
        "{player} would like another starting layout",
        "{player} resigns.",
        "{player} resigned",
        "{player} ran out of time",
    }
)
"""Sentences that say "you" to the player whom they are about, wherever they are told."""

VERB = re.compile(r"(\{player\}|\band)( now)? (\w+)")
"""A verb whose subject is a player, and what is before it."""
PLURALS = ((r"^has$", "have"), (r"^is$", "are"), (r"ies$", "y"), (r"(ss|sh|ch|x)es$", r"\1"))


class PlayerNames(str):
    """The template `Player {number}`, which is filled in with the name of that player."""

    __slots__ = ("names",)
    names: Sequence[str]

    def format(self, *_: object, **values: object) -> str:
        """The name of the player with the number."""
        return self.names[int(str(values["number"])) - 1]


def with_names(translate: Translate, names: Iterable[Message]) -> Translate:
    """A translator that also writes the names of players, if there are any, in place of their
    numbers."""
    template = PlayerNames(player_name(0).template)
    template.names = [name.text(translate) for name in names]
    return lambda text: template if template.names and text == template else translate(text)


def with_sides(translate: Translate, position: Position, theme: str) -> Translate:
    """A translator that calls players by the colours of their pieces, if these have names."""
    return with_names(translate, sides_of(position, theme))


def told_to(seats: Collection[int], messages: Iterable[Message]) -> list[Message]:
    """The messages as they are told to a reader: "you" if the reader has one seat, and it is the
    player whom a message is about."""
    you = player_name(*seats) if len(seats) == 1 else None
    return [
        PronounMessage("You", message)
        if you and message.template in TOLD and message.values.get("player") == you
        else message
        for message in messages
    ]


def with_pronouns(seats: Collection[int], messages: Iterable[Message]) -> list[Message]:
    """Messages about moves as one text for a reader: "you" if the reader has one seat and it is
    the player's, and a player is named once in a row."""
    you = player_name(*seats) if len(seats) == 1 else None
    said, last = [], None
    for message in messages:
        player = message.values.get("player")
        if player and message.template.startswith("{player} "):
            pronoun = "You" if player == you else "They" if player == last else ""
            named = last not in (None, player)
            said.append(PronounMessage(pronoun, message, named) if pronoun else message)
        else:
            said.append(message)
        last = player or last
    return said


class PronounMessage(Message):
    """A sentence such as `{player} places a disc` with "You" or "They" in place of the name.
    Portuguese needs no pronoun, but the name (`named`) after a sentence about another player."""

    __slots__ = ("named", "pronoun")

    def __init__(self, pronoun: str, message: Message, named: bool = False) -> None:
        super().__init__(message.template, **message.values)
        self.pronoun, self.named = pronoun, named

    def text(self, translate: Translate = str) -> str:
        """The sentence in the language of `translate`."""
        template = translate(self.template)
        english = template == self.template
        unnamed = template if self.named else template.removeprefix("{player} ")
        worded = type(template)(self._in_english() if english else unnamed)
        text = super().text(lambda text: worded if text == self.template else translate(text))
        text = text.replace(" their ", " your ") if english and self.pronoun == "You" else text
        return text[:1].upper() + text[1:]

    def _in_english(self) -> str:
        subjects = {"{player}": self.pronoun}
        return VERB.sub(
            lambda found: f"{subjects.get(found[1], found[1])}{found[2] or ''} {plural(found[3])}",
            self.template,
        )


def plural(verb: str) -> str:
    """The form of a verb after "you" and "they"; verbs that do not end in -s keep their form."""
    for ending, other in PLURALS:
        if re.search(ending, verb):
            return re.sub(ending, other, verb)
    return verb.removesuffix("s")


def seat_name(position: Position, number: int, seat: Seat, theme: str) -> Message:
    """What the player in a seat is called: by name, or by the colour of their pieces."""
    if seat.computer or seat.name not in ("", PERSON, str(player_name(number))):
        return seat_title(number, seat, position.game)
    return sides_of(position, theme)[number]


def names_in_sentences(position: Position, seats: Sequence[Seat], theme: str) -> list[Message]:
    """What the players are called in sentences: by short names that differ."""
    names = [short_name(name) for name in names_by_seat(position, seats, theme)]
    sides = sides_of(position, theme)
    return [
        side if names.count(name) > 1 else name for side, name in zip(sides, names, strict=True)
    ]


def names_of_seats(position: Position, seats: Sequence[Seat], theme: str) -> list[Message]:
    """The names of the players in full; players with the same name also have their sides."""
    names = names_by_seat(position, seats, theme)
    return [
        say("{side} ({name})", side=side, name=short_name(name)) if names.count(name) > 1 else name
        for side, name in zip(sides_of(position, theme), names, strict=True)
    ]


def names_by_seat(position: Position, seats: Sequence[Seat], theme: str) -> list[Message]:
    """What the player in each seat is called."""
    return [seat_name(position, number, seat, theme) for number, seat in enumerate(seats)]


def short_name(name: Message) -> Message:
    """The title of a computer player without the name of its level."""
    is_level = name.values.keys() == {"number", "name"}
    return say("Level {number}", number=name.values["number"]) if is_level else name


def distinct_names(position: Position, seats: Sequence[Seat], theme: str) -> list[Message]:
    """What the players in all seats are called; if two have the same name, they are called by the
    colours of their pieces."""
    names = names_by_seat(position, seats, theme)
    return names if len(set(names)) == len(names) else sides_of(position, theme)


def sides_of(position: Position, theme: str) -> list[Message]:
    """The players by the colours of their pieces; by numbers, unless all have a colour's name."""
    numbers = [player_name(player) for player in range(position.players)]
    sides = [side_of(position.game, player, theme) for player in range(position.players)]
    return numbers if set(numbers) & set(sides) else sides


def tone_of(game: Game[Any], player: int) -> str:
    """The colour that stands for a player: that of their pieces, if they have only one; their
    number if colours of pieces do not stand for players."""
    if any(piece.claimed for piece in sample_scene(game).pieces):
        return f"number-{player + 1}"
    return own_colour(sample_scene(game), player) or f"p{player + 1}"


def side_of(game: Game[Any], player: int, theme: str) -> Message:
    """A player by the colour of their pieces, if they have only one with a name."""
    tone, is_classic = own_colour(sample_scene(game), player), theme == CLASSIC.name
    if is_classic and tone in game.classic_look.colours:
        return player_name(player)
    names = CLASSIC_SIDES if is_classic else SIDES if theme != NO_COLOURS else BLACK_AND_WHITE
    return names.get(tone, player_name(player))


@cache
def sample_scene(game: Game[Any]) -> Scene:
    """The scene of the game's sample position."""
    return sample_position(game).scene()
