"""Filtering records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from records.test_record import MOVES, SMALL, WON
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import start
from tabuleiro.records import Ply, Record
from tabuleiro.records.selection import Selection, without_duplicates

OPEN = replace(
    WON, plies=WON.plies[:3], result="none", headers={"Date": "2026-11-15", "Event": "Open A"}
)
RESIGNED = replace(OPEN, result="p2win", headers={"Date": "2025-01-02", "Ending": "resignation"})
FUSE = Record(start("fuse rows=4"), ("level:3", "Eva"))
RECORDS = {"won": WON, "open": OPEN, "resigned": RESIGNED, "fuse": FUSE}
AFTER_TWO = SMALL.play("b1").play("a1")


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({}, "won open resigned fuse"),
        ({"game": "squex"}, "won open resigned"),
        ({"game": "lyngk"}, ""),
        ({"options": {"rows": "4"}}, "fuse"),
        ({"options": {"rows": "3", "swap": "off"}}, "won open resigned"),
        ({"options": {"sides": "3"}}, ""),
        ({"players": ("ana",)}, "won open resigned"),
        ({"players": ("ana", "r?i")}, "won open resigned"),
        ({"players": ("ana", "eva")}, ""),
        ({"players": ("Level:*",)}, "fuse"),
        ({"players": ("[a-z]*",)}, ""),
        ({"results": ("p1win", "p2win")}, "won resigned"),
        ({"ending": "rules"}, "won"),
        ({"ending": "resign*"}, "resigned"),
        ({"ending": "none"}, "open fuse"),
        ({"least": 1, "most": 3}, "open resigned"),
        ({"least": 5}, "won"),
        ({"headers": {"Event": "open*"}}, "open"),
        ({"headers": {"Event": "*", "Date": "2026*"}}, "open"),
        ({"since": "2026"}, "open"),
        ({"until": "2025"}, "resigned"),
        ({"since": "2025-01-02", "until": "2026-11-15"}, "open resigned"),
        ({"opening": ("B1", "a1")}, "won open resigned"),
        ({"opening": tuple(MOVES)}, "won"),
        ({"opening": ("a1",)}, ""),
        ({"position": AFTER_TWO.full_text}, "won open resigned"),
        ({"position": AFTER_TWO.text}, "won open resigned"),
        ({"position": WON.final.text}, "won"),
        ({"position": "squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"}, ""),
    ],
)
def test_records_are_chosen_by_what_they_are(wanted: dict[str, Any], names: str) -> None:
    selection = Selection(**wanted)
    assert [name for name, record in RECORDS.items() if selection.matches(record)] == names.split()


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "squex", "options": {"sides": "4"}}, "squex has no option 'sides'"),
        ({"least": 3, "most": 2}, "no game has at least 3 and at most 2 moves"),
        ({"position": "squex | x"}, "position: it must have 4 fields"),
        (
            {"results": ("p1win", "won")},
            "'won' is not a result: use p1win, p2win, ..., draw or none",
        ),
        ({"since": "yesterday"}, "'yesterday' is not a date: write 2026-11-15, 2026-11 or 2026"),
        ({"until": "15.11.2026"}, "'15.11.2026' is not a date"),
    ],
)
def test_what_no_record_can_be_is_refused(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(TabuleiroError, match=said):
        Selection(**wanted)


def test_twins_have_the_same_start_and_moves() -> None:
    renamed = replace(WON, players=("Eva", "Rui"), headers={"Event": "Other"})
    shorter = replace(WON, plies=(Ply("b1"),), result="none")
    elsewhere = Record(start("squex rows=3 columns=4"), ("Ana", "Rui"))
    records = [WON, renamed, shorter, elsewhere, WON]
    assert list(without_duplicates(records)) == [WON, shorter, elsewhere]


def test_a_name_fits_itself_whatever_characters_it_has() -> None:
    odd = replace(OPEN, players=("Ana [bot] (2?)*", "Rui"))
    assert Selection(players=odd.players).matches(odd)
    assert not Selection(players=("Ana b (2?)*",)).matches(odd)
