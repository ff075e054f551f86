"""Without a C compiler the same source can be installed and plays the same games, more slowly."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from builds import OFFLINE, PIP, ROOT, copy_source, no_compiler, run
from installed import rules
from tabuleiro.core.primitives import COMPILED

GENERATED = Path("build", "native", "src")


@pytest.mark.extended
def test_without_a_compiler_it_installs_as_plain_python_and_plays_the_same(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    copy_source(source)
    if (ROOT / GENERATED).exists():  # do not generate the C code of this clone again
        shutil.copytree(ROOT / GENERATED, source / GENERATED)
    target = str(tmp_path / "target")
    path = no_compiler(tmp_path)
    run(*PIP, "install", *OFFLINE, "--no-build-isolation", "-t", target, source, PATH=path)
    report = json.loads(
        run(sys.executable, ROOT / "tests" / "installed.py", PYTHONPATH=target, PATH=path)
    )
    assert report["files"]
    assert all(file.startswith(target) and file.endswith(".py") for file in report["files"])
    assert COMPILED, "this compares with the compiled rules: make build"
    assert report["rules"] == rules()
