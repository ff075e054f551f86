"""The app's settings, stored in a small file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

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
        given = found if isinstance(found, dict) else {}
        texts = {name: text for name, text in given.items() if isinstance(text, str)}
        return cls(**{name: texts[name] for name in KNOWN if texts.get(name) in KNOWN[name]})

    def over(self, theme: str | None, language: str | None) -> AppSettings:
        """These settings, overridden by the command line; an error for unknown values."""
        return AppSettings(
            find_theme(theme).name if theme else self.theme,
            find_language(language, {}) if language else self.language,
        )

    def save(self, path: Path) -> None:
        write_file(path, json.dumps(asdict(self)) + "\n")
