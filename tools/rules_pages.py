"""A MkDocs hook: add the rules of every game, which are next to its code, as pages.

Pages link to these files where they are, so that the links also work on GitHub.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from mkdocs.structure.files import File

from tabuleiro.games import GAMES

FOLDERS = {"en": "rules", "pt": "rules/pt"}
"""The folder for the pages of a language."""
LINK = re.compile(r"\]\(\.\./src/tabuleiro/games/(\w+)/rules\.(\w+)\.md\)")


def on_files(files: Any, config: Any) -> Any:
    """The files of the documentation and a page for each game and language."""
    for game in GAMES:
        package = resources.files("tabuleiro.games") / game.id
        for language, folder in FOLDERS.items():
            text = (package / f"rules.{language}.md").read_text("utf-8")
            files.append(File.generated(config, f"{folder}/{game.id}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with links to the pages of the rules instead of their files."""
    return LINK.sub(lambda link: f"]({FOLDERS[link[2]]}/{link[1]}.md)", markdown)
