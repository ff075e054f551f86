"""Filtering records by game, players, result, date, opening or position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from hashlib import blake2b

from tabuleiro.core.message import TabuleiroError, quote, say
from tabuleiro.games import find_game, read
from tabuleiro.records.record import BY_THE_RULES, ENDING, UNFINISHED, Record

DATE = "Date"
A_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
A_RESULT = re.compile(rf"p[1-9]win|draw|{UNFINISHED}")


@dataclass(frozen=True)
class Selection:
    """A filter for records; criteria that are not given match everything.

    Names, headers and endings are patterns in which `*` stands for any text and `?` for one
    character, ignoring case. All of `players` must have taken part. Dates are compared with the
    header `Date`, as 2026-11-15 or a beginning of it; ranges include both ends. `opening` has the
    first moves; `position` is a full text, or a position text alone, of a position in the game.
    """

    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    ending: str | None = None
    least: int = 0
    most: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    since: str | None = None
    until: str | None = None
    opening: tuple[str, ...] = ()
    position: str | None = None

    def __post_init__(self) -> None:
        if self.game is not None:
            check_options(self.game, self.options)
        check_lengths(self.least, self.most)
        for result in self.results:
            check_result(result)
        for date in (self.since, self.until):
            if date is not None:
                check_date(date)
        if self.position is not None and " | " in self.position:
            read(self.position)  # an error if it is not a position

    def matches(self, record: Record) -> bool:
        """Whether the record matches; fast checks come first."""
        return (
            self._matches_game(record)
            and self._matches_facts(record)
            and self.least <= len(record.plies)
            and (self.most is None or len(record.plies) <= self.most)
            and self._matches_opening(record)
            and self._matches_position(record)
        )

    def _matches_game(self, record: Record) -> bool:
        game, values = record.start.game, record.start.options()
        if self.game not in (None, game.id):
            return False
        written = {
            option.name: option.format(values[option.name])
            for option in game.options
            if option.name in values and option.name in self.options
        }
        return written == self.options

    def _matches_facts(self, record: Record) -> bool:
        headers = record.headers
        ending = headers.get(ENDING, "")
        return (
            all(any(matches_pattern(name, one) for one in record.players) for name in self.players)
            and (not self.results or record.result in self.results)
            and (
                self.ending is None
                or matches_pattern(self.ending, ending_word(record.result, ending))
            )
            and all(
                name in headers and matches_pattern(pattern, headers[name])
                for name, pattern in self.headers.items()
            )
            and self._matches_date(headers.get(DATE))
        )

    def _matches_date(self, date: str | None) -> bool:
        if self.since is None and self.until is None:
            return True
        return (
            date is not None
            and (self.since is None or date >= self.since)
            and (self.until is None or date[: len(self.until)] <= self.until)
        )

    def _matches_opening(self, record: Record) -> bool:
        wanted = [move.lower() for move in self.opening]
        return [ply.move for ply in record.plies[: len(wanted)]] == wanted

    def _matches_position(self, record: Record) -> bool:
        if self.position is None:
            return True
        if " | " in self.position:
            return read(self.position) in record.positions()
        return any(position.text == self.position for position in record.positions())


def check_options(game: str, options: Mapping[str, str]) -> None:
    """An error for options that the game does not have."""
    known = {option.name for option in find_game(game).options}
    for name in options.keys() - known:
        raise TabuleiroError(say("{game} has no option {name}", game=game, name=quote(name)))


def check_lengths(least: int, most: int | None) -> None:
    """An error for impossible lengths."""
    if most is not None and least > most:
        raise TabuleiroError(
            say("no game has at least {least} and at most {most} moves", least=least, most=most)
        )


def check_result(text: str) -> None:
    """An error for a text that is not a result."""
    if not A_RESULT.fullmatch(text):
        reason = say(
            "{text} is not a result: use p1win, p2win, ..., draw or none", text=quote(text)
        )
        raise TabuleiroError(reason)


def check_date(text: str) -> None:
    """An error for a text that is not a date or the beginning of one."""
    if not A_DATE.fullmatch(text):
        reason = say("{text} is not a date: write 2026-11-15, 2026-11 or 2026", text=quote(text))
        raise TabuleiroError(reason)


def matches_pattern(pattern: str, text: str) -> bool:
    """Whether a text matches the pattern, ignoring case."""
    plain = pattern.casefold().replace("[", "[[]")  # only * and ? are special
    return fnmatchcase(text.casefold(), plain)


def ending_word(result: str, ending: str) -> str:
    """How a game ended, in a word: `rules` if by the rules, `none` if it has not ended."""
    if ending not in BY_THE_RULES:
        return ending
    return "none" if result == "none" else "rules"


def without_duplicates(records: Iterable[Record]) -> Iterator[Record]:
    """The records without those that have the same start and moves as an earlier one."""
    known: set[bytes] = set()
    for record in records:
        game = f"{record.start.full_text}\n{' '.join(ply.move for ply in record.plies)}"
        key = blake2b(game.encode(), digest_size=16).digest()  # takes less memory than the text
        if key not in known:
            known.add(key)
            yield record
