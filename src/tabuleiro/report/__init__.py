"""Reports on games: what a game is like, in numbers with confidence intervals."""

from tabuleiro.report.builder import make_report, new_schedule, play_report_games, play_samples
from tabuleiro.report.output import write_report
from tabuleiro.report.plan import ReportError, ReportPlan

__all__ = [
    "ReportError", "ReportPlan", "make_report", "new_schedule", "play_report_games", "play_samples",
    "write_report",
]  # fmt: skip
