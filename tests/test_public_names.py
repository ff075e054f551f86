"""`import tabuleiro as tb`: the public names, and errors for wrong arguments."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tabuleiro as tb
from builds import ROOT
from tabuleiro.core.message import TabuleiroError
from tabuleiro.environments import VectorEnvironment
from tabuleiro.games import GAMES
from tabuleiro.players import Player
from tabuleiro.records import Ply

SMALL = "squex rows=3 columns=3"
FEW = tb.Limit(nodes=100)
api: Any = tb  # the same without types, for wrong arguments


def test_every_public_name_exists_and_is_listed() -> None:
    assert {name for names in tb.MODULES.values() for name in names} == {*tb.__all__}
    for name in (*tb.__all__, "__version__"):
        assert getattr(tb, name) is not None
        assert name in dir(tb)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = tb.chess


def test_every_public_name_is_in_the_reference() -> None:
    described = re.findall(
        r"^::: tabuleiro\.\S+\.(\w+)$", (ROOT / "docs/api.md").read_text(), re.MULTILINE
    )
    assert {*tb.__all__} <= {*described}


@pytest.mark.parametrize("first", ["import tabuleiro.games; ", ""])
def test_games_can_be_called_whether_or_not_the_module_is_loaded(first: str) -> None:
    code = f"{first}import tabuleiro as tb; print(*tb.games()); print(*tb.games())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [line.split()[:5] for line in told.stdout.splitlines()] == [
        ["squex", "control_v", "fuse", "eigenstate", "lyngk"]
    ] * 2


def test_importing_the_package_loads_neither_games_nor_other_packages() -> None:
    code = "import sys, tabuleiro; print(*sorted(n for n in sys.modules if 'tabuleiro' in n))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {"tabuleiro", "tabuleiro.core", "tabuleiro.core.uncompiled"}
    assert set(told.stdout.split()) == loaded


def test_a_session_from_start_to_match() -> None:
    position = tb.start(SMALL)
    assert tb.read(position.full_text) == position
    assert (found := tb.solve(position)) and found.winners == (0,)
    analysis = tb.analyse(position, FEW, lines=2)
    assert analysis.best
    player = tb.make_player("mcts:nodes=20", "squex")
    moves: list[str] = []
    while not position.over:
        moves.append(position.move_text(player.choose(position).move))
        position = position.play(moves[-1])
    outcome = position.outcome()
    record = tb.Record(
        tb.start(SMALL), ("A", "B"), tuple(map(Ply, moves)), outcome.result if outcome else ""
    )
    (again,) = tb.read_records(tb.write_records([record]))
    assert again == record
    assert len(tb.review(again, FEW).judgements) == len(moves)


@pytest.mark.parametrize(
    "call",
    [
        lambda: api.start(3),
        lambda: tb.start("chess"),
        lambda: tb.start("squex", rows="many"),
        lambda: api.read(None),
        lambda: tb.read("squex"),
        lambda: tb.make_player("nobody", "squex"),
        lambda: api.make_player(None, "squex"),
        lambda: tb.make_player("random", "chess"),
        lambda: api.make_player("random", "squex", seed="x"),
        lambda: api.analyse(None, FEW),
        lambda: api.analyse(tb.start(SMALL), 2000),
        lambda: tb.analyse(tb.start(SMALL), tb.Limit()),
        lambda: tb.analyse(tb.start(SMALL), FEW, lines=0),
        lambda: api.review(None),
        lambda: api.solve("squex"),
        lambda: api.read_records(None),
        lambda: tb.play_match("random", "nobody", SMALL),
        lambda: api.play_match("random", 3, SMALL),
        lambda: tb.play_match("random", "random", SMALL, games=3),
        lambda: api.play_match("random", "random", SMALL, games="2"),
        lambda: api.play_match("random", "random", 3),
        lambda: tb.play_match("random", first_move, SMALL, processes=2),
        lambda: tb.play_match("random", "random", SMALL, processes=-1),
        lambda: api.play_match("random", "random", SMALL, processes=1.5),
        lambda: api.analyse(tb.start(SMALL), FEW, search="mcts"),
        lambda: api.analyse(tb.start(SMALL), FEW, stop=True),
        lambda: api.load_network(3),
        lambda: api.load_network("squex").evaluate(None),
        lambda: api.open_engine("true", 3),
        lambda: api.open_engine("true", "squex", options=3),
        lambda: Ply("a1", value=cast("float", "much")),
        lambda: Ply("a1", comment=cast("str", 3)),
        lambda: Ply("a1", variations=cast("tuple[tuple[Ply, ...]]", "a2")),
        lambda: VectorEnvironment(SMALL, 2).step(["a1", "a2"]),
        lambda: VectorEnvironment(SMALL, 2).step([2**70, 0]),
    ],
)
def test_wrong_arguments_are_refused_in_words(call: Callable[[], Any]) -> None:
    with pytest.raises(TabuleiroError) as error:
        call()
    assert str(error.value)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_wrong_arguments_of_a_position_are_refused_in_words(game: str) -> None:
    position: Any = tb.start(game)
    calls: list[Callable[[], Any]] = [
        lambda: position.move(None),
        lambda: position.play_text(None),
        lambda: position.evaluate("x"),
        lambda: position.scene(3),
        lambda: position.svg("x"),
        lambda: position.svg(0),
        lambda: position.svg(marks=["z99"]),
        lambda: position.svg(marks=3),
        lambda: position.svg(arrows=[3]),
    ]
    for name in ("play", "move_text", "steps", "describe"):
        method = getattr(position, name)
        calls += [partial(method, wrong) for wrong in (None, 1.5, -1, 10**9, 10**30)]
    for call in calls:
        with pytest.raises(TabuleiroError):
            call()


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-1000, 1000), st.integers(), st.floats(), st.text(),
    st.binary(), st.lists(st.integers()), st.tuples(st.text(), st.text()), st.builds(object),
)  # fmt: skip
FIELDS: list[tuple[Callable[..., Any], dict[str, Any], tuple[str, ...]]] = [
    (tb.start, {"game_text": "squex"}, ("game_text", "rows", "colour")),
    (tb.read, {}, ("full_text",)),
    (tb.make_player, {"name": "random", "game": "squex"}, ("name", "game", "seed")),
    (tb.analyse, {"position": tb.start(SMALL), "limit": FEW}, ("position", "limit", "lines")),
    (tb.review, {"record": tb.Record(tb.start(SMALL), ("A", "B")), "limit": FEW},
     ("record", "limit")),
    (tb.solve, {"position": tb.start(SMALL), "limit": FEW}, ("position", "limit")),
    (tb.play_match, {"first": "random", "second": "random", "game": SMALL, "games": 2,
                     "processes": 0},
     ("first", "second", "game", "seed", "opening", "cap", "turn_time")),
    (tb.read_records, {}, ("text",)),
    (tb.write_records, {}, ("records",)),
    (tb.Limit, {}, ("movetime", "nodes", "depth", "clocks")),
    (tb.Record, {"start": tb.start(SMALL), "players": ("A", "B")},
     ("start", "players", "plies", "result", "headers", "comment")),
    (tb.make_player("mcts:nodes=9", "squex").choose, {"position": tb.start(SMALL), "limit": FEW},
     ("position", "limit", "stop")),
    (tb.start(SMALL).svg, {}, ("size", "arrows", "marks")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "given", "field"),
    [(call, given, field) for call, given, fields in FIELDS for field in fields],
)
@given(value=ANYTHING)
def test_any_value_of_an_argument_is_accepted_or_refused_in_words(
    call: Callable[..., Any], given: dict[str, Any], field: str, value: Any
) -> None:
    assume(field not in ("size", "cap") or not isinstance(value, int) or value < 10_000)
    try:
        call(**{**given, field: value})
    except TabuleiroError as error:
        assert str(error)


def first_move(position: tb.Position) -> int:
    return position.legal_moves()[0]


def first_move_text(position: tb.Position) -> str:
    return position.move_text(first_move(position))


def test_functions_and_objects_play_in_this_process() -> None:
    summary = tb.play_match(first_move, first_move_text, SMALL, games=4)
    assert summary.players == ("first_move", "first_move_text")
    assert (summary.games, summary.score, summary.notes) == (4, 0.5, ())
    summary = tb.play_match(lambda position: -1, first_move, SMALL, games=2)
    assert (summary.players[0], summary.losses) == ("player 1", 2)
    one, other = (tb.make_player("mcts:nodes=20", "squex", seed) for seed in (1, 2))
    summary = tb.play_match(one, other, SMALL, games=4)
    assert summary.players == ("SearchPlayer", "SearchPlayer 2")
    assert isinstance(one, Player)
    one.choose(tb.start(SMALL))  # it was not closed


def test_this_process_plays_the_same_games_as_others() -> None:
    given: Any = {"games": 8, "seed": 3}
    here, there = (
        tb.play_match("mcts:nodes=30", "random", SMALL, processes=processes, **given)
        for processes in (0, 2)
    )
    assert here.wins == there.wins
    assert here.identical == there.identical


@pytest.mark.parametrize("game", tb.games())
def test_pictures_are_as_wide_as_asked_and_text_shows_the_board(game: str) -> None:
    position = tb.start(game)
    sites = [site.name for site in position.scene().sites[:3]]
    assert 'width="480"' in position.svg()
    drawn = position.svg(size=200, arrows=[(sites[0], sites[1])], marks=[sites[2].upper()])
    assert 'width="200"' in drawn
    assert len(drawn) > len(position.svg(size=200))
    assert position.png(size=100, marks=sites).startswith(b"\x89PNG")
    assert "Player 1 to" in str(position)
    assert repr(position) == f"<{position.full_text}>"


def test_notebooks_show_records_analyses_and_matches() -> None:
    position = tb.start(SMALL)
    analysis = tb.analyse(position, FEW)
    record = tb.Record(position, ("<Ana>", "Rui"), (Ply("b2"),))
    summary = tb.play_match(first_move, first_move_text, SMALL, games=2)
    for shown in (analysis, record, summary):
        html = shown._repr_html_()
        assert html.startswith('<div style="max-width: 480px">')
    assert "&lt;Ana&gt;" in record._repr_html_()
    assert " ".join(analysis.line_texts(0)) in analysis._repr_html_()
    assert "first_move against first_move_text" in summary._repr_html_()
