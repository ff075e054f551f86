"""How much CPU time the downloads of a game and clicks in the position editor take.

    python benchmarks/web_pictures.py

Prints, for one fixed random game of every game, the CPU seconds and size of every file, and the CPU
milliseconds of a click in the editor, from the request to the drawn position.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from tabuleiro.core.game import Game
from tabuleiro.games import GAMES
from tabuleiro.records import Record
from tabuleiro.web.api.editor import EDITS, EditBody, edited_data, read_editor_state
from tabuleiro.web.content.downloads import DOWNLOADS, DownloadRequest, make_file
from tabuleiro.web.content.line_urls import record_of

SEED = 1
TOUCHES = 50


def random_record(game: Game[Any]) -> Record:
    """A whole game of random moves."""
    position, chance = game.start(), Random(SEED)
    moves = []
    while not position.over:
        move = chance.choice(position.legal_moves())
        moves.append(position.move_text(move))
        position = position.play(move)
    return record_of(game.start(), moves)


def files(record: Record) -> Iterator[str]:
    """The CPU time and the size of each file."""
    taken = DownloadRequest(record, len(record.plies), "en")
    for name in DOWNLOADS:
        begun = process_time()
        size = len(make_file(name, taken))
        yield f"{name} {process_time() - begun:.2f} s {size / 1024:.0f} kB"


def touch_cost(game: Game[Any]) -> float:
    """The mean CPU milliseconds of a click."""
    chance, position = Random(SEED), game.start().full_text
    assert game.editing
    tool = game.editing.tools(game.resolve_options({}))[0].name
    begun = process_time()
    for _ in range(TOUCHES):
        sheet = read_editor_state(position)
        ways = game.editing.touches(game.editing.read(sheet.text, sheet.options), tool)
        sites = [step[0] for step in chance.choice(ways)]
        body = EditBody(
            position=position, tool=tool, do="touch", sites=sites, known=sheet.game_text
        )
        data = edited_data(EDITS["touch"](sheet, body), body, str)
        position = data["position"]
    return 1000 * (process_time() - begun) / TOUCHES


def main() -> None:
    """Prints a line for every game."""
    for game in GAMES:
        record = random_record(game)
        told = "; ".join(files(record))
        print(f"{game.id}, {len(record.plies)} moves: {told}; a touch {touch_cost(game):.1f} ms")


if __name__ == "__main__":
    main()
