"""Compiled and uncompiled, the same source does the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import tabuleiro
from games import fingerprint
from tabuleiro.core import playouts
from tabuleiro.games import GAMES


def test_compiled_and_uncompiled_agree(tmp_path: Path) -> None:
    """Random games, walks, hashes and perft on fixed seeds are equal in both runs."""
    source = Path(tabuleiro.__file__).parent
    shutil.copytree(source, tmp_path / "tabuleiro", ignore=shutil.ignore_patterns("*.so", "*.c"))
    run = subprocess.run(
        [sys.executable, fingerprint.__file__],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    uncompiled: dict[str, Any] = json.loads(run.stdout)
    assert uncompiled["compiled"] is False
    assert playouts.__file__.endswith(".so"), "run `make build`: this test compares with it"
    for game in GAMES:
        ours = json.loads(json.dumps(fingerprint.fingerprint(game)))
        assert ours == uncompiled["games"][game.id]
