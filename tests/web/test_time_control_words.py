"""Time controls in words."""

from __future__ import annotations

import pytest

from tabuleiro.play import read_control
from tabuleiro.play.clock import control_in_words

CLOCKS = {
    "10+5": "10 min + 5 s",
    "1:30+0": "1:30 min + 0 s",
    "1d": "1 day per turn",
    "3d": "3 days per turn",
}


@pytest.mark.parametrize(("written", "said"), CLOCKS.items(), ids=CLOCKS)
def test_a_time_control_is_told_as_people_say_it(written: str, said: str) -> None:
    assert str(control_in_words(read_control(written))) == said
