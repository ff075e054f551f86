"""Reports on games: what they are like, as numbers with intervals."""

from tabuleiro.report.making import local_crew, make_report, play_study
from tabuleiro.report.study import ReportError, Study
from tabuleiro.report.writing import write_report

__all__ = ["ReportError", "Study", "local_crew", "make_report", "play_study", "write_report"]
