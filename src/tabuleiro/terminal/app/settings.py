"""The app's settings, stored in a small file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tabuleiro.core.drawing.theme import THEMES, find_theme
from tabuleiro.language import LANGUAGES, find_language
from tabuleiro.records.files import write_file

KNOWN = {"theme": THEMES, "language": LANGUAGES}
"""The allowed values of each setting."""


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The names of the theme and the language; empty if none was chosen."""

    theme: str = ""
    language: str = ""

    @classmethod
    def load(cls, path: Path) -> AppSettings:
        """The settings of a file. What is missing, unknown or unreadable stays empty."""
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return cls()
        return cls(**_known(found)) if isinstance(found, dict) else cls()

    def over(self, theme: str | None, language: str | None) -> AppSettings:
        """These settings, overridden by the command line; an error for unknown values."""
        given = {
            "theme": find_theme(theme).name if theme else self.theme,
            "language": find_language(language, {}) if language else self.language,
        }
        return replace(self, **given)

    def save(self, path: Path) -> None:
        """Writes the file."""
        write_file(path, json.dumps(asdict(self)) + "\n")


def _known(found: dict[str, Any]) -> dict[str, str]:
    """The valid entries."""
    return {
        name: text
        for name, known in KNOWN.items()
        if isinstance(text := found.get(name), str) and text in known
    }
