"""Reports on games: what a game is like, in numbers with confidence intervals."""

from tabuleiro.report.builder import local_backend, make_report, play_report_games
from tabuleiro.report.output import write_report
from tabuleiro.report.plan import ReportError, ReportPlan

__all__ = [
    "ReportError",
    "ReportPlan",
    "local_backend",
    "make_report",
    "play_report_games",
    "write_report",
]
