"""Balanced starts: listed by seed, drawn when people ask for them, the same everywhere."""

from __future__ import annotations

import tomllib
from random import Random

import pytest

from tabuleiro.core.message import OptionError
from tabuleiro.core.options import split_words
from tabuleiro.games import another_start, draw_options, find_game, fresh_start, start
from tabuleiro.records import Record, read_record, write_record
from tabuleiro.web.content.new_game_form import given_options, option_fields
from tabuleiro.web.games.new_game import NewGameRequest, SeatRequest, starting_position

GAMES = ("fuse", "lyngk")
SETS = [
    (game_id, words)
    for game_id in GAMES
    for words in tomllib.loads(find_game(game_id).file_text("balanced.toml") or "")
]
ME = SeatRequest("me")


@pytest.mark.parametrize(("game_id", "words"), SETS)
def test_listed_starts_are_near_even_and_all_different(game_id: str, words: str) -> None:
    game = find_game(game_id)
    starts = tomllib.loads(game.file_text("balanced.toml") or "")[words]
    assert all(0.45 <= score <= 0.55 for _, score in starts)
    given = split_words(words.split())
    assert len({game.start(**given, seed=seed) for seed, _ in starts}) == len(starts) >= 4
    assert tuple(seed for seed, _ in starts) == game.balanced_seeds(game.resolve_options(given))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_seed_gives_a_balanced_start_and_a_listed_one_its_own(game_id: str) -> None:
    game = find_game(game_id)
    seeds = game.balanced_seeds(game.resolve_options({}))
    for seed in (0, 1, 2**63 - 1):
        assert game.is_balanced_start(start(f"{game_id} balanced=on seed={seed}"))
    for seed in seeds:
        plain = start(f"{game_id} seed={seed}")
        assert start(f"{game_id} balanced=on seed={seed}") == plain
    others = set(range(1, 60)) - set(seeds)
    assert not any(game.is_balanced_start(game.start(seed=seed)) for seed in others)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_drawn_seed_gives_the_same_start_without_the_option(game_id: str) -> None:
    game = find_game(game_id)
    drawn = {draw_options(game, {"balanced": "on"}, Random(luck))["seed"] for luck in range(40)}
    assert len(drawn) > 5
    assert all(game.is_balanced_start(game.start(seed=seed)) for seed in drawn)


def test_a_start_after_a_balanced_one_is_balanced_too() -> None:
    """If it is refused, or in a rematch; other starts are followed by any."""
    chance = Random(1)
    fuse = find_game("fuse")
    first = fresh_start(fuse, {"balanced": "on"}, chance)
    assert all(fuse.is_balanced_start(another_start(first, chance)) for _ in range(20))
    other = start("fuse seed=1")
    assert not all(fuse.is_balanced_start(another_start(other, chance)) for _ in range(20))


def test_options_without_balanced_starts_are_refused() -> None:
    with pytest.raises(OptionError, match="no balanced starts with rows=3, only with the usual"):
        start("fuse rows=3 balanced=on")


def test_a_record_keeps_the_position() -> None:
    balanced = start("lyngk balanced=on seed=5")
    text = write_record(Record(balanced, ("Ana", "Rui")))
    assert "balanced" not in text
    assert read_record(text).start == balanced
    headers = '[Game "lyngk balanced=on seed=5"]\n[Player1 "Ana"]\n[Player2 "Rui"]\n[Result "none"]'
    assert read_record(f"{headers}\n\nnone\n").start == balanced


def test_the_form_and_the_api_offer_it() -> None:
    fuse = find_game("fuse")
    fields = option_fields(fuse.options, {})
    assert ("balanced", "off") in [(each.name, value) for each, value in fields["switches"]]
    assert given_options(fuse, {"option-balanced": "on"})["balanced"] == "on"
    request = NewGameRequest("fuse balanced=on", (ME, ME))
    assert fuse.is_balanced_start(starting_position(request, Random(4)))
