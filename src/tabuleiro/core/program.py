"""How the user can call this program again, for hints that name a command."""

import shutil
import sys
from pathlib import Path

NAME = "tabuleiro"


def program_name() -> str:
    """The name of the program if it is on the PATH, else the way it was called."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        on_path = shutil.which("python") == sys.executable
        return f"{'python' if on_path else sys.executable} -m {NAME}"
    return NAME if called.stem != NAME or shutil.which(NAME) else str(called)
