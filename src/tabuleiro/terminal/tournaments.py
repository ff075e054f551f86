"""A tournament in the terminal: its progress while it is played, then tables and sentences."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from rich.progress import Progress, TaskID

from tabuleiro.arena import ArenaError, Kind, Result, Tournament, play_tournament
from tabuleiro.arena.pairing import count_pairs, ladder_order
from tabuleiro.arena.running import Crew
from tabuleiro.core.message import Message, say
from tabuleiro.terminal.matches import duration, notes_of, progress_bar
from tabuleiro.terminal.tables import align_figures, make_table, show

PARTS = 10  # lines about progress where there is no terminal to draw a bar on


@dataclass(frozen=True)
class Course:
    """How a tournament went: the games that were played, whether Ctrl-C broke it off, and where its
    games are kept."""

    tournament: Tournament
    results: Sequence[Result]
    broken_off: bool = False
    record: Path | None = None

    @property
    def games(self) -> int:
        """How many games it has when it is complete."""
        return count_pairs(self.tournament) * self.tournament.seats

    def last_words(self) -> list[Message]:
        """Why it ended before its last game, and how it goes on."""
        if not self.broken_off:
            return []
        games = {"played": len(self.results), "games": self.games}
        ended = say("Broken off after {played} of {games} games.", **games)
        return [ended, say("The same command goes on from there.")] if self.record else [ended]


def play(tournament: Tournament, crew: Crew, record: Path | None) -> Course:
    """Plays a tournament to its end or to Ctrl-C, with its progress on standard error."""
    results: list[Result] = []
    games = count_pairs(tournament) * tournament.seats
    with progress_bar() as bar:
        watch = Watch(bar, games)

        def take(result: Result) -> None:
            results.append(result)
            watch.tell(len(results))

        try:
            play_tournament(tournament, crew, record, take)
        except KeyboardInterrupt:
            return Course(tournament, in_order(results), broken_off=True, record=record)
    return Course(tournament, in_order(results), record=record)
