"""The classic players of Lyngk: how they evaluate, how deep they search, how ties are broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tabuleiro.core.playouts import random_walk
from tabuleiro.games import find_game
from tabuleiro.games.lyngk.classic import (
    CLASSIC,
    NO_CLAIM,
    WINDOW,
    Turn,
    TurnSearch,
    after,
    after_turn,
    best_turn,
    branches,
    choose_random,
    evaluate,
    first_move,
    stack_moves,
    turns_with_values,
)
from tabuleiro.games.lyngk.evaluation import EvaluatedLyngk
from tabuleiro.games.lyngk.rules import (
    CLAIM,
    LETTERS,
    LINES,
    NAMES,
    PIECES,
    PLACES,
    VARIANTS,
    is_claim,
)
from tabuleiro.games.lyngk.text import CELLS_OF_ROW

GAME = find_game("lyngk")
PRINTED = (
    "r,d,b/r,i/g,i,d/g,w,b,b/d,i,g/b,g,r,w/i,d,b,r,i/d,i,d,g/r,i,b/b,w,r,g/i,r,d/d,g/r,g,b"
    " -:- 0:0 x -"
)
OPTIONS = [
    {"variant": variant, "lines": lines} for variant, lines in product(VARIANTS, LINES)
]  # fmt: skip
WORDS = ["black", "blue", "green", "ivory", "none", "red"]  # the order of claims in ties


def read(text: str, **options: str) -> EvaluatedLyngk:
    position = GAME.read(text, dict(options))
    assert isinstance(position, EvaluatedLyngk)
    return position


def place(stacks: dict[str, str], rest: str, **options: str) -> EvaluatedLyngk:
    """The position with these stacks, top first; `rest` are the fields after them."""
    board = "/".join(
        ",".join(stacks.get(NAMES[cell], "-") for cell in cells) for cells in CELLS_OF_ROW
    )
    return read(f"{board} {rest}", **options)


def walk(options: dict[str, str], length: int, seed: int) -> EvaluatedLyngk:
    """A position after that many random moves."""
    position = random_walk(GAME.start(seed=seed, **options), length, seed)
    assert isinstance(position, EvaluatedLyngk)
    return position


def positions(options: dict[str, str], lengths: range, seeds: range) -> Iterator[EvaluatedLyngk]:
    """Positions of random games that are not over."""
    for length, seed in product(lengths, seeds):
        position = walk(options, length, seed)
        if not position.over:
            yield position


def text(position: EvaluatedLyngk, turn: Turn) -> str:
    """A turn as `e1e2` or `red e1e2`."""
    claim, move = turn
    word = "" if claim == NO_CLAIM else f"{PIECES[claim - CLAIM]} "
    return word + NAMES[move >> 6] + NAMES[move & 63]


def greedy(position: EvaluatedLyngk) -> str:
    return text(position, best_turn(position, 1))


# --- the definition, naively ---------------------------------------------------------------


def naive_evaluation(position: EvaluatedLyngk, player: int) -> int:
    """Twenty for a point, ten for each colour left to claim, and the heights of own stacks up to
    four."""
    own = [LETTERS[colour] for colour in position.claims_of(player)]
    stacks = [position.stack(cell) for cell in NAMES if position.stack(cell)]
    heights = [len(stack) for stack in stacks if stack[0] in own and len(stack) <= 4]
    return 20 * position.scores()[player] + 10 * (2 - len(own)) + sum(heights)


def naive_turns(position: EvaluatedLyngk) -> list[Turn]:
    turns: list[Turn] = []
    for move in position.legal_moves():
        if is_claim(move):
            turns += [(move, second) for second in position.play(move).legal_moves()]
        else:
            turns.append((NO_CLAIM, move))
    return turns


def naive_value(position: EvaluatedLyngk, player: int, depth: int, own: bool = False) -> int:
    """Plies alternate; a ply whose player cannot move is a pass."""
    if position.over or depth == 0:
        return naive_evaluation(position, player)
    if own != (position.player == player):
        return naive_value(position, player, depth - 1, not own)
    pick = max if own else min
    return pick(
        naive_value(after_turn(position, turn), player, depth - 1, not own)
        for turn in naive_turns(position)
    )


def naive_best(position: EvaluatedLyngk, depth: int) -> Turn:
    """The last of the list sorted by value, start, end and claim."""

    def order(turn: Turn) -> tuple[int, tuple[int, int], tuple[int, int], int]:
        claim, move = turn
        word = "none" if claim == NO_CLAIM else PIECES[claim - CLAIM]
        value = naive_value(after_turn(position, turn), position.player, depth - 1)
        return value, PLACES[move >> 6], PLACES[move & 63], WORDS.index(word)

    return max(naive_turns(position), key=order)


# --- turns ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "without", "total"), [("standard", 165, 1051), ("horizontal", 162, 1011)]
)
def test_turns_of_the_printed_start(lines: str, without: int, total: int) -> None:
    position = read(PRINTED, lines=lines)
    turns = turns_with_values(position, 0)
    assert len(turns) == total
    assert sum(claim == NO_CLAIM for _, (claim, _) in turns) == without


def test_moves_that_follow_each_claim_of_the_printed_start() -> None:
    counts = {claim: len(stack_moves(begun)) for claim, begun in branches(read(PRINTED))}
    assert counts.pop(NO_CLAIM) == 165
    assert {PIECES[claim - CLAIM]: count for claim, count in counts.items()} == {
        "black": 179, "red": 180, "ivory": 185, "green": 177, "blue": 165,
    }  # fmt: skip


def test_random_draws_every_turn_alike() -> None:
    """The probability of a claim is that of all turns that begin with it."""
    position, random, draws = read(PRINTED), Random(3), 6000
    counts = Counter(choose_random(position, random) for _ in range(draws))
    for colour, turns in (("black", 179), ("red", 180), ("ivory", 185), ("green", 177)):
        expected = draws * turns / 1051
        assert abs(counts[position.move(f"claim-{colour}")] - expected) < 4 * expected**0.5
    moves = [count for move, count in counts.items() if not is_claim(move)]
    expected = draws * 165 / 1051
    assert abs(sum(moves) - expected) < 4 * expected**0.5
    assert max(moves) < 30 and len(moves) > 155


def test_random_draws_from_the_moves_after_a_claim_alike() -> None:
    position = after(read(PRINTED), CLAIM + PIECES.index("red"))
    random = Random(4)
    counts = Counter(choose_random(position, random) for _ in range(9000))
    assert counts.keys() == set(position.legal_moves())
    assert min(counts.values()) > 20 and max(counts.values()) < 85


# --- evaluation ----------------------------------------------------------------------------


def test_the_printed_scores() -> None:
    """Two stacks removed and BDI are 43; no stack removed and heights of 18 are 18."""
    own = {"a1": "bdi"}
    others = {"c7": "r", "e4": "dbig", "g7": "rbig", "i1": "dgbi", "c1": "rib", "g1": "dg"}
    neutral = {"e1": "i", "e2": "w"}
    position = place(own | others | neutral, "bg:dr 2:0 x -")
    assert (evaluate(position, 0), evaluate(position, 1)) == (43, 18)


def test_nothing_claimed_is_worth_20() -> None:
    assert evaluate(read(PRINTED), 0) == evaluate(read(PRINTED), 1) == 20


def test_fives_on_the_board_count_for_nothing() -> None:
    stacks = {"e1": "rdbgi", "e2": "rd", "e3": "i"}
    for variant in VARIANTS:
        assert evaluate(place(stacks, "r:- 0:0 x -", variant=variant), 0) == 10 + 2


@pytest.mark.in_base("options0", "options3")
@pytest.mark.parametrize("options", OPTIONS)
def test_turns_are_valued_as_the_positions_after_them(options: dict[str, str]) -> None:
    for position in positions(options, range(0, 60, 5), range(3)):
        for player in (0, 1):
            assert sorted(turns_with_values(position, player)) == sorted(
                (naive_evaluation(after_turn(position, turn), player), turn)
                for turn in naive_turns(position)
            )


# --- greedy --------------------------------------------------------------------------------


def test_completing_a_stack_is_worth_20() -> None:
    """It is chosen, although a stack of four would count more on the board."""
    stacks = {"e1": "r", "e2": "dbgi", "c1": "r", "c2": "dbg"}
    position = place(stacks, "r:- 0:0 x c")
    assert greedy(position) == "e1e2"
    assert best_turn(position, 1) == naive_best(position, 1)


def test_of_equal_turns_the_start_lowest_on_the_board_then_rightmost_is_taken() -> None:
    """Every turn without a claim leaves 20: e1 is lower than e2, g1 to its right."""
    tops = place({"e4": "d", "e5": "r", "g4": "d", "g5": "b"}, "r:b 0:0 o -")
    assert best_turn(tops, 1) == naive_best(tops, 1)
    assert greedy(place({"e1": "d", "e2": "b"}, "gr:- 0:0 x -")) == "e1e2"
    row = {"e1": "d", "e2": "b", "g1": "d", "g2": "b"}
    assert greedy(place(row, "gr:- 0:0 x -")) == "g1g2"


def test_of_equal_turns_with_the_same_move_red_goes_before_none_and_none_before_the_rest() -> None:
    """A claim costs ten and gains ten if the stacks of its colour are ten pieces high in all."""
    red = {"e1": "i", "e2": "b", "a1": "rdbi", "b1": "rib", "i1": "rib"}
    blue = {"e1": "i", "e2": "r", "a1": "bdri", "b1": "bir", "i1": "bir"}
    assert greedy(place(red, "-:g 0:0 x -")) == "red e1e2"
    assert greedy(place(blue, "-:g 0:0 x -")) == "e1e2"


def test_greedy_claims_and_then_makes_the_move_of_the_same_turn() -> None:
    stacks = {"e1": "r", "e2": "dbgi", "c1": "rb", "a1": "rdbg", "i1": "rdbg"}
    position = place(stacks, "-:- 0:0 x -")
    claim = CLASSIC["greedy"](position, Random(0))
    assert position.move_text(claim) == "claim-red"
    claimed = position.play(claim)
    assert claimed.move_text(CLASSIC["greedy"](claimed, Random(0))) == "e1e2"


# --- alpha-beta ----------------------------------------------------------------------------


@pytest.mark.in_base("options0", "options5")
@pytest.mark.parametrize("options", OPTIONS)
def test_depth_1_is_greedy_and_as_defined(options: dict[str, str]) -> None:
    for position in positions(options, range(0, 60, 4), range(4)):
        turn = best_turn(position, 1)
        assert turn == naive_best(position, 1)
        for name in ("greedy", "alphabeta-1"):
            assert CLASSIC[name](position, Random(1)) == first_move(turn)


@pytest.mark.parametrize(
    ("depth", "most"), [(2, 60), (3, 14), pytest.param(4, 6, marks=pytest.mark.extended)]
)
@pytest.mark.in_base("options1", "options4")
@pytest.mark.parametrize("options", OPTIONS)
def test_alpha_beta_is_minimax(options: dict[str, str], depth: int, most: int) -> None:
    """Values, ties, passes and ends are those of a full search."""
    seen = 0
    for position in positions(options, range(18, 50, 2), range(6)):
        if len(naive_turns(position)) <= most:
            assert best_turn(position, depth) == naive_best(position, depth), position
            seen += 1
    assert seen > 5


@pytest.mark.in_base("options0", "greedy")
@pytest.mark.parametrize("name", ["greedy", "alphabeta-2", "alphabeta-3"])
@pytest.mark.parametrize("options", OPTIONS)
def test_after_a_claim_the_move_of_the_same_turn_is_made(
    name: str, options: dict[str, str]
) -> None:
    depth = 1 if name == "greedy" else int(name[-1])
    claims = 0
    for position in positions(options, range(18, 34, 5), range(3)):
        claim, move = best_turn(position, depth)
        if claim != NO_CLAIM:
            claimed = position.play(claim)
            assert CLASSIC[name](claimed, Random(1)) == move
            claims += 1
    assert claims > 1


def test_a_forced_pass_counts_as_a_ply() -> None:
    """Nobody can move jokers: player 1 moves, player 2 passes, player 1 moves again, and that is
    the end."""
    position = place({"e1": "r", "e2": "w", "e3": "w"}, "gr:di 0:0 x -")
    search = TurnSearch(0)
    values = [search.value(position, depth, -WINDOW, WINDOW, own=True) for depth in (1, 2, 3, 4)]
    assert values == [2, 2, 3, 3]


def test_depth_2_thinks_of_the_reply() -> None:
    """After the best reply it never has less than greedy, and sometimes more."""
    differing = 0
    for position in positions({}, range(20, 40, 2), range(6)):
        player = position.player
        one, two = best_turn(position, 1), best_turn(position, 2)
        values = [naive_value(after_turn(position, turn), player, 1) for turn in (one, two)]
        assert values[0] <= values[1]
        differing += values[0] < values[1]
    assert differing > 3


# --- any position --------------------------------------------------------------------------


@pytest.mark.in_base("options0", "greedy", "random")
@pytest.mark.parametrize("name", CLASSIC)
@pytest.mark.parametrize("options", OPTIONS)
def test_choices_are_legal_and_the_same_for_the_same_seed(
    name: str, options: dict[str, str]
) -> None:
    for position in positions(options, range(20, 50, 7), range(2)):
        move = CLASSIC[name](position, Random(5))
        assert move in position.legal_moves()
        assert move == CLASSIC[name](position, Random(5))


def test_a_player_who_must_claim_does() -> None:
    position = place({"e4": "r", "e5": "dg"}, "-:d 0:0 x -")
    for choose in CLASSIC.values():
        assert position.move_text(choose(position, Random(1))) == "claim-red"


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(10):
        position, random = GAME.start(seed=seed), Random(seed)
        names = ("greedy", "random") if seed % 2 else ("random", "greedy")
        while not position.over:
            position = position.play(CLASSIC[names[position.player]](position, random))
        outcome = position.outcome()
        assert outcome is not None
        wins += outcome.winners == (0 if seed % 2 else 1,)
    assert wins >= 8
