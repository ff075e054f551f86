"""Games line by line: the classic interface with menus and boards, and the plain one for ears and
pipes."""

from __future__ import annotations

from tabuleiro.terminal.classic.draft import PERSON, Draft, begin_draft
from tabuleiro.terminal.classic.house import House, begin, take_up
from tabuleiro.terminal.classic.screen import Manner, Screen

__all__ = [
    "PERSON",
    "Draft",
    "House",
    "Manner",
    "Screen",
    "begin",
    "begin_draft",
    "take_up",
]
