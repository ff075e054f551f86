"""The classic players of Fuse, compared with their definition on a naive model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from games.reference.fuse import OPPONENT, Reference
from strategies import few_and_many, random_game
from tabuleiro.games import read, start
from tabuleiro.games.fuse.classic import CLASSIC, in_order
from tabuleiro.games.fuse.rules import Fuse

UNBALANCED = "1xoxoox1/x6x/o6o/x6x/x6o/o6o/x6x/1oxxoxx1 x"
MIDDLE = "5x2/1o1oo3/2x1xxo1/1ooooox1/2o1xox1/1ox1xxx1/4ox2/8 x"
FINAL = "5x2/3ooo2/2x1xxo1/1ooooox1/4xox1/1ox1xxx1/4ox2/8 -"
VARIANTS = (
    "rows=3 columns=3",
    "rows=2 columns=5 kings=2",
    pytest.param("rows=4 columns=3 scoring=product", marks=pytest.mark.extended),
    "rows=3 columns=3 ring-counts=on",
    "rows=3 columns=4 kings=3 scoring=product ring-counts=on",
)


def fuse(text: str, options: str = "") -> Fuse:
    found = read(f"fuse {options}".rstrip() + f" | {text}")
    assert isinstance(found, Fuse)
    return found


def chosen(name: str, position: Fuse, seed: int = 0) -> str:
    return position.move_text(CLASSIC[name](position, Random(seed)))


# --- the definition ------------------------------------------------------------------------


def model_of(position: Fuse, options: str) -> Reference:
    """The model, in which a score is the largest group."""
    given = dict(option.split("=") for option in options.split())
    return Reference.read(position.text, given | {"scoring": "largest"})


def largest(model: Reference, player: str) -> int:
    return model.scores()["xo".index(player)]


def listed(model: Reference) -> list[str]:
    """The moves by row and column of the end, then of the spot."""
    return sorted(model.legal(), key=lambda move: (move[3], move[2], move[1], move[0]))


def first_best(moves: list[str], worth: Callable[[str], int]) -> str:
    best = moves[0]
    for move in moves:
        if worth(move) > worth(best):
            best = move
    return best


def easy(model: Reference) -> str:
    return first_best(listed(model), lambda move: largest(model.play(move), model.turn))


def answer(model: Reference, move: str) -> Reference:
    """The position after a move and the easy answer of the opponent, if there is one."""
    after = model.play(move)
    return after.play(easy(after)) if after.turn == OPPONENT[model.turn] else after


def expected(model: Reference) -> dict[str, str]:
    """The choice of each player except the first."""
    me, you = model.turn, OPPONENT[model.turn]
    moves = listed(model)
    after = {move: model.play(move) for move in moves}
    answered = {move: answer(model, move) for move in moves}
    return {
        "easy": easy(model),
        "normal": first_best(moves, lambda m: largest(after[m], me) - largest(after[m], you)),
        "hard": first_best(moves, lambda m: -largest(answered[m], you)),
        "very-hard": first_best(
            moves, lambda m: largest(answered[m], me) - largest(answered[m], you)
        ),
    }


def random_positions(options: str, games: int) -> Iterator[Fuse]:
    """The positions of random games until their end."""
    for seed in range(games):
        begin = start(f"fuse {options}", seed=seed)
        for position in (begin, *(position for _, position in random_game(begin, seed))):
            assert isinstance(position, Fuse)
            if not position.over:
                yield position


@few_and_many(1, 3)
@pytest.mark.parametrize("options", VARIANTS)
def test_choices_are_those_of_the_definition(options: str, examples: int) -> None:
    differing = 0
    for position in random_positions(options, examples):
        wanted = expected(model_of(position, options))
        assert {name: chosen(name, position) for name in wanted} == wanted
        differing += len(set(wanted.values())) > 1
    assert differing > 3


# --- examples ------------------------------------------------------------------------------


def test_moves_are_tried_by_their_end_then_by_their_spot() -> None:
    position = fuse("1xo1/o2x/x2o/1ox1 x", "rows=2 columns=2")
    texts = [position.move_text(move) for move in in_order(position)]
    assert texts == ["b0b1", "d1b1", "d1c1", "c3c1", "b0b2", "a2b2", "a2c2", "c3c2"]


@pytest.mark.parametrize("name", ["easy", "normal", "hard", "very-hard"])
def test_an_untouched_board_gives_the_first_move_of_the_list(name: str) -> None:
    """One disc is no gain for anybody: the first move goes to b1 from the first spot there."""
    assert chosen(name, fuse(UNBALANCED)) == "b0b1"


@pytest.mark.parametrize("name", list(CLASSIC))
def test_a_single_move_is_played(name: str) -> None:
    position = fuse(MIDDLE)
    assert len(position.legal_moves()) == 1
    assert chosen(name, position) == "f0f1"


def test_largest_groups_of_the_printed_positions() -> None:
    assert [fuse(MIDDLE).largest_group(player) for player in range(2)] == [7, 7]
    assert [fuse(FINAL).largest_group(player) for player in range(2)] == [7, 6]


def test_easy_looks_at_its_own_group_and_normal_at_both() -> None:
    """No move makes a white group of 2; from c4 White splits the three black discs."""
    position = fuse("5/x4/5/1ooo1/2x2 x", "rows=3 columns=3")
    assert chosen("easy", position) == "a1b1"
    assert chosen("normal", position) == "c4c2"


def test_an_opponent_without_an_answer_leaves_the_board_as_it_is() -> None:
    """Black has no disc on the ring, so the board after White's own move counts."""
    position = fuse("2x2/5/1oo2/5/5 x", "rows=3 columns=3")
    assert not position.can_move(1)
    assert chosen("easy", position) == "c0c1"
    assert chosen("hard", position) == chosen("very-hard", position) == "c0c2"


@pytest.mark.parametrize("name", list(CLASSIC))
def test_the_scoring_changes_no_choice(name: str) -> None:
    for position in random_positions("rows=3 columns=3", 3):
        product = fuse(position.text, "rows=3 columns=3 scoring=product")
        assert chosen(name, product, 5) == chosen(name, position, 5)


def test_a_king_counts_two() -> None:
    """The king from the right makes a group of 2, the disc from the left only one of 1."""
    plain = fuse("5/x3x/5/5/5 x", "rows=3 columns=3")
    kings = fuse("5/x3X/5/5/5 x", "rows=3 columns=3 kings=1")
    assert chosen("easy", plain) == "a1b1"
    assert chosen("easy", kings) == "e1b1"


def test_the_ring_counts_where_it_does_in_the_score() -> None:
    """At c1 the disc from a1 touches the one on the ring at c0, which only counts with the
    option."""
    text = "2x2/x4/5/5/5 x"
    assert chosen("easy", fuse(text, "rows=3 columns=3")) == "a1b1"
    assert chosen("easy", fuse(text, "rows=3 columns=3 ring-counts=on")) == "a1c1"


def test_very_easy_draws_evenly() -> None:
    position = fuse("1xo1/o2x/x2o/1ox1 x", "rows=2 columns=2")
    random = Random(1)
    drawn = Counter(CLASSIC["very-easy"](position, random) for _ in range(1600))
    assert sorted(drawn) == position.legal_moves()
    assert all(150 < count < 250 for count in drawn.values())


@pytest.mark.parametrize("name", ["easy", "normal", "hard", "very-hard"])
def test_only_very_easy_needs_luck(name: str) -> None:
    position = fuse(UNBALANCED)
    assert len({chosen(name, position, seed) for seed in range(5)}) == 1
