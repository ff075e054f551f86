"""Regenerate the reports in the documentation: `make reports`.

    python tools/reports.py [GAME ...] [--minutes 6]

The command at the top of each report creates it. It becomes `docs/reports/GAME.md`, with pictures
in `docs/reports/GAME/*.svg`. If one fails, the old one is kept, and the others are still made.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from tabuleiro.core.primitives import COMPILED
from tabuleiro.games import GAMES
from tabuleiro.report.output import FOLDER, MARKDOWN

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "reports"
BUILT = ROOT / "build" / "reports"


def make(game: str, minutes: float) -> bool:
    """Create the report on a game and copy it into the documentation; return whether that
    succeeded."""
    folder = BUILT / game
    shutil.rmtree(folder, ignore_errors=True)
    words = ["report", game, "--minutes", f"{minutes:g}", "--lang", "en", "--out", str(folder)]
    done = subprocess.run([sys.executable, "-m", "tabuleiro", *words], check=False)
    if done.returncode == 0:
        take_over(folder, game)
    return done.returncode == 0


def take_over(folder: Path, game: str) -> None:
    """Copy a report into the documentation."""
    pictures = DOCS / game
    shutil.rmtree(pictures, ignore_errors=True)
    shutil.copytree(folder / FOLDER, pictures)
    text = (folder / MARKDOWN).read_text("utf-8").replace(f"({FOLDER}/", f"({game}/")
    (DOCS / f"{game}.md").write_text(text, "utf-8")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Makes the reports of the documentation anew.")
    known = [game.id for game in GAMES]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(known)}")
    parser.add_argument("--minutes", type=float, default=6.0, help="for each game")
    given = parser.parse_args()
    if unknown := [game for game in given.games if game not in known]:
        parser.error(f"no game is called {unknown[0]}: the games are {', '.join(known)}")
    if not COMPILED:
        parser.error("Tabuleiro is not compiled here, which leaves too few games: make build")
    failed = [game for game in given.games or known if not make(game, given.minutes)]
    for game in failed:
        print(f"The report on {game} was not made.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
