"""Tournaments and matches between computer players."""

from tabuleiro.arena.game import End, Result
from tabuleiro.arena.game_runner import GameTask, play_game
from tabuleiro.arena.match import MatchSummary, new_match, play_match, summarise
from tabuleiro.arena.openings import Openings
from tabuleiro.arena.tournament import (
    Adjudication,
    ArenaError,
    Entry,
    Limits,
    OpeningPlan,
    Tournament,
    TournamentKind,
)
from tabuleiro.arena.tournament_runner import (
    counted_games,
    iterate_match,
    local_backend,
    play_tournament,
)
from tabuleiro.arena.tournament_statistics import TournamentStatistics

__all__ = [
    "Adjudication", "ArenaError", "End", "Entry", "GameTask", "Limits", "MatchSummary",
    "OpeningPlan", "Openings", "Result", "Tournament", "TournamentKind", "TournamentStatistics",
    "counted_games", "iterate_match", "local_backend", "new_match", "play_game", "play_match",
    "play_tournament", "summarise",
]  # fmt: skip
