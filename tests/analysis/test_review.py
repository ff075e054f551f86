"""Reviews: the cost of each move, the turning point, and texts without the answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tabuleiro.analysis import (
    Analysis,
    Judgement,
    MoveQuality,
    iterate_judgements,
    self_play,
    summarise,
)
from tabuleiro.analysis.review import last_change_of_lead, move_accuracy
from tabuleiro.analysis.wording import answer_text, moment_text, review_summary
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.games import read
from tabuleiro.records import Ply, Record
from tabuleiro.search.limit import Limit
from tabuleiro.search.mcts import Mcts
from tabuleiro.search.progress import Progress

FEW = Limit(nodes=300)
WON_IN_ONE = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")


def record_of(*moves: str) -> Record:
    """A game from the position in which a3 wins at once."""
    position = WON_IN_ONE
    for move in moves:
        position = position.play(move)
    outcome = position.outcome()
    result = outcome.result if outcome else "none"
    return Record(WON_IN_ONE, ("A", "B"), tuple(Ply(move) for move in moves), result)


def judged(record: Record) -> list[Judgement]:
    return list(iterate_judgements(record, FEW))


def test_the_winning_move_is_the_best_and_costs_nothing() -> None:
    (judgement,) = judged(record_of("a3"))
    assert judgement.kind is MoveQuality.best
    assert judgement.cost == 0
    assert judgement.better == []
    found = summarise(record_of("a3"), [judgement])
    assert found.accuracy == (1.0, None)
    assert found.turning is None
    assert found.faults == []


def test_a_win_given_away_is_a_missed_win_and_turns_the_game() -> None:
    record = record_of("b3", "a3")
    first, second = judged(record)
    assert first.kind is MoveQuality.missed_win
    assert first.cost == 1
    assert first.better == ["a3"]
    assert first.text == "b3"
    found = summarise(record, [first, second])
    assert found.faults[0] is first
    assert found.accuracy == (0.0, 1.0)
    assert found.turning is first


def analysed(position: Position, *values: float) -> Analysis:
    """An analysis with these expected scores."""
    return Analysis(position, values)


def judged_by(*expected: float) -> list[Judgement]:
    """Judgements on moves, by what player 1 expects before the first and after each."""
    analyses = [analysed(WON_IN_ONE, share, 1 - share) for share in expected]
    return [
        Judgement(number, 0, before, after, 0.0, MoveQuality.good)
        for number, (before, after) in enumerate(pairwise(analyses), start=1)
    ]


@pytest.mark.parametrize(
    ("expected", "turning"),
    [
        ((0.5, 0.6, 0.7, 0.9), None),  # the first to be ahead stays so
        ((0.6, 0.2, 0.8, 0.7, 0.3, 0.1), 4),  # the last change, not the largest
        ((0.6, 0.5, 0.4, 0.3), 2),  # by way of an even position
        ((0.4, 0.5, 0.4), None),
    ],
)
def test_the_turning_point_is_the_last_change_of_the_lead(
    expected: tuple[float, ...], turning: int | None
) -> None:
    found = last_change_of_lead(judged_by(*expected))
    assert (found and found.number) == turning


def test_the_accuracy_of_a_move_falls_with_its_cost() -> None:
    accuracies = [move_accuracy(cost) for cost in (0, 0.02, 0.1, 0.3, 1)]
    assert accuracies[0] == 1
    assert accuracies == sorted(accuracies, reverse=True)
    assert 0.6 < move_accuracy(0.1) < 0.7
    assert accuracies[-1] == 0


def test_what_is_said_first_gives_no_better_move_away() -> None:
    record = record_of("b3", "a3")
    found = summarise(record, judged(record))
    fault = found.faults[0]
    spoiler_free = [str(line) for line in [*review_summary(found), moment_text(fault)]]
    assert all("a3" not in line for line in spoiler_free)
    assert "Better was a3" in str(answer_text(fault))
    assert "Player 1: b3" in str(answer_text(fault))


def test_judgements_come_one_after_another_and_each_position_is_searched_once() -> None:
    searched: list[str] = []

    class Counting(Mcts):
        def search(
            self, position: Position, limit: Limit, stop: StopFlag | None = None
        ) -> Iterator[Progress]:
            searched.append(position.text)
            return super().search(position, limit, stop)

    (record,) = self_play("squex rows=3 columns=3", "random", 1)
    stream = iterate_judgements(record, FEW, search=Counting(megabytes=4))
    assert next(stream).number == 1
    assert len(searched) == 2
    rest = list(stream)
    assert [each.number for each in rest] == list(range(2, len(record.plies) + 1))
    assert len(searched) == len(set(searched)) == len(record.plies)


def test_a_stop_sign_ends_a_review_with_what_was_judged() -> None:
    (record,) = self_play("squex rows=4 columns=4", "random", 1)
    stop = StopFlag()
    done = []
    for judgement in iterate_judgements(record, FEW, stop=stop):
        done.append(judgement)
        if len(done) == 2:
            stop.set()
    assert len(done) == 2
    assert summarise(record, done).judgements == tuple(done)


def test_forced_moves_do_not_count() -> None:
    (record,) = self_play("squex rows=3 columns=3", "random", 1, seed=2)
    last = judged(record)
    for judgement in last:
        if len(judgement.position.legal_moves()) == 1:
            assert judgement.kind is MoveQuality.forced
            assert judgement.cost == 0


def test_a_game_of_three_is_reviewed_with_an_accuracy_for_each() -> None:
    (record,) = self_play("control_v size=5 players=3 castles=0", "random", 1)
    judgements = list(iterate_judgements(record, Limit(nodes=60)))
    found = summarise(record, judgements)
    assert len(found.accuracy) == 3
    assert all(kept is None or 0 <= kept <= 1 for kept in found.accuracy)
    assert {each.player for each in judgements} == {0, 1, 2}
    assert review_summary(found)
