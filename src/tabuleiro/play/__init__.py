"""A game in progress: the table that every front end plays at."""

from tabuleiro.play.clock import Clock, ClockError, TimeControl, read_control
from tabuleiro.play.computer_players import ComputerPlayers
from tabuleiro.play.finish import Finish
from tabuleiro.play.setup import STAND_IN, Seat, Setup, new_record, setup_of
from tabuleiro.play.table import Table, TableError

__all__ = [
    "STAND_IN", "Clock", "ClockError", "ComputerPlayers", "Finish", "Seat", "Setup", "Table",
    "TableError", "TimeControl", "new_record", "read_control", "setup_of",
]  # fmt: skip
