"""Tournaments between computer players."""

from tabuleiro.arena.game import End, Result
from tabuleiro.arena.match import Match
from tabuleiro.arena.openings import Openings
from tabuleiro.arena.playing import Task, play_game
from tabuleiro.arena.rating import Summary, summarise
from tabuleiro.arena.running import local_crew, play_match, play_tournament
from tabuleiro.arena.tournament import (
    Adjudication,
    ArenaError,
    Entry,
    Kind,
    Limits,
    OpeningPlan,
    Tournament,
)

__all__ = [
    "Adjudication",
    "ArenaError",
    "End",
    "Entry",
    "Kind",
    "Limits",
    "Match",
    "OpeningPlan",
    "Openings",
    "Result",
    "Summary",
    "Task",
    "Tournament",
    "local_crew",
    "play_game",
    "play_match",
    "play_tournament",
    "summarise",
]
