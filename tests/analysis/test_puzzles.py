"""Puzzles: exactly one move wins, and that is proved; measured, written and read back."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro.analysis import Puzzle, find_puzzles, read_puzzles, self_play, shipped_puzzles
from tabuleiro.analysis.puzzle_files import write_puzzles
from tabuleiro.analysis.puzzles import LEVELS, TRIES, PuzzleSearch, level_of, measured
from tabuleiro.analysis.wording import puzzle_level, puzzle_themes
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.symmetry import Key, symmetry_key
from tabuleiro.games import GAMES, find_game, games, read
from tabuleiro.records import RecordError
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver

SOLVED_BY_TRYING = {
    "squex rows=3 columns=3": "random",
    "fuse rows=2 columns=3": "random",
}
"""Games whose endings can be tried out in full, and who plays them."""
TWICE_IN_SQUEX = (
    "squex rows=6 columns=6 | 1xoox1/1oxox1/2xoox/2xo1o/xoxox1/x1oox1 1oo2/3ox/3oo/5/1oo2 x 2"
)
PASSED_IN_LYNGK = (
    "lyngk | -,-,r/-,-/-,-,-/d,-,-,-/ig,-,-/-,-,d,-/-,-,-,-,-/-,-,-,-/-,birg,-/-,rbi,-,bgrd/"
    "rdgb,i,i/-,-/-,-,b gr:bd 2:2 x -"
)
WON_IN_ONE = read("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1")


class Trying:
    """Finds who wins with best play by trying all moves."""

    def __init__(self) -> None:
        self.known: dict[Position, int] = {}

    def winners(self, position: Position) -> int:
        if position.over:
            return position.winners
        if position not in self.known:
            after = [self.winners(position.play(move)) for move in position.legal_moves()]
            alone = 1 << position.player
            best = next((w for w in (alone, 3) if w in after), after[0])
            self.known[position] = best
        return self.known[position]


@pytest.mark.parametrize("game_text", SOLVED_BY_TRYING)
def test_exactly_one_move_of_a_puzzle_wins(game_text: str) -> None:
    records = list(self_play(game_text, SOLVED_BY_TRYING[game_text], 12))
    found = list(find_puzzles(records, limit=Limit(nodes=2000)))
    assert found
    trying = Trying()
    for puzzle in found:
        position, alone = puzzle.position, 1 << puzzle.position.player
        winning = [
            position.move_text(move)
            for move in position.legal_moves()
            if trying.winners(position.play(move)) == alone
        ]
        assert winning == [puzzle.key]
        final = puzzle.positions()[-1]
        assert final.winners == alone
        assert puzzle.key not in puzzle.tempting
        assert puzzle.level == level_of(puzzle.found)


def test_no_puzzle_lies_on_the_solution_of_one_before_it() -> None:
    records = list(self_play("fuse rows=2 columns=3", "random", 12))
    found = list(find_puzzles([*records, *records], limit=Limit(nodes=2000)))
    seen: set[Position] = set()
    for puzzle in found:
        assert puzzle.position not in seen
        seen.update(puzzle.positions())


def test_the_same_games_have_the_same_puzzles() -> None:
    def once() -> list[Puzzle]:
        return list(find_puzzles(self_play("squex rows=3 columns=3", "random", 8)))

    assert once() == once()


def test_a_position_with_two_winning_moves_is_no_puzzle() -> None:
    search = PuzzleSearch(Solver(megabytes=1), Limit(), StopFlag())
    assert search.puzzle_at(read("squex rows=3 columns=3 | xox/xox/3 2/2 x 1")) is None
    assert search.puzzle_at(WON_IN_ONE) is None, "all moves but b3 win"


def test_a_question_that_was_not_answered_makes_no_puzzle() -> None:
    search = PuzzleSearch(Solver(megabytes=1), Limit(nodes=1), StopFlag())
    assert search.puzzle_at(read("squex rows=4 columns=4 | x3/4/4/3o 3/3/3 x 1")) is None


def test_games_of_three_have_no_puzzles() -> None:
    records = self_play("control_v size=5 players=3 castles=0", "random", 1)
    assert list(find_puzzles(records)) == []


@pytest.mark.parametrize("count", [0, 6])
def test_games_begin_with_as_many_random_moves_as_told(count: int) -> None:
    for record in self_play("squex", "random", 2, random_moves=count):
        octagons = record.start.text.split()[0]
        assert octagons.count("x") + octagons.count("o") == count


def test_games_that_end_within_their_random_moves_are_left_out() -> None:
    assert list(self_play("squex rows=3 columns=3", "random", 4, random_moves=9)) == []


def test_a_stop_sign_ends_the_search_for_puzzles() -> None:
    stop = StopFlag()
    stop.set()
    assert list(find_puzzles(self_play("fuse", "random", 1000), stop=stop)) == []


@pytest.mark.parametrize(
    ("found", "level", "grade"),
    [
        ((8,), 1, 1),
        ((7, 8), 2, 1),
        ((0, 0, 10, 2), 3, 2),
        ((0,) * 8 + (9,), 9, 5),
        ((7,) * 9, 10, 5),
    ],
)
def test_the_lowest_level_that_finds_the_move_in_8_of_10_tries_is_the_difficulty(
    found: tuple[int, ...], level: int, grade: int
) -> None:
    assert level_of(found) == level
    assert Puzzle(WON_IN_ONE, ("a3",), (), level, found).grade == grade


def test_every_level_tries_ten_times_and_tempting_moves_are_those_it_played() -> None:
    position, corner = read("squex | 8/8/8/8/8/8/8/8 7/7/7/7/7/7/7 x 1"), "a1"
    puzzle = measured(Puzzle(position, (corner,), (), LEVELS.stop))
    assert len(puzzle.found) == len(LEVELS)
    assert set(puzzle.found) <= set(range(TRIES + 1))
    assert puzzle.tempting, "the levels prefer the centre"
    assert corner not in puzzle.tempting
    assert measured(puzzle) == puzzle


def test_a_file_of_an_earlier_version_still_opens() -> None:
    (old,) = read_puzzles(write_puzzles([Puzzle(WON_IN_ONE, ("a3",), ("c1",), 6)]))
    assert (old.grade, old.found, old.tempting) == (3, (), ("c1",))
    assert str(puzzle_level(old)) == "Difficulty 3"


@pytest.mark.parametrize(
    ("text", "line", "themes"),
    [
        ("squex rows=3 columns=3 | xo1/xo1/3 2/2 x 1", "a3", "wins in one turn"),
        (
            "eigenstate | 1o4/6/6/x1x3/4x1/5o ffffff,df3fff,f7ef8f,bfffe7,ffffff o m",
            "f6e5",
            "a capture, a full piece wins, wins in one turn",
        ),
        (
            "control_v size=5 castles=0 | o1xox/oxooo/2ooo/xxoxo/xoxxx x",
            "b2=bh b2=b c1=g",
            "joins blocks, the opponent has no moves left, wins in 3 turns",
        ),
        (
            "fuse | 8/4o3/1x2o3/2oxo1o1/1xxxxx2/xxx1oooo/2o1xox1/3o4 o",
            "h5g5 d7d5",
            "the opponent has to pass, wins in 2 turns",
        ),
        (TWICE_IN_SQUEX, "f2 e4", "two moves in a row, wins in one turn"),
        (PASSED_IN_LYNGK, "g2g1 b4c5 g7c5 c2e2", "wins in 3 turns"),
    ],
)
def test_themes_are_derived_from_the_moves(text: str, line: str, themes: str) -> None:
    puzzle = Puzzle(read(text), tuple(line.split()), (), 1)
    assert str(puzzle_themes(puzzle)) == f"Themes: {themes}"


def test_puzzles_are_written_and_read_back() -> None:
    found = list(find_puzzles(self_play("fuse rows=2 columns=3", "random", 12)))
    text = write_puzzles(found)
    assert read_puzzles(text) == found
    assert write_puzzles(read_puzzles(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Grade "1"]\n', "", "the header Grade of a puzzle is a number from 1 to 5, not ''"),
        ('[Grade "1"]', '[Grade "6"]', "not '6'"),
        ('[Found "10"]', '[Found "11"]', "the header Found of a puzzle is a number from 0 to 10"),
        ('[Tempting ""]', '[Tempting "z9"]', "z9"),
    ],
)
def test_a_file_that_has_no_puzzles_is_refused(old: str, new: str, reason: str) -> None:
    text = write_puzzles([Puzzle(WON_IN_ONE, ("a3",), (), 1, (10,))])
    assert old in text
    with pytest.raises(ValueError, match=reason):
        read_puzzles(text.replace(old, new))


def test_a_solution_that_does_not_win_is_refused() -> None:
    text = write_puzzles([Puzzle(WON_IN_ONE, ("a3",), (), 1)])
    with pytest.raises(RecordError, match="end with a win of the player to move"):
        read_puzzles(text.replace("p1win", "none").replace("1. a3 ", "1. c1 "))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_comes_with_puzzles_from_easy_to_hard(game: Game[Any]) -> None:
    shipped = shipped_puzzles(game)
    assert len(shipped) >= 60
    assert 2 * sum(each.level > 3 for each in shipped) > len(shipped), "missed by level 3"
    assert 3 * sum(len(each.solution) == 1 for each in shipped) <= len(shipped), "won in one move"
    assert [each.level for each in shipped] == sorted(each.level for each in shipped)
    for puzzle in shipped:
        assert len(puzzle.found) == len(LEVELS)
        assert puzzle.level == level_of(puzzle.found)
        assert len(puzzle.position.legal_moves()) >= 4
        assert puzzle.positions()[-1].winners == 1 << puzzle.position.player


def test_some_puzzles_of_eigenstate_take_three_and_more_turns() -> None:
    themes = [str(puzzle_themes(each)) for each in shipped_puzzles(find_game("eigenstate"))]
    turns = [int(each.split()[-2]) for each in themes if not each.endswith("wins in one turn")]
    assert sum(count >= 3 for count in turns) >= 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_most_puzzles_are_on_the_standard_board(game: Game[Any]) -> None:
    standard = game.start().options()
    on_standard = [each.position.options() == standard for each in shipped_puzzles(game)]
    assert 2 * sum(on_standard) > len(on_standard)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_puzzle_that_comes_with_a_game_is_an_image_of_another(game: Game[Any]) -> None:
    seen: set[Key] = set()
    for puzzle in shipped_puzzles(game):
        assert symmetry_key(puzzle.position) not in seen
        seen.update(map(symmetry_key, puzzle.positions()[:-1]))


def can_repeat(position: Any) -> bool:
    """Whether all pieces are full, so that positions can repeat."""
    return position.game.id == "eigenstate" and not any(map(position.empty_holes, range(2)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_puzzles_that_come_with_a_game_are_proved_again(game: Game[Any]) -> None:
    search = PuzzleSearch(Solver(megabytes=16), Limit(nodes=100_000), StopFlag())
    for puzzle in shipped_puzzles(game)[::12]:
        if can_repeat(puzzle.position):
            continue  # the solver does not prove these; tools/full_piece_puzzles.py does
        again = search.puzzle_at(puzzle.position)
        assert again is not None
        assert again.key == puzzle.key


def test_a_game_without_puzzles_has_none() -> None:
    strangers = [game for game in games().values() if game not in GAMES]
    assert strangers
    assert all(shipped_puzzles(game) == () for game in strangers)
