"""The report of a tournament: one page without external resources, and a replay of every game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from arena.results import result_of
from elements import Elements
from tabuleiro.arena import End, Entry, Result, Tournament, TournamentKind
from tabuleiro.arena.report import tournament_report_page, write_tournament_report
from tabuleiro.arena.results_file import record_of
from tabuleiro.arena.sprt import Sprt
from tabuleiro.games import start
from tabuleiro.language import translator

GAME = "squex rows=3 columns=3"
SHARP = '<b>"sharp" & co</b>'
NAMES = (SHARP, "second", "third")


def tournament(kind: TournamentKind, *names: str, sprt: Sprt | None = None) -> Tournament:
    entries = tuple(Entry(name, "random") for name in names)
    return Tournament(kind, entries, GAME, pairs=2, title="A & B", sprt=sprt)


def games(*names: str) -> list[Result]:
    """Three pairs of games for any two players; the first of them wins most."""
    opening = start(GAME).full_text
    made: list[Result] = []
    for first, second in [(a, b) for a in names for b in names if names.index(a) < names.index(b)]:
        for scores in ((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)):
            players = (first, second) if len(made) % 2 == 0 else (second, first)
            one = result_of(len(made), players, scores)
            made.append(replace(one, opening=opening, moves=("a1", "b2")))
    return made


def test_every_game_is_linked_to_a_page_that_replays_it(tmp_path: Path) -> None:
    made = games(*NAMES)[:6]
    index = write_tournament_report(
        tournament(TournamentKind.round_robin, *NAMES), made, tmp_path / "a" / "report"
    )
    links = Elements(index.read_text("utf-8")).links
    assert links == [f"games/{number:05}.html" for number in range(1, 7)]
    for link in links:
        assert "squex" in (index.parent / link).read_text("utf-8")


def test_the_page_needs_no_other_file_and_closes_what_it_opens() -> None:
    page = tournament_report_page(tournament(TournamentKind.round_robin, *NAMES), games(*NAMES))
    assert Elements(page).open == []
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"<(link|script|img|iframe)|@import|url\(", page)


def test_names_of_players_are_escaped() -> None:
    page = tournament_report_page(tournament(TournamentKind.round_robin, *NAMES), games(*NAMES))
    assert SHARP not in page
    assert "<b>" not in page.replace("<i></i><b></b>", "")
    assert SHARP in Elements(page).words


def test_it_shows_ratings_meetings_sides_and_forfeits() -> None:
    made = games(*NAMES)
    made[3] = replace(made[3], end=End.died, fault=1, detail="9")
    words = " ".join(
        Elements(tournament_report_page(tournament(TournamentKind.round_robin, *NAMES), made)).words
    )
    for heading in ("Ratings", "Crosstable", "Points per round", "Sides and openings", "Games"):
        assert heading in words
    assert "exit code 9" in words
    assert "None: every game ended by the rules." not in words


def test_a_match_shows_its_test_and_no_table_of_meetings() -> None:
    match = tournament(TournamentKind.match, "first", "second", sprt=Sprt(0, 50))
    words = " ".join(Elements(tournament_report_page(match, games("first", "second"))).words)
    assert "Sequential test" in words and "Not decided after 3 rounds" in words
    assert "Crosstable" not in words
    assert "Elo 0 is second." in words


def test_a_tournament_without_a_finished_round_has_a_report() -> None:
    match = tournament(TournamentKind.match, "first", "second", sprt=Sprt(0, 50))
    for made in ([], games("first", "second")[:1]):
        assert "No round of games was finished." in tournament_report_page(match, made)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_it_speaks_the_language_of_its_reader(language: str) -> None:
    page = tournament_report_page(
        tournament(TournamentKind.round_robin, *NAMES),
        games(*NAMES),
        language=language,
        translate=translator(language),
    )
    assert f'<html lang="{language}">' in page
    assert ("Classificação" in page) == (language == "pt")


def test_a_game_becomes_a_record_with_its_ending() -> None:
    lost = replace(games("a", "b")[0], end=End.slow, fault=1, detail="3.1")
    record = record_of(lost)
    assert (record.result, record.players) == ("p1win", ("a", "b"))
    assert record.headers == {"Round": "1", "Ending": "slow", "Detail": "3.1"}
    record.check()
