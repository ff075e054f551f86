"""Filtering records by game, players, result, date, opening or position."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from hashlib import blake2b

from tabuleiro.core.message import Message, TabuleiroError, quote, say
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
        for problem in self._problems():
            raise TabuleiroError(problem)
        if self.position is not None and " | " in self.position:
            read(self.position)  # an error if it is not a position

    def _problems(self) -> Iterator[Message]:
        """What is wrong with the criteria."""
        if self.game is not None:
            known = {option.name for option in find_game(self.game).options}
            for name in self.options.keys() - known:
                yield say("{game} has no option {name}", game=self.game, name=quote(name))
        if self.most is not None and self.least > self.most:
            lengths = {"least": self.least, "most": self.most}
            yield say("no game has at least {least} and at most {most} moves", **lengths)
        if self.position is not None and " " not in self.position:
            yield say(
                "{text} is not a position: a position has several fields, separated by spaces",
                text=quote(self.position),
            )
        for text in self.results:
            if not A_RESULT.fullmatch(text):
                yield say(
                    "{text} is not a result: use p1win, p2win, ..., draw or none", text=quote(text)
                )
        for date in (self.since, self.until):
            if date is not None and not A_DATE.fullmatch(date):
                yield say(
                    "{text} is not a date: write 2026-11-15, 2026-11 or 2026", text=quote(date)
                )

    def matches(self, record: Record) -> bool:
        """Whether the record matches; fast checks come first."""
        return (
            self._matches_game(record)
            and self._matches_facts(record)
            and self.least <= len(record.plies)
            and (self.most is None or len(record.plies) <= self.most)
            and [ply.move for ply in record.plies[: len(self.opening)]]
            == [move.lower() for move in self.opening]
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
            and (
                (self.since is None and self.until is None)
                or (DATE in headers and self._has_date(headers[DATE]))
            )
        )

    def _has_date(self, date: str) -> bool:
        until = self.until or ""
        return (self.since or "") <= date and date[: len(until)] <= until

    def _matches_position(self, record: Record) -> bool:
        if self.position is None:
            return True
        if " | " in self.position:
            return read(self.position) in record.positions()
        return any(position.text == self.position for position in record.positions())


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
