"""Tournament files: their contents, and the errors for invalid ones."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from builds import ROOT
from tabuleiro.arena import ArenaError, TournamentKind
from tabuleiro.arena.toml_schema import Key, read_table
from tabuleiro.arena.tournament_file import (
    ADJUDICATION,
    LIMITS,
    OPENINGS,
    PLAYER,
    SPRT,
    TOP,
    read_tournament,
)
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.play.clock import TimeControl

WHOLE = """\
title = "All of it"
kind = "swiss"
game = "squex rows=5 columns=6"
players = ["random", "level:1"]
pairs = 3
rounds = 2
seed = 7
cap = 90

[openings]
moves = 4
balance = 0.1
nodes = 50

[limits]
clock = "0:30+1"
nodes = 1000
depth = 9
margin = 0.25

[adjudication]
proof = 500
score = 0.9
moves = 5

[[player]]
name = "strong"
player = "mcts:nodes=50,threads=2"
nodes = 40
depth = 3

[[player]]
name = "other"
engine = "./engine --fast 'two words'"
options = { Hash = 64, Ponder = false, Style = "wild" }
folder = "engines"
log = "other.log"
start-seconds = 5
patience = 30
threads = 3
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text)
    return path


def test_a_file_says_all_there_is_to_say(tmp_path: Path) -> None:
    tournament = read_tournament(write(tmp_path, WHOLE))
    assert (tournament.title, tournament.kind, tournament.seed) == (
        "All of it",
        TournamentKind.swiss,
        7,
    )
    assert (tournament.pairs, tournament.rounds, tournament.cap) == (3, 2, 90)
    assert tournament.game_text == "squex rows=5 columns=6"
    plan, limits, judge = tournament.openings, tournament.limits, tournament.adjudication
    assert (plan.moves, plan.balance, plan.nodes) == (4, 0.1, 50)
    assert (limits.clock, limits.nodes, limits.depth) == (TimeControl(30, 1), 1000, 9)
    assert (limits.margin, limits.turn_time) == (0.25, None)
    assert (judge.proof, judge.score, judge.moves) == (500, 0.9, 5)
    assert [entry.name for entry in tournament.entries] == ["random", "level:1", "strong", "other"]
    assert [entry.cores for entry in tournament.entries] == [1, 1, 2, 3]
    *_, strong, other = tournament.entries
    assert (strong.player, strong.nodes, strong.depth) == ("mcts:nodes=50,threads=2", 40, 3)
    assert other.engine == ("./engine", "--fast", "two words")
    assert other.options == (("Hash", "64"), ("Ponder", "false"), ("Style", "wild"))
    assert (other.folder, other.log) == (tmp_path / "engines", tmp_path / "other.log")
    assert (other.start_seconds, other.move_timeout) == (5, 30)


def test_a_short_file_is_enough(tmp_path: Path) -> None:
    text = 'kind = "match"\ngame = "fuse"\nplayers = ["random", "level:1"]\n'
    tournament = read_tournament(write(tmp_path, text))
    assert (tournament.pairs, tournament.seed, tournament.limits.timed) == (10, 1, False)


def test_the_file_of_the_manual_is_read(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "arena.md").read_text()
    (text,) = re.findall(r"^```toml\n(.*?)^```$", manual, re.MULTILINE | re.DOTALL)
    assert len(read_tournament(write(tmp_path, text)).entries) == 4


@pytest.mark.parametrize("keys", [TOP, OPENINGS, LIMITS, ADJUDICATION, SPRT, PLAYER])
def test_the_manual_lists_every_key(keys: tuple[Key, ...]) -> None:
    manual = (ROOT / "docs" / "arena.md").read_text()
    for key in keys:
        assert f"| `{key.name}` |" in manual


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"All of it"', '"All\\nof it"', "line 1: title takes some text in quotation marks, in"),
        ("pairs", "pears", "line 5: a tournament has no 'pears': it has title, kind"),
        ("rounds", "bananas", "line 6: a tournament has no 'bananas': it has title, kind"),
        ('"swiss"', '"cup"', "line 2: kind takes one of match, gauntlet, round-robin, swiss"),
        ("squex", "chess", "line 3: there is no game 'chess': the games are squex"),
        ("rows=5", "rows=99", "line 3: option rows cannot be '99'"),
        ('"level:1"', '"level:99"', "line 4: no player of Squex is called 'level:99': lev"),
        ('"level:1"', '"random"', "line 4: two players are called 'random': give one another"),
        ("mcts:nodes=50,threads=2", "mcts:knots=5", "line 28: mcts has no setting 'knots'"),
        ("pairs = 3", "pairs = 0", "line 5: pairs takes a whole number from 1, not '0'"),
        ("pairs = 3", "pairs = true", "line 5: pairs takes a whole number from 1, not 'True'"),
        ("pairs = 3", 'pairs = "3', "(at line 5, column"),
        ("margin", "morgin", "nodes, depth, clock, margin (did you mean margin?)"),
        ("margin = 0.25", "turn-time = 1", "line 19: players have a clock or a turn-time, not"),
        ("margin = 0.25", "turn_time = 1", "line 19: [limits] has no 'turn_time': it has turn"),
        ('"0:30+1"', '"soon"', "line 16: 'soon' is not a time control"),
        ('"0:30+1"', '"2d"', "line 16: a clock is for the whole game (1+1); for each turn, give"),
        ("score = 0.9", "score = 0.3", "line 23: score takes a number above 0.5, at most 1"),
        ("balance = 0.1", "balance = nan", "line 12: balance takes a number above 0"),
        ("margin = 0.25", f"margin = {10**400}", "line 19: margin takes a number of sec"),
        ('clock = "0:30+1"', f"turn-time = {10**400}", "line 16: turn-time takes a number of sec"),
        ('"swiss"', "[]", "line 2: kind takes one of match, gauntlet, round-robin, swiss"),
        ("moves = 4", 'file = "none.txt"', "none.txt: it cannot be read"),
        ("[limits]", "[limit]", "line 15: a tournament has no 'limit': it has title"),
        ('name = "other"', "", "line 32: name is missing: every engine needs one"),
        ("'two words'", "'two words", "line 34: engine takes a command line"),
        ('"wild"', "[1]", "line 35: options takes a table of names and values"),
        ("depth = 3", "patience = 3", "line 30: patience is for engines: add engine, or leave"),
        ("depth = 3", 'engine = "x"', "line 30: give either player or engine, not both"),
        ('kind = "swiss"', "", "cup.toml: kind is missing"),
        ('kind = "swiss"', 'kind = "match"', "line 4: a match has 2 players, not 4"),
        ('kind = "swiss"', 'kind = "gauntlet"', "line 6: a gauntlet has no rounds: give pairs"),
        ("squex rows=5 columns=6", "control_v players=3", "line 22: only games of two players"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_line_and_what_to_do(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    with pytest.raises(ArenaError) as refused:
        read_tournament(write(tmp_path, WHOLE.replace(old, new, 1)))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("chess", "line 2: there is no game 'chess': the games are squex"),
        ("squex rows=99", "line 2: option rows cannot be '99'"),
    ],
)
def test_a_wrong_game_is_refused_without_adjudication_too(
    tmp_path: Path, game: str, words: str
) -> None:
    text = f'kind = "match"\ngame = "{game}"\nplayers = ["random", "level:1"]\n'
    with pytest.raises(ArenaError) as refused:
        read_tournament(write(tmp_path, text))
    assert words in str(refused.value)


@pytest.mark.parametrize("error", [ValueError(), TypeError(), TabuleiroError(say("wrong"))])
def test_errors_of_a_reader_are_not_taken_for_invalid_values(error: Exception) -> None:
    key = Key("pairs", Mock(side_effect=error), say("a whole number"))
    with pytest.raises(type(error)) as raised:
        read_table({"pairs": 1}, (key,))
    assert raised.value is error


def test_an_engine_without_any_limit_is_refused(tmp_path: Path) -> None:
    text = 'kind = "match"\ngame = "fuse"\nplayers = ["random"]\n'
    engine = '[[player]]\nname = "other"\nengine = "x"\n'
    with pytest.raises(ArenaError, match="has no limit: give it a turn-time, a clock, nodes"):
        read_tournament(write(tmp_path, text + engine))
    assert read_tournament(write(tmp_path, text + engine + "nodes = 5\n")).entries[1].nodes == 5


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ArenaError, match="is not text in UTF-8"):
        read_tournament(path)


# --- positions -----------------------------------------------------------------------------

MATCH = """\
kind = "match"
game = "squex rows=3 columns=3"
players = ["random", "level:1"]
pairs = 1
[openings]
file = "positions.txt"
"""
FIRST = "x2/3/3 2/2 o 1"
ELSEWHERE = "squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"
SECOND = "squex rows=3 columns=3 | 1x1/3/3 2/2 o 1"


def with_positions(folder: Path, *lines: str) -> Path:
    (folder / "positions.txt").write_text("\n".join(lines))
    return write(folder, MATCH)


def test_openings_come_from_a_file_in_order(tmp_path: Path) -> None:
    path = with_positions(tmp_path, "# corners first", FIRST, "", SECOND)
    texts = [position.text for position in read_tournament(path).openings.positions]
    assert texts == [FIRST, SECOND.partition(" | ")[2]]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((FIRST, FIRST), "positions.txt, line 2: it repeats line 1: leave one of them out"),
        ((FIRST, "", "x3/3/3 2/2 o 1"), "positions.txt, line 3: "),
        ((ELSEWHERE,), "line 1: it is a position of squex, not of squex rows=3 columns=3"),
        (("xxx/ooo/3 2/2 - -",), "line 1: "),
        (("# nothing",), "positions.txt: it has no positions"),
    ],
)
def test_bad_positions_are_refused_with_their_line(
    tmp_path: Path, lines: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ArenaError) as refused:
        read_tournament(with_positions(tmp_path, *lines))
    assert words in str(refused.value)
