"""A game record as a value, and checks that it follows the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain

from tabuleiro.core.message import check_type, quote, say
from tabuleiro.core.position import Position
from tabuleiro.records.ply import (
    Ply,
    RecordError,
    check_single_line,
    check_text,
    scene_at,
    validate_line,
)

UNFINISHED = "none"
ENDING = "Ending"  # the header for how a game ended, if it did not end by the rules
BY_THE_RULES = ("", "rules")
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
OWN_HEADER = re.compile(r"Game|Start|Result|Player[0-9]+")


@dataclass(frozen=True, slots=True)
class Record:
    """A game from `start`, as a value.

    `players` has the name of each player. `result` is `p1win` and so on, `draw`, or `none` for a
    game that is not finished. `headers` are other facts by name, in order; `Ending` says how the
    game ended if it did not end by the rules. `comment` comes before the first move.
    """

    start: Position
    players: tuple[str, ...]
    plies: tuple[Ply, ...] = ()
    result: str = UNFINISHED
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    comment: str = ""

    def __post_init__(self) -> None:
        self._check_types()
        object.__setattr__(self, "headers", dict(self.headers))  # a copy of its own
        check_players(self.start, self.players)
        check_text(self.comment)
        for name, value in self.headers.items():
            check_header(name, value)

    def _check_types(self) -> None:
        check_type("start", self.start, Position)
        for name in ("players", "plies"):
            check_type(name, getattr(self, name), tuple)
        for ply in self.plies:
            check_type("plies", ply, Ply)
        check_type("headers", self.headers, Mapping)
        for text in (*self.players, self.result, self.comment, *chain(*self.headers.items())):
            check_type("text", text, str)

    @property
    def game_text(self) -> str:
        """The game and its options."""
        return self.start.game.text_with(self.start.options())

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions()[-1]

    def positions(self) -> list[Position]:
        """The start, and the position after each move of the game."""
        moves = (ply.move for ply in self.plies)
        return list(accumulate(moves, Position.play, initial=self.start))

    def without_values(self) -> Record:
        """The same game without the values that searches found."""
        return replace(self, plies=tuple(replace(ply, value=None) for ply in self.plies))

    def _repr_html_(self) -> str:
        from tabuleiro.core.drawing.notebook import figure, paragraph, picture

        last = scene_at(self.positions(), self.plies, len(self.plies))
        moves = " ".join(ply.move for ply in self.plies)
        title = f"{self.game_text}: {', '.join(self.players)} ({self.result})"
        return figure(paragraph(title), picture(last), paragraph(moves))

    def check(self) -> None:
        """RecordError if the record breaks the rules; it names the wrong move."""
        _, end = validate_line(self.plies, self.start, strict=True)
        check_result(end, self.result, self.headers)


def check_players(start: Position, players: tuple[str, ...]) -> None:
    """RecordError unless there is a one-line name for each player."""
    if len(players) != start.players:
        reason = say(
            "the game has {wanted} players, and the record names {found}",
            wanted=start.players,
            found=len(players),
        )
        raise RecordError(reason)
    for player in players:
        check_single_line(player)


def check_header(name: str, value: str) -> None:
    """RecordError for a header that cannot be written or whose name is reserved."""
    if not HEADER_NAME.fullmatch(name):
        reason = say(
            "{name} is not the name of a header: it has letters and digits, a letter first",
            name=quote(name),
        )
        raise RecordError(reason)
    if OWN_HEADER.fullmatch(name):
        raise RecordError(
            say("{name} cannot be an extra header: the record has its own", name=name)
        )
    check_single_line(value)


def check_result(final: Position, result: str, headers: Mapping[str, str]) -> None:
    """RecordError for an unknown result, or one that contradicts the rules."""
    results = (*(f"p{n + 1}win" for n in range(final.players)), "draw", UNFINISHED)
    if result not in results:
        raise RecordError(
            say("a result is one of {results}, not {result}", results=results, result=quote(result))
        )
    outcome = final.outcome()
    right = outcome.result if outcome else UNFINISHED
    if result != right and headers.get(ENDING, "") in BY_THE_RULES:
        reason = say(
            "by the rules the result is {right}, not {result}: "
            "a header {ending} says how a game ended otherwise",
            right=right,
            result=result,
            ending=ENDING,
        )
        raise RecordError(reason)
