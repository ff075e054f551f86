"""Print as JSON where the modules of an installation come from and what its rules do.

The Python of that installation runs this script.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import tabuleiro
from games.fingerprint import fingerprint
from tabuleiro.games import GAMES


def module_files() -> list[str]:
    """The file that each module with C types was loaded from."""
    package = Path(tabuleiro.__file__).parent
    names = [
        ".".join(types.relative_to(package.parent).with_suffix("").parts)
        for types in sorted(package.rglob("*.pxd"))
    ]
    return [str(import_module(name).__file__) for name in names]


def rules() -> dict[str, object]:
    """The fingerprint of every game's rules, after a round trip through JSON."""
    found: dict[str, object] = json.loads(json.dumps({g.id: fingerprint(g) for g in GAMES}))
    return found


if __name__ == "__main__":
    report = {"files": module_files(), "rules": rules()}
    print(json.dumps(report | {"needs_cython": "cython" in sys.modules}))
