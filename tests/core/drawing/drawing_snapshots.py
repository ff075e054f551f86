"""Pictures kept in `snapshots/`; `UPDATE_SNAPSHOTS=1 pytest tests/core/drawing` writes them anew.

Look at the new ones before you commit them: a picture that changed is a decision.
"""

from __future__ import annotations

import os
from pathlib import Path

SNAPSHOTS = Path(__file__).parent / "snapshots"


def agrees(name: str, drawn: str) -> bool:
    """Whether `drawn` is the stored picture of that name; a missing one does not agree."""
    path = SNAPSHOTS / name
    if os.environ.get("UPDATE_SNAPSHOTS"):
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    return path.exists() and path.read_text(encoding="utf-8") == drawn
