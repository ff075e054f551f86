"""What a person has chosen for the app, kept in a small file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tabuleiro.records.files import write_file


@dataclass(frozen=True, slots=True)
class Settings:
    """The theme and the language by name; empty where nothing has been chosen."""

    theme: str = ""
    language: str = ""

    @classmethod
    def load(cls, path: Path) -> Settings:
        """The settings of a file. What is missing, or cannot be read, has not been chosen."""
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            return cls()
        return cls(**_known(found)) if isinstance(found, dict) else cls()

    def over(self, theme: str | None, language: str | None) -> Settings:
        """These settings, with what was asked for on the command line in their place."""
        return replace(self, theme=theme or self.theme, language=language or self.language)

    def save(self, path: Path) -> None:
        """Writes the file."""
        write_file(path, json.dumps(asdict(self)) + "\n")


def _known(found: dict[str, Any]) -> dict[str, str]:
    """The entries that are settings."""
    names = Settings.__dataclass_fields__
    return {name: text for name, text in found.items() if name in names and isinstance(text, str)}
