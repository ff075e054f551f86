"""Matches between computer players."""

from tabuleiro.arena.game import Result, play_game
from tabuleiro.arena.match import Match, MatchError, draw_openings
from tabuleiro.arena.playing import play_match
from tabuleiro.arena.rating import Summary, summarise

__all__ = [
    "Match",
    "MatchError",
    "Result",
    "Summary",
    "draw_openings",
    "play_game",
    "play_match",
    "summarise",
]
