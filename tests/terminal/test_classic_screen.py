"""The classic interface on a screen: everything fits, is named, and is explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.drawing.text import grains
from tabuleiro.core.drawing.theme import CLASSIC
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Mark
from tabuleiro.games import find_game, games, read, start
from tabuleiro.games.lyngk.rules import NAMES
from tabuleiro.play import new_record
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.setup import Setup, seats_of
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.terminal.classic.boards import ScreenTexts, fit_lines
from tabuleiro.terminal.classic.command_actions import show_rules
from tabuleiro.terminal.classic.console import (
    CLEAR,
    CODES,
    Back,
    ConsoleSettings,
    Leave,
    LineConsole,
    pages,
)
from tabuleiro.terminal.classic.game_loop import GameLoop
from tabuleiro.terminal.classic.line_app import new_local_game
from tabuleiro.terminal.classic.setup_questions import command_answers
from terminal.keyboard import ENTER, YES_OR_NO, play, run_menu

SMALL, LARGE, HUGE = (80, 24), (120, 40), (160, 50)
LONGEST = 60  # questions of a game, in which every kind of turn occurs


@dataclass
class Screen:
    """What a terminal shows: `shots` has its lines whenever a question was asked."""

    size: tuple[int, int] = SMALL
    lines: list[str] = field(default_factory=list)
    shots: list[list[str]] = field(default_factory=list)

    def write(self, line: str) -> None:
        if line.startswith(CLEAR):
            self.lines = []
        self.lines += CODES.sub("", line.removeprefix(CLEAR)).split("\n")

    def ask(self, question: str) -> None:
        self.lines += CODES.sub("", question).split("\n")
        self.shots.append(self.lines[:])

    def overflowing(self) -> list[str]:
        """The shots that are larger than the terminal."""
        columns, rows = self.size
        return [
            "\n".join(shot)
            for shot in self.shots
            if len(shot) > rows or max(map(len, shot)) > columns
        ]


def console_on(screen: Screen, ask: Any, language: str = "en", **look: Any) -> LineConsole:
    settings = ConsoleSettings(clears=True, **look)
    return LineConsole(ask, screen.write, settings, language, screen_size=lambda: screen.size)


def played(
    folder: Path,
    position: Position,
    answers: Iterator[str] | None = None,
    size: tuple[int, int] = SMALL,
    seats: tuple[str, ...] = (),
    **look: Any,
) -> Screen:
    """A game on a screen, with the given answers, then random moves up to a number of questions."""
    screen, chance = Screen(size), Random(3)
    setup = Setup(seats_of(seats or [""] * position.players), free_takebacks=True)
    record = new_record(position, setup, local=True)
    local_game = LocalGame(record, SavedGames(folder / "games"), chance)

    def ask(question: str) -> str:
        screen.ask(question)
        if answers is not None and (answer := next(answers, None)) is not None:
            return answer
        if len(screen.shots) > LONGEST or "back to the menu" in question:
            raise EOFError
        if ENTER.search(question) or YES_OR_NO.search(question):
            return "" if ENTER.search(question) else "yes"
        at = local_game.table.position
        return at.move_text(chance.choice(at.legal_moves()))

    try:
        GameLoop(console_on(screen, ask, **look), local_game).play()
    except (Leave, Back):
        pass
    finally:
        local_game.close()
    return screen


def last_positions(game: Game[Any]) -> Position:
    """A position of a random game shortly before its end."""
    positions: list[Position] = [game.start()]
    chance = Random(5)
    while not positions[-1].over:
        positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves())))
    return positions[max(0, len(positions) - 12)]


# --- room ----------------------------------------------------------------------------------


def test_a_terminal_that_cannot_be_cleared_gets_boards_that_fit(
    tmp_path: Path, game: Game[Any]
) -> None:
    """As with TERM=dumb: lines follow each other, and no board is larger than the terminal."""
    answers = ("yes", "exit") if game.refusable_start else ("exit",)
    small = play(tmp_path, game.start(), *answers, fits=True).rpartition("TURN")[0]
    board = small[small.rindex("\n\n") :].splitlines()
    assert len(board) < SMALL[1] - 1
    assert max(map(len, board)) <= SMALL[0]


@pytest.mark.parametrize(
    "look",
    [
        {},
        pytest.param({"unicode": False}, marks=pytest.mark.extended),
        pytest.param({"theme": CLASSIC, "colour": True}, marks=pytest.mark.extended),
        pytest.param({"language": "pt"}, marks=pytest.mark.extended),
    ],
    ids=["default", "ascii", "classic", "portuguese"],
)
def test_every_turn_fits_a_terminal_of_80_by_24(
    tmp_path: Path, game: Game[Any], look: dict[str, Any]
) -> None:
    for position in (game.start(), last_positions(game)):
        screen = played(tmp_path, position, **look)
        assert len(screen.shots) > 4
        assert screen.overflowing() == []
        assert not any("The terminal has" in line for shot in screen.shots for line in shot)


def test_every_question_about_a_part_of_a_move_fits_too(tmp_path: Path) -> None:
    answers = iter(["b1", "z9", "b2", "hint nothing", "b2", "z", "a1", "c", "x", "3"])
    screen = played(tmp_path, start("eigenstate"), answers)
    assert screen.overflowing() == []
    holes = [shot for shot in screen.shots if any("Hole for peg 1 of 2" in line for line in shot)]
    assert holes and all("│ x │" in "\n".join(shot) for shot in holes)


def test_boards_are_larger_where_there_is_room(tmp_path: Path, game: Game[Any]) -> None:
    heights = {}
    for size in (SMALL, LARGE, HUGE):
        screen = played(tmp_path, game.start(), iter(["exit"]), size)
        assert screen.overflowing() == []
        heights[size] = len(screen.shots[0])
    assert heights[SMALL] <= heights[LARGE] <= heights[HUGE]
    if game.start().scene().grain[1] > 2:
        assert len(grains(game.start().scene())) == 2
        assert heights[SMALL] < heights[HUGE]


CROWDED = ScreenTexts(
    goal=["goal " * 20], news=["news " * 25], facts=["facts " * 15], box=[say("box")] * 8
)


def test_goal_and_news_are_left_out_where_the_board_has_no_room() -> None:
    position, console = start("eigenstate"), console_on(Screen(), None)
    lines, fits = fit_lines(console, position, position.scene(), CROWDED, Size(80, 23))
    shown = " ".join(lines)
    assert fits
    assert (shown.count("facts"), shown.count("box")) == (15, 8)
    assert "goal" not in shown


def test_a_high_marked_stack_at_the_edge_leaves_room_for_the_facts() -> None:
    position = read(LYNGK_TIE.replace("b/", "rbgid/"))
    scene = position.scene().with_marks(Mark("last", ("i1",)))
    texts = replace(CROWDED, news=[], box=[say("box")] * 4)
    lines, fits = fit_lines(console_on(Screen(), None), position, scene, texts, Size(80, 22))
    assert fits and any("i1" in line and "facts" in line for line in lines)


def test_the_message_about_the_size_is_not_repeated(tmp_path: Path) -> None:
    seats = ("classic:random", "classic:random")
    screen = played(tmp_path, start("squex", rows=3), size=(50, 7), seats=seats, waits=False)
    assert str(screen.shots).count("The terminal has") == 1


def test_a_terminal_that_is_too_small_is_told_how_large_it_has_to_be(
    tmp_path: Path, game: Game[Any]
) -> None:
    screen = played(tmp_path, game.start(), iter(["exit"]), (50, 7))
    said = " ".join(" ".join(screen.shots[0]).split())
    found = re.search(r"has 50 × 7 characters, and this board needs (\d+) × (\d+): make it", said)
    assert found
    needed = int(found[1]), int(found[2])
    if game.id in ("squex", "fuse"):  # their needs do not depend on the width
        roomy = played(tmp_path, game.start(), iter(["exit"]), (max(needed[0], 80), needed[1]))
        assert not any("The terminal has" in line for line in roomy.shots[0])


def test_rules_are_shown_a_screenful_at_a_time() -> None:
    screen = Screen()
    answers = iter(["", "", "q"])

    def ask(question: str) -> str:
        screen.ask(question)
        return next(answers)

    show_rules(console_on(screen, ask), find_game("fuse"))
    assert len(screen.shots) == 3
    assert screen.overflowing() == []
    assert all("Press enter for more" in shot[-1] for shot in screen.shots)
    assert screen.shots[0] != screen.shots[1] != screen.shots[2]


def test_short_rules_need_no_pager() -> None:
    screen = Screen((80, 10_000))

    def ask(question: str) -> str:
        screen.ask(question)
        return ""

    show_rules(console_on(screen, ask), find_game("squex"))
    (shot,) = screen.shots
    assert shot[-1] == "Press enter to go back. "


# --- players, turns and results ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("squex", ["● Player 1: connects top and bottom", "○ Player 2: connects left and right"]),
        ("fuse", ["○ Player 1: white discs", "● Player 2: black discs"]),
        ("eigenstate", ["x Player 1", "o Player 2"]),
        ("control_v", ["Player 1: ■ ♜ ♜ (0 cells)", "Player 2: □ ♜ ♜ (0 cells)"]),
        ("lyngk", ["Player 1: · · (stacks won: 0)", "Player 2: · · (stacks won: 0)"]),
    ],
)
def test_the_sign_the_role_and_the_goal_of_each_player_are_shown(
    tmp_path: Path, text: str, lines: list[str]
) -> None:
    said = [" ".join(line.split()) for line in play(tmp_path, start(text), "exit").splitlines()]
    for line in lines:
        assert line in said
    assert str(find_game(text).summary) in said


def test_a_player_who_may_swap_keeps_sign_and_goal(tmp_path: Path) -> None:
    said = " ".join(play(tmp_path, start("squex rows=3 columns=3 swap=on"), "b2", "exit").split())
    line = "○ Player 2: connects left and right, swap (take over the first octagon, mirrored)"
    assert line in said


def test_the_moves_and_pegs_of_a_turn_are_counted(tmp_path: Path) -> None:
    cut = play(tmp_path, start("squex rows=3 columns=3"), *"a1 b1 b2 a2 c3 exit".split())
    assert "Player 1 to make move 1 of 2" in cut
    assert "Player 1 to make move 2 of 2" in cut
    pegs = play(tmp_path, start("eigenstate"), "a1a2", "a2:a1", "exit")
    assert "Player 1 - Piece for peg 1 of 2" in pegs
    assert "Player 1 - Piece for peg 2 of 2" in pegs


FULL, ONE = "ffffff", "000080"
LYNGK_TIE = (
    "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/r,-,-,-,b/-,-,-,-/-,-,-/-,-,-,-/-,-,-/-,-/"
    "-,-,- r:g 1:1 - -"
)
RESULTS = [
    (
        f"eigenstate | xx4/6/6/6/6/oo4 {FULL},{ONE},{ONE},{ONE} - -",
        ["PLAYER 1 WON!", "Both players have two pieces, so a piece full of pegs decides",
         "Player 1 has a piece full of pegs", "Pieces left: 2 to 2"],
    ),
    (
        f"eigenstate | xx4/6/6/6/6/o5 {ONE},{ONE},{ONE} - -",
        ["PLAYER 1 WON!", "Player 2 has fewer than two pieces", "Pieces left: 2 to 1"],
    ),
    (
        "fuse rows=2 columns=2 | 4/1xo1/1ox1/4 -",
        ["IT IS A DRAW!", "Nobody can move: the game is over",
         "Largest group: white 1, black 1"],
    ),
    (
        LYNGK_TIE,
        ["PLAYER 1 WON!", "Nobody has a move left",
         "Points are equal: own stacks of height 1 decide, 1 to 0", "Stacks won: 1 to 1"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "box"), RESULTS)
def test_the_final_box_names_the_rule_that_decided(
    tmp_path: Path, text: str, box: list[str]
) -> None:
    said = play(tmp_path, read(text), "")
    assert [line.strip("║ ") for line in said.splitlines() if line.startswith("║")] == box


# --- who begins, and random starts ---------------------------------------------------------


def key_of(game_id: str) -> str:
    return str(1 + list(games()).index(game_id))


def test_computer_against_person_does_not_ask_who_begins(tmp_path: Path) -> None:
    said = run_menu(tmp_path, key_of("squex"), "3", "1", "3", "3", "", "", "", "exit")
    assert "Who moves first?" not in said
    assert "Player 1: Level 1 (Beginner)" in said


@pytest.mark.parametrize(
    ("mode", "levels", "announced"),
    [
        ("1", [], r"the person on the (left|right) moves first, as Player 1\."),
        ("4", ["1", "2"], r"Level (1|2) \([\w ]+\) moves first, as Player 1\."),
    ],
)
def test_lyngk_draws_who_begins_in_every_mode(
    tmp_path: Path, mode: str, levels: list[str], announced: str
) -> None:
    said = run_menu(tmp_path, key_of("lyngk"), mode, *levels, "", "", "", "", "", "exit")
    assert re.search(rf"Drawn at random: {announced}", said)


def test_a_command_draws_who_begins_only_where_the_game_does(tmp_path: Path) -> None:
    firsts = {
        (game_id, new_local_game(command_answers(find_game(game_id), (), against="level:1"),
                                 SavedGames(tmp_path / str(seed)), Random(seed))
         .table.setup.seats[0].is_person)
        for game_id in ("lyngk", "squex")
        for seed in range(8)
    }  # fmt: skip
    assert firsts == {("lyngk", True), ("lyngk", False), ("squex", True)}


@pytest.mark.parametrize("against", ["", "level:1"])
def test_the_printed_seed_is_that_of_the_accepted_start(tmp_path: Path, against: str) -> None:
    """Also if the person rejects starts against a computer player, which has no say."""
    game = find_game("fuse")
    answers = command_answers(game, (), against="level:1")
    rejecting = ["no", "no", "yes"] if against else ["no", "no", "no", "no", "yes"]
    screen, words = Screen(), iter([*rejecting, "exit"])
    if not against:
        answers = type(answers)(game, seats=("", ""), count=2)
    local_game = new_local_game(answers, SavedGames(tmp_path / "games"), Random(2))
    first = local_game.table.position

    def ask(question: str) -> str:
        screen.ask(question)
        return next(words)

    with pytest.raises(Leave):
        GameLoop(console_on(screen, ask), local_game).play()
    local_game.close()
    (seed,) = {found for line in screen.lines for found in re.findall(r"seed=(\d+)", line)}
    assert local_game.table.position == game.start(seed=seed) != first


# --- Lyngk ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_cell_of_lyngk_can_be_named_from_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = played(tmp_path, start("lyngk"), iter(["exit"]), size)
    seen = set(re.findall(r"[a-i][1-7]", "\n".join(screen.shots[0])))
    assert set(NAMES.values()) <= seen


@pytest.mark.parametrize(
    ("language", "legend"),
    [("en", "Letters: w joker, d black"), ("pt", "Letras: w joker, d preto")],
)
def test_what_the_letters_of_lyngk_mean_is_shown_on_every_turn(
    tmp_path: Path, language: str, legend: str
) -> None:
    screen = played(tmp_path, start("lyngk seed=1"), language=language)
    assert all(legend in "\n".join(shot) for shot in screen.shots[:-1])


def test_prompt_error_hint_and_news_of_lyngk_use_the_names_of_cells(tmp_path: Path) -> None:
    said = play(tmp_path, start("lyngk"), "hello", "a1b2", "exit")
    assert "Move as two cells such as a1b2, or claim: " in said
    assert "unknown instruction 'hello': write two cells such as a1b2, or claim" in said
    assert "Player 1 moves red from a1 to b2" in said
    assert not re.search(r"\d-\d:\d-\d", said)


def test_removed_stacks_stay_visible_with_their_colours(tmp_path: Path) -> None:
    position = read(
        "lyngk | -,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/r,-,-,-,-/dbgi,-,-,-/-,-,-/b,-,-,-/-,-,-/"
        "-,-/g,d,i r:g 0:0 x -"
    )
    after = position.play("a1b2")
    assert after.scores() == (1, 0)
    said = " ".join(play(tmp_path, position, "a1b2", "exit", "exit").split())
    assert "Player 1: r · rdbgi (stacks won: 1)" in said


def test_pages_end_at_empty_lines_so_that_pictures_stay_whole() -> None:
    text, picture = ["text"] * 5, ["picture"] * 6
    assert pages([*text, "", *picture, "", *text], 8) == [text, picture, text]
    assert pages(picture * 3, 8) == [["picture"] * 8, ["picture"] * 8, ["picture"] * 2]
    board = ["    a   b", "", "0   x", "1   o"]
    assert pages([*text, "", *board], 7) == [text, board]
    assert pages([], 8) == [[]]


def test_the_board_of_lyngk_is_small_enough_for_a_page_of_rules() -> None:
    screen = Screen()

    def answer(question: str) -> str:
        screen.ask(question)
        return ""

    show_rules(console_on(screen, answer), find_game("lyngk"))
    assert screen.overflowing() == []
    tips, feet = (
        [any(re.match(ends, line) for line in shot) for shot in screen.shots]
        for ends in ("a1 .* i1$", " {12}c1 .* g1$")
    )
    assert any(tips) and tips == feet, "a board is on one page"
