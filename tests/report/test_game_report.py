"""Small reports on games, with few games of weak players."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from elements import Elements
from tabuleiro.arena import Result, Tournament, local_backend
from tabuleiro.arena.game_runner import play_game
from tabuleiro.arena.workers import TaskSource
from tabuleiro.core.game import Game
from tabuleiro.language import translator
from tabuleiro.report import (
    ReportError,
    ReportPlan,
    make_report,
    new_schedule,
    play_report_games,
    play_samples,
    write_report,
)
from tabuleiro.report.builder import SECTIONS
from tabuleiro.report.output import report_markdown, report_page
from tabuleiro.report.section import (
    BoardBlock,
    ChartBlock,
    GameReport,
    PlayedSamples,
    TableBlock,
    all_samples,
)

SMALL = {"control_v": "control_v size=5 castles=1", "squex": "squex rows=4 columns=4"}
ALWAYS = ["Branching", "Length", "Size", "Who moves first", "Skill", "Openings"]


def here(tournament: Tournament, tasks: TaskSource) -> Generator[Result]:
    """Plays in this process."""
    while task := tasks.next_task():
        yield play_game(tournament, task)


def plan_of(game_text: str) -> ReportPlan:
    return ReportPlan(game_text, strongest=1, games=2)


@cache
def samples_of(game_text: str) -> PlayedSamples:
    return play_report_games(plan_of(game_text), None, here)


@cache
def report_of(game_text: str) -> GameReport:
    return make_report(plan_of(game_text), samples_of(game_text), "tabuleiro report ...")


def small(game: Game[Any]) -> str:
    return SMALL.get(game.id, game.id)


def test_every_game_has_the_sections_that_apply_to_it(game: Game[Any]) -> None:
    plan = plan_of(small(game))
    titles = [str(chapter.title) for chapter in report_of(small(game)).chapters]
    expected = [*ALWAYS]
    if plan.draws_starts:
        expected.append("Random starts")
    if plan.variants:
        expected.append("Variants")
    assert titles == expected


def test_every_sample_has_as_many_games_as_it_was_to_have(game: Game[Any]) -> None:
    for games in samples_of(small(game)).all:
        assert len(games) >= games.sample.most > 0
        assert len(games) % games.seats == 0
        assert not games.forfeits


def test_every_table_is_full_and_every_figure_has_its_number_of_games(game: Game[Any]) -> None:
    for chapter in report_of(small(game)).chapters:
        for block in chapter.blocks:
            if isinstance(block, TableBlock):
                assert block.rows
                assert {len(row) for row in block.rows} == {len(block.headings)}
                assert "–" not in [str(cell) for row in block.rows for cell in row]
        assert "games" in repr(chapter.blocks).lower()
    assert "Too few games" not in report_markdown(report_of(small(game)))


def test_a_report_is_written_as_markdown_with_pictures_and_as_one_page(
    game: Game[Any], tmp_path: Path
) -> None:
    page = write_report(report_of(small(game)), tmp_path / "new" / "folder")
    text = (page.parent / "report.md").read_text("utf-8")
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert "pictures/length.svg" in pictures and "pictures/openings-1.svg" in pictures
    for name in pictures:
        ET.fromstring((page.parent / name).read_text("utf-8"))
    written = page.read_text("utf-8")
    assert Elements(written).open == []
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"<(link|script|img|iframe)|@import|url\(", written)


def test_three_players_have_three_sides_and_a_map_each() -> None:
    report = report_of("control_v players=3 size=5 castles=1")
    sides = next(chapter for chapter in report.chapters if str(chapter.title) == "Who moves first")
    table = next(block for block in sides.blocks if isinstance(block, TableBlock))
    headings = [str(heading) for heading in table.headings]
    assert headings == ["Players", "Games", "Player 1", "Player 2", "Player 3", "Draws"]
    assert "An even score is 33.3 %." in report_markdown(report)
    openings = next(chapter for chapter in report.chapters if str(chapter.title) == "Openings")
    assert sum(isinstance(block, BoardBlock) for block in openings.blocks) == 3


def test_it_speaks_portuguese() -> None:
    report = report_of(SMALL["squex"])
    text = report_markdown(report, translator("pt"))
    assert "# Relatório sobre Squex" in text
    assert "Legal moves" not in text
    page = report_page(report, "pt", translator("pt"))
    assert '<html lang="pt">' in page and "Relatório" in page


def test_the_same_games_are_played_in_processes() -> None:
    """The same seed gives the same report with any backend."""
    plan = ReportPlan("noughts", strongest=1, games=2)
    elsewhere = play_report_games(plan, None, local_backend(plan.tournament, 2))
    assert make_report(plan, elsewhere, "") == make_report(
        plan, play_report_games(plan, None, here), ""
    )


def test_another_seed_gives_other_games() -> None:
    other = ReportPlan(SMALL["squex"], seed=2, strongest=1, games=2)
    again = play_report_games(other, None, here)
    for one, two in zip(samples_of(SMALL["squex"]).all, again.all, strict=True):
        assert [game.moves for game in one] != [game.moves for game in two]


def test_broken_off_it_reports_what_there_is() -> None:
    plan = plan_of(SMALL["squex"])
    schedule = new_schedule(plan)
    with closing(play_samples(schedule, here)) as games:
        for _ in range(5):
            next(games)
    samples = PlayedSamples(schedule.sample_games(), interrupted=True)
    report = make_report(plan, samples, "")
    text = report_markdown(report)
    assert "was interrupted" in text
    assert "Too few games were finished" in text
    assert any(isinstance(block, ChartBlock) for block in report.chapters[0].blocks)


def test_without_any_game_there_is_still_a_report() -> None:
    plan = plan_of(SMALL["squex"])
    nothing = play_report_games(plan, 0.0, here)
    assert "Too few games were finished" in report_markdown(make_report(plan, nothing, ""))
    assert report_page(make_report(plan, nothing, ""))


def test_games_that_several_sections_need_are_played_once_as_often_as_the_neediest_wants() -> None:
    plan = plan_of(SMALL["squex"])
    samples = all_samples(SECTIONS, plan)
    assert len({sample.key for sample in samples}) == len(samples)
    given = {sample.key: sample.weight for sample in samples}
    needed = [sample for section in SECTIONS for sample in section.needs(plan)]
    assert all(given[sample.key] >= sample.weight for sample in needed)
    assert set(given.values()) == {sample.weight for sample in needed}


def test_a_given_start_is_not_drawn() -> None:
    assert ReportPlan("fuse").draws_starts
    assert not ReportPlan("fuse seed=3").draws_starts


def test_variants_differ_in_one_option_and_contradictions_are_left_out() -> None:
    assert [variant.game for variant in ReportPlan("squex").variants] == ["squex swap=on"]
    assert ReportPlan("squex rows=4").variants == ()
    of_lyngk = [str(variant.title()) for variant in ReportPlan("lyngk").variants]
    assert of_lyngk[0] == "Variant: a stack of six wins"
    assert len(of_lyngk) == 3
    castles = [one for one in ReportPlan("control_v").variants if one.option.name == "castles"]
    assert [one.value for one in castles] == [0, 1, 3, 4]


def test_strengths_go_from_random_to_the_strongest_level() -> None:
    plan = ReportPlan("squex")
    assert plan.strengths == ("random", "level:1", "level:3", "level:5", "level:7", "level:9")
    assert (plan.quick, plan.strong, plan.left_out) == ("level:7", "level:9", ("level:10",))
    assert ReportPlan("squex", strongest=4).strengths == ("random", "level:2", "level:4")


@pytest.mark.parametrize("level", [0, 10, 11])
def test_levels_that_are_none_or_think_for_a_time_are_refused(level: int) -> None:
    with pytest.raises(ReportError, match="from 1 to 9"):
        ReportPlan("squex", strongest=level)
