"""Studying games: analyses of positions, reviews of records, puzzles."""

from __future__ import annotations

from tabuleiro.analysis.analyse import Analysis, analyse, last_analysis
from tabuleiro.analysis.analyst import make_search
from tabuleiro.analysis.puzzle_files import read_puzzles, shipped_puzzles, write_puzzles
from tabuleiro.analysis.puzzles import Puzzle, puzzles
from tabuleiro.analysis.review import Judgement, Kind, Review, review, summarise
from tabuleiro.analysis.self_play import self_play

__all__ = [
    "Analysis",
    "Judgement",
    "Kind",
    "Puzzle",
    "Review",
    "analyse",
    "last_analysis",
    "make_search",
    "puzzles",
    "read_puzzles",
    "review",
    "self_play",
    "shipped_puzzles",
    "summarise",
    "write_puzzles",
]
