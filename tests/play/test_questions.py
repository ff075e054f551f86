"""Questions about a game in progress, and their answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import few_and_many, positions_of
from tabuleiro.core.chooser import explain_refused_touch
from tabuleiro.core.game import Game
from tabuleiro.core.message import SiteError, TabuleiroError
from tabuleiro.core.position import Position
from tabuleiro.games import read, start
from tabuleiro.play import Seat, Setup, Table, new_record, read_control
from tabuleiro.play.text_commands import ANSWERS, FEW, TEXT_COMMANDS, answer_question, time_in_words

SEATS = (Seat("Ana"), Seat("Rui"), Seat("Eva"), Seat("Leo"))
STACKS = (
    "lyngk | -,rgw,-/-,-/-,-,-/-,-,-,-/-,b,-/-,-,-,-/-,-,gi,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-"
    "/-,-/d,w,r r:d 1:0 x -"
)
ALMOST_FIVE = (
    "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/b,-,-,-,-/g,-,-,-/-,-,-/-,-,-,-/-,dbgi,-"
    "/-,-/-,r,- r:- 0:0 x -"
)
TERRITORY = "control_v size=5 castles=1 | xx3/#4/5/3#1/3oo x"


def table_at(position: Position | str, *moves: str, clock: str = "") -> Table:
    """A table after these moves, one every ten seconds."""
    if isinstance(position, str):
        position = read(position) if "|" in position else start(position)
    control = read_control(clock) if clock else None
    table = Table.open(new_record(position, Setup(SEATS[: position.players], control)), 0)
    for number, move in enumerate(moves, start=1):
        table.move(table.position.player, move, 10 * number)
    return table


def said(table: Table, text: str, seat: int = 0, now: float = 0) -> list[str]:
    """The answer in English."""
    answered = answer_question(table, seat, now, text)
    assert answered is not None
    return [str(message) for message in answered]


# --- recognising questions -----------------------------------------------------------------


def test_the_name_of_a_place_is_a_move_where_that_is_legal() -> None:
    """True for the player to move. For the other player it is a question, and so is `at`."""
    table = table_at("squex rows=3 columns=3")
    assert answer_question(table, 0, 0, "c2") is None
    assert said(table, "c2", seat=1) == ["c2: empty"]
    assert said(table, "at c2") == said(table, "what C2") == ["c2: empty"]


def test_the_name_of_a_place_that_is_taken_is_a_question() -> None:
    table = table_at("squex rows=3 columns=3", "c2")
    assert said(table, "C2", seat=1) == ["c2: octagon of Player 1; the last move ended here"]


@pytest.mark.parametrize("text", ["claim-black", "axis-a", "a9", "undo", "4-2:5-3", ""])
def test_moves_commands_and_anything_else_are_no_questions(text: str) -> None:
    """An illegal claim is a move, although its marker is also the name of a site."""
    assert answer_question(table_at(STACKS), 0, 0, text) is None


def test_every_command_that_asks_something_has_an_answer() -> None:
    assert set(ANSWERS) < {command.name for command in TEXT_COMMANDS}


def test_a_removed_stack_is_a_place_too() -> None:
    """The picture of the table shows it, though the position only counts it."""
    table = table_at(ALMOST_FIVE, "e1e2")
    removed = [site.name for site in table.scene().all_sites() if "removed" in site.name]
    assert len(removed) == 1
    assert said(table, f"moves {removed[0]}") == [f"no legal move with {removed[0]}"]
    assert str(explain_refused_touch(table.position, table.scene(), (), removed[0])) == (
        f"{said(table, f'at {removed[0]}')[0]}. Move a stack, or claim a colour first."
    )


@few_and_many(6, 15)
def test_every_question_is_answered_at_every_table(game: Game[Any], examples: int) -> None:
    """In every state of a table, and also in Portuguese."""
    questions = [
        word for command in TEXT_COMMANDS if command.name in ANSWERS for word in command.words
    ]
    questions = [word for word in questions if word not in ("at", "what", "em")]

    @settings(max_examples=examples)
    @given(positions_of(game), st.integers(0, 9), st.randoms(use_true_random=False))
    def check(position: Position, moves: int, chance: Random) -> None:
        table = table_at(position, clock="5+3")
        for _ in range(moves):
            if table.player is None:
                break
            legal = table.position.legal_moves()
            table.move(table.player, table.position.move_text(chance.choice(legal)), 1)
        for question in questions:
            assert all(said(table, question, chance.randrange(position.players), 2))
        for site in table.scene().all_sites()[::7]:
            assert said(table, f"at {site.name}")
            assert said(table, f"moves {site.name}")

    check()


@few_and_many(25, 100)
def test_whatever_is_asked_is_answered_or_refused_with_a_reason(examples: int) -> None:
    table = table_at("eigenstate", "a1a2")

    @settings(max_examples=examples)
    @given(st.sampled_from(["at ", "moves ", "why ", "score ", ""]), st.text(max_size=12))
    def check(word: str, text: str) -> None:
        try:
            answered = answer_question(table, 0, 0, word + text)
        except TabuleiroError as error:
            assert str(error)
        else:
            assert answered is None or all(map(str, answered))

    check()


# --- the board -----------------------------------------------------------------------------


def test_the_board_is_read() -> None:
    table = table_at(TERRITORY)
    assert said(table, "board") == said(table, "Tabuleiro")
    assert "a1 to b1 territory of Player 1; c1 to e1 empty" in said(table, "board")[0]


def test_a_stack_is_read_from_the_top() -> None:
    assert said(table_at(STACKS), "e7") == [
        "e7: a stack of 3 of Player 1, from the top red, green, joker"
    ]


def test_pegs_are_read_as_a_list() -> None:
    assert said(table_at("eigenstate"), "a1") == ["a1: piece of Player 1 with 1 of 24 pegs, in c4"]


def test_each_player_hears_of_his_own_pieces() -> None:
    table = table_at(TERRITORY)
    assert said(table, "mine", seat=0) == ["territory of Player 1: a1 to b1"]
    assert said(table, "minhas", seat=1) == ["territory of Player 2: d5 to e5"]


def test_a_place_that_is_not_there_is_refused() -> None:
    for question in ("at z9", "moves z9"):
        with pytest.raises(SiteError, match="there is no place 'z9' on this board"):
            answer_question(table_at("squex"), 0, 0, question)


# --- moves ---------------------------------------------------------------------------------


def test_the_last_move_is_told() -> None:
    table = table_at("squex rows=3 columns=3")
    assert said(table, "last") == ["no move has been made yet"]
    table.move(0, "b2", 1)
    assert said(table, "última") == ["Move 1: b2", "Player 1 places an octagon on b2"]


def test_who_stands_in_is_told() -> None:
    table = table_at("control_v players=3 size=5 castles=0")
    table.resign(0, 1)
    table.move(0, "a1", 2)
    assert said(table, "last")[:2] == ["Move 1: a1", "A computer player stands in for Player 1"]


def test_few_moves_are_named() -> None:
    assert said(table_at("squex rows=3 columns=3", "b2"), "moves") == [
        "8 legal moves",
        "a1, a2, a3, b1, b3, c1, c2, c3",
    ]


def test_a_single_move_is_named() -> None:
    table = table_at("fuse rows=2 columns=2 | 1x2/1o2/4/4 x")
    assert said(table, "moves") == ["1 legal move: b0b1"]


def test_many_moves_of_one_step_are_places_in_order() -> None:
    count, places = said(table_at("squex rows=6 columns=6", "c3"), "moves")
    assert count == "35 legal moves"
    assert places.startswith("a1 to f1, a2 to f2, a3 to b3, d3 to f3, a4")


def test_of_many_moves_it_is_told_how_many_begin_where() -> None:
    assert said(table_at("eigenstate", "a1a2"), "moves") == [
        "138 legal moves",
        "Moves by first place: a2: 23, b1: 23, c1: 23, d1: 23, e1: 23, f1: 23",
        "To list them, add a place: moves a2",
    ]


def test_the_moves_with_a_place() -> None:
    """These are the moves that begin or end there. Any cell of a block names the block."""
    table = table_at(TERRITORY)
    assert said(table, "moves B1") == ["4 legal moves with b1", "a1=ag, a1=b, a1=bh, a1=g"]
    assert said(table, "moves a1")[1:] == said(table, "moves b1")[1:]
    assert said(table, "moves e3") == ["no legal move with e3"]
    assert said(table_at("eigenstate"), "moves a2") == ["1 legal move with a2", "a1a2"]


def test_a_list_of_moves_is_cut_short() -> None:
    table = table_at("control_v size=14 castles=0 | x13/14/14/14/14/14/14/14/14/14/14/14/14/13o x")
    count, names = said(table, "moves a1")
    assert count == "62 legal moves with a1"
    assert names.endswith(" and 2 more")
    assert len(table.position.legal_moves()) > FEW


@pytest.mark.parametrize(
    ("position", "question", "reply"),
    [
        ("squex rows=3 columns=3", "why a1", "a1 is a legal move"),
        ("eigenstate", "why a1a3", "no peg of the piece on a1 leads to a3"),
        ("eigenstate", "porquê A1", "A1 is only a part of a move"),
        (STACKS, "why 0-4:4-4", "e7e5 is a legal move"),
        (STACKS, "why claim black", "black is not available: Player 2 has claimed it"),
    ],
)
def test_why_a_move_is_not_legal(position: str, question: str, reply: str) -> None:
    assert said(table_at(position), question) == [reply]


def test_why_alone_gives_the_rules_in_brief() -> None:
    table = table_at("squex")
    *rules, how = said(table, "why")
    assert rules == [str(rule) for rule in table.position.game.rules]
    assert how == "To see why a move is not legal, write it after why"


# --- the state of the game -----------------------------------------------------------------


def test_the_score() -> None:
    assert said(table_at(TERRITORY), "pontos") == ["Cells: Player 1 has 2, Player 2 has 2"]


def test_clocks_are_read() -> None:
    """They show the time of the question."""
    assert said(table_at("squex"), "clock") == ["This game is played without clocks"]
    table = table_at("squex", "a1", clock="5+3")
    assert said(table, "relógio", now=75.5) == [
        "Player 1: 4 min 53 s",
        "Player 2: 3 min 54 s, running",
    ]


@pytest.mark.parametrize(
    ("time", "words"),
    [(59.9, "59 s"), (60, "1 min 0 s"), (3725, "1 h 2 min 5 s"), (90_061, "1 d 1 h 1 min")],
)
def test_a_time_in_words(time: float, words: str) -> None:
    assert str(time_in_words(time)) == words


def test_whose_turn_it_is_and_what_is_left() -> None:
    table = table_at("eigenstate", "a1a2", "a2:a1")
    assert said(table, "turn") == ["Player 1 to place one peg"]
    table.propose(0, "draw", 21)
    assert said(table, "vez") == ["Player 1 to place one peg", "Player 1 offers a draw"]
    table.answer(1, False, 22)
    table.propose(0, "takeback", 23)
    assert said(table, "turn")[1:] == ["Player 1 asks to take back a move"]


def test_how_the_game_ended() -> None:
    table = table_at("squex")
    table.resign(0, 1)
    assert said(table, "turn") == ["Player 2 has won", "by resignation"]
    assert said(table, "moves") == ["the game is over"]


def test_a_start_that_is_still_to_be_accepted() -> None:
    assert said(table_at("fuse"), "turn") == ["Player 1 is to say whether to keep this start"]
