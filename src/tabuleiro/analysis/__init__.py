"""Studying games: analysis of positions, review of recorded games, puzzles."""

from tabuleiro.analysis.multi_pv import Analysis, make_search
from tabuleiro.analysis.position_analysis import analyse, iterate_analysis, stream_analysis
from tabuleiro.analysis.puzzle_files import read_puzzles, shipped_puzzles, write_puzzles
from tabuleiro.analysis.puzzles import Puzzle, find_puzzles
from tabuleiro.analysis.review import (
    Judgement,
    MoveQuality,
    Review,
    iterate_judgements,
    review,
    summarise,
)
from tabuleiro.analysis.self_play import self_play

__all__ = [
    "Analysis", "Judgement", "MoveQuality", "Puzzle", "Review", "analyse", "find_puzzles",
    "iterate_analysis", "iterate_judgements", "make_search", "read_puzzles", "review", "self_play",
    "shipped_puzzles", "stream_analysis", "summarise", "write_puzzles",
]  # fmt: skip
