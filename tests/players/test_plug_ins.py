"""Players of other packages: the entry point group `tabuleiro.players`, and `tb.serve_ugi`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro as tb
from tabuleiro.players.external import EngineCommand, EngineError, ExternalPlayer
from waiting import PATIENCE

BOT = """
import tabuleiro as tb

def last(position):
    print("thinking")  # must not disturb the protocol
    return position.legal_moves()[-1]

class Second(tb.Player):
    def __init__(self, game, seed):
        self.seed = seed

    def think(self, position, limit=None, stop=None):
        from tabuleiro.players import MoveChoice
        yield MoveChoice(position.legal_moves()[1])
"""
ENTRIES = """[tabuleiro.players]
lastbot = bot:last
second = bot:Second
broken = bot:missing
random = bot:last
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with an installed package of players."""
    (tmp_path / "bot.py").write_text(BOT)
    info = tmp_path / "bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    return tmp_path


def run(package: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(package), "TERM": "dumb"},
    )


def test_players_of_other_packages_play_by_their_names(package: Path) -> None:
    match = ("-m", "tabuleiro", "match", "lastbot", "second", "squex", "rows=3", "columns=3")
    played = json.loads(run(package, *match, "--games", "2", "--json").stdout)
    assert played["games"] == 2 and played["notes"] == []
    listed = run(package, "-m", "tabuleiro", "players", "squex", "--json").stdout
    assert {"lastbot", "second", "broken"} <= {one["kind"] for one in json.loads(listed)["kinds"]}
    code = """if True:
        import tabuleiro as tb
        from tabuleiro.players import opponents
        rules = tb.games()["squex"]
        print(*opponents(rules)[-3:])
        position = tb.start("squex")
        print(position.move_text(tb.make_player("LastBot", "squex").choose(position).move))
        print(tb.make_player("second", "squex", seed=7).seed)
        try:
            tb.make_player("broken", "squex")
        except tb.TabuleiroError as error:
            print(error)
    """
    printed = run(package, "-c", code).stdout.splitlines()
    assert printed[:4] == ["lastbot second broken", "thinking", "h8", "7"]
    assert printed[4].startswith("the player 'broken' cannot be loaded from bot:missing: ")


def test_a_person_plays_against_a_player_of_another_package(package: Path) -> None:
    words = ("play", "squex", "rows=3", "columns=3", "--against", "lastbot", "--as", "1")
    told = run(package, "-m", "tabuleiro", *words, "--classic", given="a1\nquit\n")
    assert told.returncode == 0, told.stderr
    assert "c3" in told.stdout


def test_any_player_is_an_engine(package: Path) -> None:
    start = tb.start("squex", rows=3, columns=3)
    for player in ("bot.last", "'classic:greedy'", "bot.Second(None, 1)"):
        code = f"import bot, tabuleiro as tb; tb.serve_ugi({player})"
        words = ("env", f"PYTHONPATH={package}", sys.executable, "-c", code)
        command = EngineCommand(words, start_seconds=PATIENCE, move_timeout=PATIENCE)
        engine = ExternalPlayer(command, tb.games()["squex"])
        try:
            move = start.move_text(engine.choose(start).move)
        finally:
            engine.close()
        assert move in {"bot.last": ["c3"], "bot.Second(None, 1)": ["a2"]}.get(player, [move])


def test_an_engine_of_one_game_refuses_others(package: Path) -> None:
    code = "import bot, tabuleiro as tb; tb.serve_ugi(bot.last, 'fuse')"
    said = run(package, "-c", code, given="ugi\nsetoption name Game value squex\n").stdout
    assert "id name last\n" in said
    assert "option name Game type combo default fuse var fuse\n" in said
    assert "info error option Game cannot be 'squex': it takes fuse" in said
    words = ("env", f"PYTHONPATH={package}", sys.executable, "-c", code)
    engine = ExternalPlayer(EngineCommand(words, start_seconds=PATIENCE), tb.games()["squex"])
    with pytest.raises(EngineError, match="it does not play squex"):
        engine.prepare(tb.start("squex"))
    with pytest.raises(tb.TabuleiroError, match="no game 'chess'"):
        tb.serve_ugi("random", "chess")
