"""Reasons for moves: every sentence is true by the naive rules, and nothing else is said."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from check_reasons import Checker, WrongError
from tabuleiro.analysis import analyse, review, shipped_puzzles
from tabuleiro.analysis.json import review_data
from tabuleiro.analysis.reasons import Reason, own_turn, reasons_for, with_positions
from tabuleiro.analysis.review import MoveQuality, judge
from tabuleiro.core.editing import with_turn_of
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import games, read, start
from tabuleiro.records import Ply, Record
from tabuleiro.search.limit import Limit

VISITS = 60
EARLY_AND_LATE = {
    "squex rows=4 columns=4 | 4/4/4/4 3/3/3 x 1": (2, 6, 9),
    "squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1": (12, 28, 34),
    "lyngk | r,d,b/r,i/g,i,d/g,w,b,b/d,i,g/b,g,r,w/i,d,b,r,i/d,i,d,g/r,i,b/b,w,r,g/i,r,d/d,g/r,g,b"
    " -:- 0:0 x -": (6, 20, 26, 28),
    "fuse rows=3 columns=3 | 1xox1/o3o/x3x/o3x/1oxo1 x": (4, 8, 10),
}
"""Starts, and after how many random moves reasons are looked for."""

ONLY_B2_WINS = read("squex rows=4 columns=4 | 1o2/o3/2ox/2xx o2/3/2x x 1")
CUTTABLE = read(
    "squex | 8/4x2x/2xo4/o1o2x2/4x3/2xxoo2/3o4/8 7/7/2o4/4x2/3x3/3o3/7 x 1"
)  # e5 and d6 are linked, and d5 cuts them
SCORING = read(
    "lyngk | d,r,igbrw/r,d/b,r,-/-,drigb,-,-/-,-,-/-,-,b,-/dw,-,g,-,g/-,-,i,i/-,bdgri,b/r,gdw,b,g/"
    "g,b,i/i,d/d,i,r -:- 0:0 o -"
)


def said(position: Position, *moves: str, fault: bool = False) -> list[str]:
    """The sentences about a turn."""
    line, at = [], position
    for move in moves:
        line.append(at.move(move))
        at = at.play(move)
    return [str(reason.said) for reason in reasons_for(position, line, fault=fault)]


@pytest.mark.parametrize("start", EARLY_AND_LATE, ids=lambda text: text.split(" | ")[0])
def test_every_sentence_is_true_by_the_naive_rules(start: str) -> None:
    chance, found = Random(1), 0
    for count in EARLY_AND_LATE[start]:
        position = random_walk(read(start), count, 7)
        if position.over:
            continue
        checker = Checker(position, VISITS, chance)
        for move in chance.sample(position.legal_moves(), min(3, len(position.legal_moves()))):
            for fault in (False, True):
                for reason in reasons_for(position, (move,), fault=fault):
                    checker.check(reason)
                    found += 1
    assert found


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_reasons_for_the_solutions_of_puzzles_are_true(game: Game[Any]) -> None:
    """A long win may take more work to prove than a reason gets; then nothing is said."""
    explained = 0
    for puzzle in sorted(shipped_puzzles(game), key=lambda puzzle: puzzle.grade)[:4]:
        position = puzzle.position
        tempting = [position.move(move) for move in puzzle.tempting[:1]]
        checker = Checker(position, VISITS, Random(1))
        reasons = reasons_for(position, [position.move(puzzle.key)])
        for said in (str(reason.said) for reason in reasons[:1]):
            assert " wins " in said or said == "Every other move loses"
            explained += 1
        for reason in reasons + [
            each for move in tempting for each in reasons_for(position, [move], fault=True)
        ]:
            checker.check(reason)
    assert explained or not shipped_puzzles(game)


@pytest.mark.parametrize(
    ("template", "move"),
    [
        ("{move} wins at once", "b2"),
        ("{move} wins by force, for example {line}", "a1"),
        ("{move} loses by force, for example {line}", "b2"),
        ("No other move wins", "a1"),
        ("Every move loses here", "b2"),
        ("{move} threatens to win with {line}", "a1"),
    ],
)
def test_the_check_notices_wrong_sentences(template: str, move: str) -> None:
    line = with_positions(ONLY_B2_WINS, [ONLY_B2_WINS.move(move)])
    checker = Checker(ONLY_B2_WINS, VISITS, Random(1))
    with pytest.raises((WrongError, IndexError)):
        checker.check(Reason(say(template, move=move, line=""), line))


def test_a_forced_win_and_its_alternatives_are_proved() -> None:
    first, second = reasons_for(ONLY_B2_WINS, [ONLY_B2_WINS.move("b2")], work=200_000)
    assert str(first.said) == "b2 wins by force, for example b2 a1 c1 c2 d1 d2"
    assert first.texts == ["b2", "a1", "c1", "c2", "d1", "d2"]
    assert str(second.said) == "No other move wins"
    assert said(ONLY_B2_WINS, "a1", fault=True)[0].startswith("a1 loses by force, for example a1")


def test_what_is_cut_and_prevented_is_said() -> None:
    square = "a cut that takes the square d5-e6"
    assert said(CUTTABLE, "d5")[0] == f"d5 prevents the opponent's d5: {square}"
    assert said(CUTTABLE.play("a1"), "d5")[0] == f"d5: {square}"


def test_nothing_is_said_without_time_or_with_more_players() -> None:
    stop = StopFlag()
    stop.set()
    assert reasons_for(ONLY_B2_WINS, [ONLY_B2_WINS.move("a1")], fault=True, stop=stop) == []
    four = read("control_v players=4 size=12 castles=0 | 12/12/12/12/12/12/12/12/12/12/12/12 x")
    assert reasons_for(four, four.legal_moves()[:1]) == []


def test_a_turn_ends_when_the_opponent_moves() -> None:
    line = [SCORING.move("claim-red"), SCORING.play("claim-red").move("d2d1")]
    at = SCORING.play("claim-red").play("d2d1")
    assert own_turn(SCORING, [*line, at.legal_moves()[0]]) == tuple(line)


def test_a_pass_begins_a_turn_of_the_other_player() -> None:
    cut = CUTTABLE.play("a1").play("d5")
    assert (cut.player, cut.text.split()[-1]) == (0, "2")
    passed = with_turn_of(cut, 1)
    assert passed is not None
    assert passed.text.split()[-2:] == ["o", "1"]
    assert with_turn_of(cut, 0) is cut


def test_key_moves_of_a_review_have_reasons() -> None:
    won = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")
    missed = Record(won, ("A", "B"), (Ply("b3"), Ply("a3")), "none")
    data = review_data(review(missed, Limit(nodes=300)))
    assert data["turning"] == 1
    reasons = data["moves"][0]["reasons"]
    assert reasons[-1] == {"said": "a3 wins at once", "line": ["a3"]}
    found = review(Record(won, ("A", "B"), (Ply("a3"),), "p1win"), Limit(nodes=300))
    assert [each.text for each in found.key_moves] == []


def test_a_move_is_no_fault_where_the_best_one_loses_too() -> None:
    lost = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1").play("c1")
    before, after = (analyse(each, Limit(nodes=300)) for each in (lost, lost.play("b3")))
    hopeful = replace(before, values=(0.5, 0.5))
    assert hopeful.best and hopeful.best.move != lost.move("b3")
    judged = judge(1, lost.move("b3"), hopeful, after)
    assert (judged.kind, judged.cost) == (MoveQuality.good, 0)


def expected(position: Position, played: str, *reply: str) -> str:
    """What is expected after a move if the search prefers this reply, by a checked sentence."""
    before, after = (analyse(each, Limit(nodes=500)) for each in (position, position.play(played)))
    line, at = [], after.position
    for text in reply:
        line.append(at.move(text))
        at = at.play(text)
    assert after.best
    after = replace(after, lines=(replace(after.best, line=tuple(line)),))
    reason = judge(1, position.move(played), before, after).expectation
    assert reason.texts == [played, *reply]
    Checker(position, VISITS, Random(1)).check(reason)
    return str(reason.said)


def test_a_gain_that_the_search_expects_after_a_move_is_said() -> None:
    allowed = "d2d1 allows the opponent's claim-blue e2d1: a point"
    assert expected(SCORING, "d2d1", "claim-blue", "e2d1") == allowed
    assert expected(SCORING, "d2d1", "e2f1").startswith("After d2d1, the search expects e2f1, with")


def test_a_draw_that_is_proved_is_not_called_a_chance() -> None:
    drawn = "a1b1 draws with best play, for example a1b1 d1c1"
    assert expected(start("fuse rows=2 columns=2"), "a1b1", "d1c1") == drawn
