"""Loads the Python sources instead of the compiled modules if TABULEIRO_UNCOMPILED=1.

Compiled modules are then skipped, here and in every process that inherits the variable.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

VARIABLE = "TABULEIRO_UNCOMPILED"
PACKAGE = "tabuleiro."


class SourceFinder:
    """Finds the modules of this package as sources only.

    It has no base class, because importing `importlib.abc` takes 10 ms, for every command.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(PACKAGE):
            return None
        for folder in path or ():
            finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
            if spec := finder.find_spec(name, target):
                return spec
        return None


def prefer_sources() -> None:
    """Skip compiled modules from now on, if the environment variable is set."""
    if os.environ.get(VARIABLE):
        sys.meta_path.insert(0, SourceFinder())
