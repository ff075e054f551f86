"""A machine without a C compiler installs the same source and plays the same games, slower."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fingerprint import behaviour
from workshop import OFFLINE, PIP, ROOT, copy_source, no_compiler, run


def test_without_a_compiler_it_installs_as_plain_python_and_plays_the_same(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    copy_source(source)
    target = tmp_path / "target"
    path = no_compiler(tmp_path)
    run(*PIP, "install", *OFFLINE, "--no-build-isolation", "-t", target, source, PATH=path)
    fingerprint = ROOT / "tests" / "fingerprint.py"
    report = json.loads(run(sys.executable, fingerprint, PYTHONPATH=str(target), PATH=path))
    assert all(file.endswith(".py") for file in report["files"].values())
    assert all(file.startswith(str(target)) for file in report["files"].values())
    assert report["behaviour"] == behaviour()
