"""A MkDocs hook: add the rules of every game, which are next to its code, as pages."""

from __future__ import annotations

from importlib import resources
from typing import Any

from mkdocs.structure.files import File

from tabuleiro.games import GAMES

FOLDERS = {"en": "rules", "pt": "rules/pt"}
"""Where the pages of a language stand."""


def on_files(files: Any, config: Any) -> Any:
    """The files of the documentation and a page for each game and language."""
    for game in GAMES:
        package = resources.files("tabuleiro.games") / game.id
        for language, folder in FOLDERS.items():
            text = (package / f"rules.{language}.md").read_text("utf-8")
            files.append(File.generated(config, f"{folder}/{game.id}.md", content=text))
    return files
