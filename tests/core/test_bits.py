"""Bit operations: the same in C and in Python, with every compiler."""

from __future__ import annotations

import runpy
from ctypes import CDLL, c_uint64
from pathlib import Path

import pytest

from builds import ROOT, run

HOME = ROOT / "src" / "tabuleiro" / "core"
PYTHON = runpy.run_path(str(HOME / "bits.py"))  # never the compiled module, which is empty

SINGLE = [1 << n for n in range(64)]
RUNS = [(1 << 64) - (1 << n) for n in range(64)] + [(1 << n) - 1 for n in range(1, 64)]
PATTERNS = [0x5555555555555555, 0xAAAAAAAAAAAAAAAA, 0x0123456789ABCDEF, 0x8000000100000001]


@pytest.mark.parametrize("flags", [[], ["-U__GNUC__"]], ids=["this compiler", "any other"])
@pytest.mark.parametrize("name", ["count_bits", "lowest_bit", "highest_bit"])
def test_c_and_python_agree(name: str, flags: list[str], tmp_path: Path) -> None:
    function = CDLL(str(library(tmp_path, flags)))[name]
    function.argtypes = [c_uint64]
    for word in [*SINGLE, *RUNS, *PATTERNS]:
        assert function(word) == PYTHON[name](word), hex(word)


def test_a_word_without_bits_counts_none(tmp_path: Path) -> None:
    assert CDLL(str(library(tmp_path, []))).count_bits(c_uint64(0)) == 0
    assert PYTHON["count_bits"](0) == 0


def library(folder: Path, flags: list[str]) -> Path:
    """The C of bits.pxd, compiled by itself."""
    source, built = folder / "bits.c", folder / "bits.so"
    source.write_text((HOME / "bits.pxd").read_text().split('"""')[1].replace("static inline", ""))
    run("cc", "-shared", "-fPIC", *flags, "-o", built, source)
    return built
