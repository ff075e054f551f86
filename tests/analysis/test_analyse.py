"""Analyses: several lines for every game, from one point of view, streamed and stopped."""

from __future__ import annotations

from typing import Any

import pytest

from search.fake_networks import CountingNetwork
from tabuleiro.analysis import analyse, iterate_analysis, make_search
from tabuleiro.analysis.multi_pv import AnalysisSearch
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import read, start
from tabuleiro.search.alphabeta import AlphaBeta
from tabuleiro.search.guided_mcts import GuidedMcts
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.network_mcts import NetworkMcts

WON_IN_ONE = "squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1"
FEW = Limit(nodes=300)
SEARCHES: dict[str, type[Mcts | AlphaBeta]] = {
    "mcts": Mcts,
    "guided": GuidedMcts,
    "alphabeta": AlphaBeta,
}


def new_search(name: str) -> AnalysisSearch:
    return SEARCHES[name](megabytes=4)


def check(position: Position, lines: int, **options: Any) -> None:
    """Checks that every analysis of an unfinished game must pass."""
    for analysis in iterate_analysis(position, FEW, lines=lines, **options):
        assert sum(analysis.values) == pytest.approx(1)
        assert analysis.player == position.player
        assert analysis.values[position.player] == pytest.approx(analysis.lines[0].value)
        assert 1 <= len(analysis.lines) <= lines
        assert len({line.move for line in analysis.lines}) == len(analysis.lines)
        assert sum(line.share for line in analysis.lines) <= 1 + 1e-9
        for number, line in enumerate(analysis.lines):
            assert 0 <= line.value <= 1
            assert line.proved or line.mate is None
            assert analysis.line_texts(number), "every line is legal"
    assert analysis.nodes <= 300 or analysis.proved


def test_a_position_of_every_game_has_several_lines(game: Game[Any]) -> None:
    for moves in (0, 5):
        position = random_walk(game.start(), moves, seed=3)
        if not position.over:
            check(position, 3)


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_each_has_a_value(players: int) -> None:
    position = random_walk(start("control_v", players=players, size=6), 10, seed=1)
    assert len(analyse(position, FEW).values) == players
    assert isinstance(make_search(position), Mcts)
    check(position, 3)


def test_lines_go_on_through_double_moves() -> None:
    position = read("squex rows=4 columns=4 | xo2/2x1/4/4 3/3/3 o 1")
    analysis = analyse(position, Limit(nodes=2000), lines=8)
    movers = []
    at = position
    for move in analysis.lines[0].line:
        movers.append(at.player)
        at = at.play(move)
    assert analysis.player == 1
    assert movers[0] == 1


def test_an_evaluator_takes_the_place_of_the_games_own_search() -> None:
    check(start("fuse", rows=3, columns=3), 3, search=NetworkMcts(CountingNetwork(), megabytes=4))


@pytest.mark.parametrize("name", SEARCHES)
def test_the_first_line_is_what_the_search_alone_finds(name: str) -> None:
    position = random_walk(start("fuse", rows=4, columns=4), 3, seed=2)
    limit = Limit(depth=3) if name == "alphabeta" else FEW
    *_, alone = new_search(name).search(position, limit)
    best = analyse(position, limit, lines=3, search=new_search(name)).lines[0]
    assert best.value == alone.value
    if name != "alphabeta":  # which of equals comes first is chance there
        assert best.line == alone.line


@pytest.mark.parametrize("text", ["control_v size=5", "fuse rows=3 columns=4", "lyngk"])
def test_lines_of_alphabeta_are_the_best_moves_by_minimax(text: str) -> None:
    position = random_walk(start(text), 6, seed=4)
    moves = position.legal_moves()
    worth = []
    for move in moves:
        without = [each for each in moves if each != move]
        *_, only = AlphaBeta(megabytes=4).search(position, Limit(depth=2), without=without)
        assert only.line[0] == move
        worth.append(only.value)
    analysis = analyse(position, Limit(depth=2), lines=4, search=AlphaBeta(megabytes=4))
    assert [line.value for line in analysis.lines] == sorted(worth, reverse=True)[:4]
    assert analysis.depth == 2


def test_a_search_without_some_moves_leaves_nothing_behind() -> None:
    position = random_walk(start("fuse", rows=3, columns=4), 4, seed=1)
    search = AlphaBeta(megabytes=4)
    *_, before = search.search(position, Limit(depth=4))
    *_, second = search.search(position, Limit(depth=4), without=[before.line[0]])
    *_, after = search.search(position, Limit(depth=4))
    assert second.line[0] != before.line[0]
    assert second.value <= before.value == after.value
    assert list(search.search(position, FEW, without=position.legal_moves())) == []


@pytest.mark.parametrize("name", SEARCHES)
def test_a_win_in_one_is_proved(name: str) -> None:
    analysis = analyse(read(WON_IN_ONE), FEW, search=new_search(name))
    assert analysis.values == (1.0, 0.0)
    assert analysis.proved
    assert analysis.lines[0].mate == 1
    assert analysis.line_texts(0) == ["a3"]


@pytest.mark.parametrize("name", SEARCHES)
def test_a_proved_draw_is_told_as_proved(name: str) -> None:
    analysis = analyse(
        start("fuse", rows=2, columns=2), Limit(infinite=True), search=new_search(name)
    )
    assert analysis.proved
    assert analysis.values == (0.5, 0.5)
    assert analysis.lines[0].mate is None


@pytest.mark.parametrize("name", SEARCHES)
def test_every_line_of_a_lost_position_is_a_proved_loss(name: str) -> None:
    position = read("squex rows=3 columns=3 | xox/xox/3 2/2 o 1")
    analysis = analyse(position, Limit(infinite=True), lines=9, search=new_search(name))
    assert analysis.values == (1.0, 0.0)
    assert len(analysis.lines) == len(position.legal_moves())
    for line in analysis.lines:
        assert line.proved
        assert line.value == 0
        assert line.mate is not None
        assert line.mate < 0


@pytest.mark.parametrize("name", SEARCHES)
def test_a_stop_sign_ends_it_with_what_is_known(name: str) -> None:
    position, stop = start("squex"), StopFlag()
    stop.set()
    (analysis,) = iterate_analysis(
        position, Limit(infinite=True), stop=stop, search=new_search(name)
    )
    assert analysis.lines
    stop = StopFlag()
    told = []
    for analysis in iterate_analysis(
        position, Limit(infinite=True), stop=stop, search=new_search(name)
    ):
        told.append(analysis)
        if len(told) == 2:
            stop.set()
        assert len(told) < 100
    assert told[-1].nodes > 0


def test_a_game_that_is_over_has_its_result_and_no_lines() -> None:
    position = read(WON_IN_ONE).play("a3")
    (analysis,) = iterate_analysis(position)
    assert analysis.values == (1.0, 0.0)
    assert analysis.lines == ()
    assert analysis.best is None
    assert analysis.proved


@pytest.mark.parametrize("lines", [0, -1, 1001])
def test_a_number_of_lines_that_makes_no_sense_is_refused(lines: int) -> None:
    with pytest.raises(TabuleiroError, match="lines must be from 1 to 1000"):
        analyse(start("squex"), lines=lines)


def test_two_threads_tell_lines_too() -> None:
    check(start("squex", rows=4, columns=4), 3, search=GuidedMcts(megabytes=4, threads=2))
