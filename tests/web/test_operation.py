"""What an operator does, with a real proxy and PostgreSQL: `benchmarks/web_operation.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from waiting import PATIENCE

pytestmark = pytest.mark.extended
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "web_operation.py"


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_public_server_is_operated(proxy: str) -> None:
    if shutil.which(proxy) is None:
        pytest.skip(f"{proxy} is not installed")
    command = [sys.executable, str(PROGRAM), "--proxy", proxy]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=5 * PATIENCE, check=False
    )
    assert "everything holds" in done.stdout, done.stdout + done.stderr  # on a busy machine late
