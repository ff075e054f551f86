"""The app looks as it did: every game at three moments and in both sizes, and the themes."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal.snapshots import FOLDER, golden, names, take

REMEDY = "look at it, then: PYTHONPATH=src:tests python tests/terminal/snapshots.py"


def test_the_golden_pictures_are_those_that_are_taken() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.svg")) == sorted(names())


@pytest.mark.extended
def test_every_picture_is_as_it_was(tmp_path: Path) -> None:
    taken = take(names(), tmp_path)
    changed = [name for name, svg in taken.items() if golden(name) != svg]
    assert not changed, f"changed: {', '.join(changed)}; {REMEDY}"
