"""Every class name has one meaning."""

from __future__ import annotations

from builds import ROOT
from structure import repeated_classes

MOST = 12


def test_hardly_any_class_name_is_defined_in_more_than_one_module() -> None:
    repeated = repeated_classes(ROOT / "src" / "tabuleiro")
    assert len(repeated) <= MOST, f"choose another name for one of each: {repeated}"
