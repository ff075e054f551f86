"""Tables: which commands are allowed, and the state that follows from the events."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many
from tabuleiro.core.game import Game
from tabuleiro.core.message import MoveError, TabuleiroError
from tabuleiro.core.scene import end_caption
from tabuleiro.games import GAMES, start
from tabuleiro.play import STAND_IN, Seat, Setup, Table, TableError, new_record, read_control
from tabuleiro.play.events import Moved, Redrawn, TakenBack, TimedOut
from tabuleiro.play.finish import finish_in_words
from tabuleiro.play.setup import MOVE_LIMIT
from tabuleiro.records import Record, read_record, write_record

ANA, RUI, EVA, LEO = Seat("Ana"), Seat("Rui"), Seat("Eva"), Seat("Leo")
ROBOT = Seat("Robot", "level:1")


def table_of(game: str, *seats: Seat, clock: str = "", move_limit: int = MOVE_LIMIT) -> Table:
    control = read_control(clock) if clock else None
    setup = Setup(seats, control, move_limit)
    return Table.open(new_record(start(game), setup, "2026-11-15"), 0)


def squex(*seats: Seat, clock: str = "") -> Table:
    return table_of("squex rows=3 columns=3", *seats, clock=clock)


def play_at_random(table: Table, chance: Random, moves: int = 10_000, now: float = 0.0) -> None:
    for _ in range(moves):
        seat = table.player
        if seat is None:
            return
        legal = table.position.legal_moves()
        table.move(seat, table.position.move_text(chance.choice(legal)), now)


def four_players() -> Table:
    return table_of("control_v players=4 size=6 castles=1", ANA, RUI, EVA, LEO)


# --- moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_played_to_its_end_by_the_rules(game: Game[Any]) -> None:
    table = table_of(game.id, ANA, ROBOT)
    play_at_random(table, Random(1))
    finish, outcome = table.finish, table.position.outcome()
    assert finish and outcome
    assert (finish.ending, finish.result) == ("rules", outcome.result)
    assert table.ended_by_rules


def test_only_the_player_to_move_moves() -> None:
    table = squex(ANA, RUI)
    with pytest.raises(TableError, match="not your turn: Player 1 is to move"):
        table.move(1, "a1", 0)
    assert table.version == 1


def test_an_illegal_move_changes_nothing() -> None:
    table = squex(ANA, RUI)
    with pytest.raises(MoveError):
        table.move(0, "z9", 0)
    assert table.version == 1


def test_a_move_is_kept_in_the_spelling_of_the_notation() -> None:
    table = squex(ANA, RUI)
    table.move(0, "B2", 0)
    assert table.plies[0].move == "b2"


@pytest.mark.parametrize("what", range(5))
def test_nothing_happens_after_the_end(what: int) -> None:
    table = squex(ANA, RUI)
    table.resign(0, 0)
    with pytest.raises(TableError, match="the game is over"):
        do_something(table, what, 1, 0, Random(1))
    with pytest.raises(TableError, match="the game is over"):
        table.move(1, "a1", 0)


def test_at_the_limit_of_moves_the_game_is_drawn() -> None:
    table = table_of("eigenstate", ANA, RUI, move_limit=9)
    play_at_random(table, Random(2))
    assert table.finish
    assert (len(table.plies), table.finish.ending, table.finish.result) == (9, "move limit", "draw")
    assert table.record().headers["Ending"] == "move limit"


# --- layouts -------------------------------------------------------------------------------


def test_a_start_that_one_player_likes_stands() -> None:
    table = table_of("fuse", ANA, RUI)
    before = table.position
    assert table.asked_about_layout == 0
    table.answer_layout(0, False, 0, Random(1))
    assert table.asked_about_layout == 1
    table.answer_layout(1, True, 0, Random(1))
    assert not table.layout_open
    assert table.position == before


def test_a_start_that_nobody_likes_is_drawn_anew_and_asked_about_again() -> None:
    table = table_of("fuse rows=4 columns=5 scoring=product", ANA, RUI)
    before = table.position
    for seat in range(2):
        table.answer_layout(seat, False, 0, Random(1))
    assert isinstance(table.events[-1], Redrawn)
    assert table.layout_open
    assert table.asked_about_layout == 0
    assert table.position != before
    assert table.position.options() == before.options()
    assert table.record().start == table.position


def test_nobody_moves_before_the_start_is_settled() -> None:
    table = table_of("fuse", ANA, RUI)
    assert table.player is None
    with pytest.raises(TableError, match="must be accepted"):
        table.move(0, "a1b1", 0)


def test_computer_players_like_every_start() -> None:
    assert not table_of("fuse", ANA, ROBOT).layout_open


def test_only_games_that_say_so_ask_about_their_start() -> None:
    assert not table_of("lyngk", ANA, RUI).layout_open


# --- takebacks -----------------------------------------------------------------------------


def test_against_computer_players_a_takeback_happens_at_once() -> None:
    table = squex(ANA, ROBOT)
    table.move(0, "a1", 0)
    table.move(1, "b2", 0)
    table.propose(0, "takeback", 0)
    assert not table.plies
    assert table.position.player == 0


def test_among_people_a_takeback_needs_consent() -> None:
    table = squex(ANA, RUI)
    table.move(0, "a1", 0)
    table.propose(0, "takeback", 0)
    assert len(table.plies) == 1
    table.answer(1, True, 0)
    assert not table.plies
    assert table.events[-1] == TakenBack(0, 0)


def test_a_takeback_that_is_declined_does_not_happen() -> None:
    table = squex(ANA, RUI)
    table.move(0, "a1", 0)
    table.propose(0, "takeback", 0)
    table.answer(1, False, 0)
    assert len(table.plies) == 1
    assert table.open_proposal is None


def test_within_a_turn_one_move_is_taken_back() -> None:
    table = table_of("eigenstate", ANA, ROBOT)
    table.move(0, "a1a2", 0)
    table.move(0, "a2:c5", 0)
    table.propose(0, "takeback", 0)
    assert [ply.move for ply in table.plies] == ["a1a2"]


def test_what_was_taken_back_can_stand_again() -> None:
    table = squex(ANA, ROBOT)
    table.move(0, "a1", 0)
    table.move(1, "b2", 0)
    before = table.position
    table.propose(0, "takeback", 0)
    assert table.can_redo
    table.redo(0)
    assert table.position == before
    assert not table.can_redo


def test_a_new_move_forgets_what_was_taken_back() -> None:
    table = squex(ANA, ROBOT)
    table.move(0, "a1", 0)
    table.propose(0, "takeback", 0)
    table.move(0, "b1", 0)
    with pytest.raises(TableError, match="nothing to redo"):
        table.redo(0)


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    table = squex(ANA, ROBOT)
    with pytest.raises(TableError, match="made no move"):
        table.propose(0, "takeback", 0)


# --- proposals and leaving -----------------------------------------------------------------


def test_a_draw_is_agreed() -> None:
    table = squex(ANA, RUI)
    table.propose(0, "draw", 0)
    table.answer(1, True, 0)
    assert table.finish
    assert (table.finish.ending, table.finish.result) == ("agreement", "draw")


def test_to_propose_what_another_has_proposed_is_to_agree() -> None:
    table = squex(ANA, RUI)
    table.propose(0, "draw", 0)
    table.propose(1, "draw", 0)
    assert table.over


def test_a_move_withdraws_what_is_proposed() -> None:
    table = squex(ANA, RUI)
    table.propose(0, "draw", 0)
    table.move(0, "a1", 0)
    with pytest.raises(TableError, match="nothing is proposed"):
        table.answer(1, True, 0)


def test_nobody_agrees_to_a_proposal_of_his_own_or_proposes_twice() -> None:
    table = squex(ANA, RUI)
    table.propose(0, "draw", 0)
    with pytest.raises(TableError, match="already agreed"):
        table.answer(0, True, 0)
    with pytest.raises(TableError, match="already"):
        table.propose(0, "takeback" if table.plies else "draw", 0)


def test_nobody_proposes_the_same_twice_before_the_next_move() -> None:
    table = squex(ANA, RUI)
    table.propose(1, "draw", 0)
    table.answer(0, False, 0)
    assert not table.may_propose(1, "draw") and table.may_propose(0, "draw")
    with pytest.raises(TableError, match="since the last move"):
        table.propose(1, "draw", 0)
    table.move(0, "a1", 0)
    table.propose(1, "draw", 0)


def test_two_players_who_propose_in_turn_come_to_an_end() -> None:
    table = four_players()
    play_at_random(table, Random(1), moves=4)
    before = table.version
    for number in range(100):
        with suppress(TableError):
            table.propose(1 + number % 2, ("draw", "takeback")[number // 2 % 2], 0)
    assert table.version == before + 4


def test_of_two_players_who_resigns_has_lost() -> None:
    table = squex(ANA, RUI)
    table.resign(0, 0)
    assert table.finish
    assert (table.finish.result, table.finish.places) == ("p2win", (2, 1))
    assert table.record().headers["Ending"] == "resignation"


def test_the_board_of_a_game_that_was_given_up_shows_nothing_that_could_still_come() -> None:
    table = table_of("squex", ANA, RUI)
    play_at_random(table, Random(1), moves=24)
    before = {mark.kind for mark in table.scene().marks}
    assert before == {"last", "open", "threat"}
    table.resign(0, 0)
    assert {mark.kind for mark in table.scene().marks} == {"last"}


def test_of_four_players_three_play_on_and_a_stand_in_moves_for_the_fourth() -> None:
    table = four_players()
    play_at_random(table, Random(3), moves=5)
    leaving = table.player
    assert leaving is not None
    table.resign(leaving, 0)
    assert not table.over
    assert table.computer_at(leaving) == STAND_IN
    play_at_random(table, Random(4))
    marked = {
        ply.by
        for ply, at in zip(table.plies, table.positions, strict=False)
        if at.player == leaving
    }
    assert STAND_IN in marked
    assert table.finish
    assert table.finish.places[leaving] == 4


def test_who_has_left_is_last_whatever_his_stand_in_scores() -> None:
    text = "control_v players=3 size=5 castles=0"
    table = table_of(text, ANA, RUI, EVA)
    play_at_random(table, Random(5), moves=3)
    table.resign(0, 0)
    play_at_random(table, Random(5))
    assert table.finish
    assert table.finish.places[0] == 3
    assert 0 not in table.finish.winners


def test_the_winner_is_told_even_where_the_rules_alone_would_name_who_has_left() -> None:
    table = table_of("control_v players=3 size=5 castles=0", ANA, RUI, EVA)
    play_at_random(table, Random(1), moves=3)
    table.resign(0, 0)
    play_at_random(table, Random(1))
    outcome = table.position.outcome()
    assert outcome and outcome.winners == (0,)
    assert table.finish and not table.ended_by_rules
    assert finish_in_words(table.finish) == [end_caption(table.finish.winners)]


BAD_HEADERS = [
    ("Clock", "soon"),
    ("MoveLimit", "many"),
    ("Forfeits", "3 time"),
    ("Forfeits", "1 sleep"),
    ("Forfeits", "1 time, 1 resignation"),
    ("Forfeits", "1 time, 2 time"),
]


@pytest.mark.parametrize(("name", "text"), BAD_HEADERS)
def test_a_record_whose_headers_say_no_such_thing_opens_no_table(name: str, text: str) -> None:
    with pytest.raises(TabuleiroError):
        Table.open(Record(start("squex"), ("Ana", "Rui"), headers={name: text}), 0)


def test_the_first_to_leave_is_behind_all_others_and_the_last_who_remains_has_won() -> None:
    table = four_players()
    for seat in (2, 0, 3):
        table.resign(seat, 0)
    assert table.finish
    assert table.finish.places == (3, 1, 4, 2)
    assert table.finish.result == "p2win"


def test_who_has_left_does_nothing_more() -> None:
    table = four_players()
    table.resign(2, 0)
    with pytest.raises(TableError, match="Player 3 has left the game"):
        table.propose(2, "draw", 0)


def test_a_draw_needs_all_who_remain_and_nobody_else() -> None:
    table = four_players()
    table.resign(2, 0)
    table.propose(0, "draw", 0)
    table.answer(1, True, 0)
    assert not table.over
    table.answer(3, True, 0)
    assert table.finish
    assert table.finish.places == (1, 1, 4, 1)


# --- time ----------------------------------------------------------------------------------


def test_moves_are_charged_and_the_increment_is_added_after_a_turn() -> None:
    table = table_of("eigenstate", ANA, RUI, clock="1+5")
    table.move(0, "a1a2", 10)
    table.move(0, "a2:c5", 15)
    table.move(0, "a2:c1", 20)
    assert [ply.clock for ply in table.plies] == [50, 45, 45]
    assert [ply.spent for ply in table.plies] == [10, 5, 5]
    assert table.time_left(1, 30) == 50


def test_whose_time_is_over_has_lost() -> None:
    table = squex(ANA, RUI, clock="1")
    assert not table.tick(59.9)
    assert table.tick(60)
    assert not table.tick(61)
    assert table.finish
    assert (table.finish.ending, table.finish.result) == ("time", "p2win")


def test_a_move_that_comes_too_late_ends_the_game() -> None:
    table = squex(ANA, RUI, clock="1")
    with pytest.raises(TableError, match="too late"):
        table.move(0, "a1", 61)
    assert table.events[-1] == TimedOut(61, 0)


def test_of_several_players_the_others_play_on_when_one_runs_out_of_time() -> None:
    table = table_of("control_v players=3 size=5 castles=0", ANA, RUI, EVA, clock="1")
    assert table.tick(60)
    assert not table.over
    assert table.clock
    assert table.clock.running is None
    table.move(0, "a1", 100)
    assert table.clock.running == 1
    assert table.time_left(1, 110) == 50


def test_while_the_table_is_paused_nobodys_time_passes() -> None:
    table = squex(ANA, RUI, clock="1")
    table.pause_clocks(10)
    assert not table.tick(1000)
    table.resume_clocks(1000)
    assert table.time_left(0, 1010) == 40


def test_no_clock_runs_before_the_start_is_settled() -> None:
    table = table_of("fuse", ANA, RUI, clock="1")
    assert not table.tick(1000)
    table.answer_layout(0, True, 1000, Random(1))
    assert table.time_left(0, 1010) == 50


def test_a_takeback_lets_the_clock_of_the_player_to_move_run() -> None:
    table = squex(ANA, ROBOT, clock="1")
    table.move(0, "a1", 5)
    table.propose(0, "takeback", 10)
    assert table.clock
    assert table.clock.running == 0
    assert table.time_left(0, 20) == 45


# --- events and records --------------------------------------------------------------------


def reopened(table: Table, now: float = 0.0) -> Table:
    """A table opened with the record of another."""
    return Table.open(read_record(write_record(table.record())), now)


def test_the_same_events_make_the_same_table() -> None:
    table = four_players()
    play_at_random(table, Random(6), moves=12)
    table.resign(1, 0)
    again = Table(table.events)
    assert again.record() == table.record()
    assert again.version == table.version


def test_a_saved_game_goes_on_as_it_was() -> None:
    setup = Setup((ANA, ROBOT), read_control("1+5"), move_limit=50, free_takebacks=True)
    table = Table.open(new_record(start("squex"), setup), 0)
    table.move(0, "a1", 10)
    table.move(1, "b2", 20)
    again = reopened(table, 1000)
    assert again.setup == table.setup
    assert again.position == table.position
    assert (again.time_left(0, 1000), again.time_left(1, 1000)) == (55, 55)
    assert again.time_left(0, 1010) == 45


def test_a_start_that_is_still_to_be_liked_is_asked_about_again() -> None:
    assert reopened(table_of("fuse", ANA, RUI)).asked_about_layout == 0


def test_comments_and_variations_of_a_saved_game_are_kept() -> None:
    table = squex(ANA, RUI)
    table.move(0, "a1", 0)
    text = write_record(table.record()).replace("1. a1", "1. a1 {a corner} (1. b2 {the middle})")
    assert "the middle" in text
    again = Table.open(read_record(text), 0)
    again.move(1, "c3", 0)
    assert "a corner" in write_record(again.record())
    assert "the middle" in write_record(again.record())


def agree(table: Table) -> None:
    table.propose(0, "draw", 0)
    table.propose(1, "draw", 0)


ENDS: dict[str, Callable[[Table], object]] = {
    "resignation": lambda table: table.resign(0, 0),
    "time": lambda table: table.tick(60),
    "agreement": agree,
    "rules": lambda table: play_at_random(table, Random(7)),
}


@pytest.mark.parametrize("way", ENDS)
def test_a_finished_game_stays_finished_when_it_is_saved(way: str) -> None:
    table = squex(ANA, RUI, clock="1")
    ENDS[way](table)
    assert table.finish
    assert table.finish.ending == way
    assert reopened(table).finish == table.finish


def test_a_result_is_believed_where_the_record_says_no_more() -> None:
    record = Record(start("squex"), ("A", "B"), result="p2win", headers={"Ending": "time"})
    finish = Table.open(record, 0).finish
    assert finish
    assert (finish.ending, finish.result) == ("time", "p2win")


@few_and_many(25, 60)
def test_whatever_is_done_the_record_can_be_saved_and_events_tell_it_all(examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        game = data.draw(
            st.sampled_from([*(game.id for game in GAMES), "control_v players=3 size=5"])
        )
        players = start(game).players
        seats = data.draw(
            st.lists(st.sampled_from([ANA, ROBOT]), min_size=players, max_size=players)
        )
        table = table_of(game, *seats, clock=data.draw(st.sampled_from(["", "1+1"])))
        chance, now = Random(data.draw(st.integers(0, 99))), 0.0
        for _ in range(data.draw(st.integers(0, 30))):
            seat = data.draw(st.integers(0, players - 1))
            now += data.draw(st.floats(0, 9))
            before = table.version
            try:
                do_something(table, data.draw(st.integers(0, 9)), seat, now, chance)
            except TableError:
                assert table.version == before or isinstance(table.events[-1], TimedOut)
        assert Table(table.events).record() == table.record()
        again = reopened(table)
        assert again.finish == table.finish
        assert again.record() == table.record()

    check()


def do_something(table: Table, what: int, seat: int, now: float, chance: Random) -> None:
    if what == 0:
        table.resign(seat, now)
    elif what == 1:
        table.propose(seat, "draw", now)
    elif what == 2:
        table.propose(seat, "takeback", now)
    elif what == 3:
        table.answer(seat, chance.random() < 0.5, now)
    elif what == 4:
        table.redo(now)
    elif what == 5:
        table.answer_layout(seat, chance.random() < 0.5, now, chance)
    else:
        legal = table.position.legal_moves()
        text = table.position.move_text(chance.choice(legal)) if legal else "a1"
        table.move(table.position.player, text, now)


@pytest.mark.parametrize("what", range(7))
def test_what_happens_at_a_copy_leaves_the_table_as_it_was(what: int) -> None:
    table = squex(ANA, ROBOT)
    play_at_random(table, Random(1), moves=2)
    before, events = table.record(), table.events
    other = table.copy()
    with suppress(TableError):
        do_something(other, what, 0, 0, Random(1))
    assert (table.record(), table.events) == (before, events)
    assert Table(other.events).record() == other.record()


def test_events_are_only_added() -> None:
    table = squex(ANA, ROBOT)
    table.move(0, "a1", 1)
    kept = table.events
    table.propose(0, "takeback", 2)
    assert table.events[: len(kept)] == kept
    assert kept[-1] == Moved(1, 0, "a1")


# --- free seats ----------------------------------------------------------------------------

FREE = Seat("?", free=True)


def test_a_table_waits_until_every_seat_is_taken() -> None:
    table = squex(ANA, FREE, clock="1+0")
    assert (table.free_seats, table.player, table.begun) == ((1,), None, False)
    table.join(1, "Rui", 100)
    assert table.record().players == ("Ana", "Rui")
    assert (table.player, table.time_left(0, 130)) == (0, 30)


@pytest.mark.parametrize("what", range(7))
def test_nothing_happens_before_every_seat_is_taken(what: int) -> None:
    table = table_of("fuse", ANA, FREE)
    with pytest.raises(TableError, match="a seat is still free"):
        do_something(table, what, 0, 0, Random(1))
    assert table.version == 1


def test_a_seat_is_taken_once() -> None:
    table = squex(ANA, FREE)
    table.join(1, "Rui", 0)
    for seat in range(2):
        with pytest.raises(TableError, match="this seat is taken"):
            table.join(seat, "Eva", 0)


def test_a_start_is_asked_about_once_everybody_is_there() -> None:
    table = table_of("fuse", FREE, RUI)
    assert table.asked_about_layout is None
    table.join(0, "Ana", 0)
    assert table.asked_about_layout == 0


def test_a_table_that_waits_is_read_back_from_its_record() -> None:
    table = squex(ANA, FREE)
    again = Table.open(read_record(write_record(table.record())), 5)
    assert again.free_seats == (1,)


# --- playing again -------------------------------------------------------------------------


def test_people_who_all_want_to_play_again_are_told_where() -> None:
    table = squex(ANA, RUI)
    table.resign(0, 0)
    table.propose(0, "rematch", 1)
    assert not table.rematch_agreed
    table.propose(1, "rematch", 2)
    assert table.rematch_agreed
    table.announce_next_game("next", 2)
    assert (table.next_game, table.open_proposal) == ("next", None)


def test_computer_players_always_play_again() -> None:
    table = squex(ANA, ROBOT)
    table.resign(0, 0)
    table.propose(0, "rematch", 1)
    assert table.rematch_agreed


def test_nobody_plays_again_before_the_end_against_his_will_or_twice() -> None:
    table = squex(ANA, RUI)
    with pytest.raises(TableError, match="the game is not over"):
        table.propose(0, "rematch", 0)
    table.resign(0, 0)
    with pytest.raises(TableError, match="not everybody"):
        table.announce_next_game("next", 1)
    table.propose(0, "rematch", 1)
    table.answer(1, False, 1)
    assert table.open_proposal is None
    for seat in range(2):
        table.propose(seat, "rematch", 2)
    table.announce_next_game("next", 2)
    with pytest.raises(TableError, match="the next game has begun"):
        table.propose(0, "rematch", 3)
