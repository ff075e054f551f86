"""Puzzles in real browsers: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tabuleiro.analysis import Puzzle
from tabuleiro.core.game import Game
from tabuleiro.games import find_game, games
from tabuleiro.web.puzzle_pages import puzzles_of
from web.houses import QuickPool
from web.readers import PHONE, NewReader, violations
from web.serving import Served

NUMBER = 5  # of a puzzle of Squex in which three moves are to be found
TEMPTED = 20  # of one with wrong moves that tempt
PHONE_TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("site"), lambda settings: QuickPool())
    yield served
    served.close()


def squex(number: int = NUMBER) -> Puzzle:
    return puzzles_of(find_game("squex"))[number - 1]


def with_puzzles() -> list[Game[Any]]:
    return [game for game in games().values() if puzzles_of(game)]


def solving(reader: NewReader, number: int = NUMBER, game: str = "squex", **settings: Any) -> Page:
    """A page of a puzzle that can be touched."""
    page = reader(**settings).page
    page.goto(f"/puzzles/{game}/{number}")
    page.locator("button[data-site]").first.wait_for(state="attached")
    return page


def at(page: Page, site: str) -> tuple[float, float]:
    """Where a place is on the screen."""
    box = page.locator(f'button[data-site="{site}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, site: str) -> None:
    page.mouse.click(*at(page, site))


def tap(page: Page, site: str) -> None:
    page.touchscreen.tap(*at(page, site))


def press(page: Page, site: str) -> None:
    page.locator(f'button[data-site="{site}"]').focus()
    page.keyboard.press("Enter")


def own_moves(puzzle: Puzzle) -> list[tuple[int, str]]:
    """What whoever solves a puzzle has to find, with where it stands in the solution."""
    pairs = zip(puzzle.line(), puzzle.solution, strict=False)
    solver = puzzle.position.player
    return [(i, move) for i, (position, move) in enumerate(pairs) if position.player == solver]


def solve(page: Page, puzzle: Puzzle, touch: Any) -> None:
    """Makes all moves of the solution, each of one touch."""
    for count, move in own_moves(puzzle):
        expect(page.locator("#line button")).to_have_count(count)
        touch(page, move)
    expect(page.locator("#line button")).to_have_text(list(puzzle.solution))


def remembered(page: Page) -> list[str]:
    found: list[str] = json.loads(page.evaluate("localStorage['tabuleiro-puzzles'] ?? '[]'"))
    return found


# --- solving -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touch", "settings"),
    [(click, {}), (tap, PHONE_TOUCH), (press, {})],
    ids=["mouse", "touch", "keyboard"],
)
def test_right_moves_go_on_to_the_end_and_are_remembered(
    reader: NewReader, touch: Any, settings: dict[str, Any]
) -> None:
    page = solving(reader, **settings)
    expect(page.locator("#words")).to_have_text("Player 1 to move wins. Which move?")
    solve(page, squex(), touch)
    expect(page.locator("#words")).to_have_text("Solved: this wins.")
    expect(page.locator("#solved")).to_have_text("Solved: 1 of 24 · You have solved this one.")
    assert remembered(page) == [squex().position.full_text]
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line [aria-current]")).to_have_text(squex().solution[-2])
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator("#solved")).to_contain_text("You have solved this one.")


def test_wrong_moves_are_answered_in_words_and_tempting_ones_as_such(reader: NewReader) -> None:
    puzzle = squex(TEMPTED)
    page = solving(reader, TEMPTED)
    click(page, puzzle.tempting[0])
    reason = page.locator("#reason")
    expect(reason).to_have_text(f"{puzzle.tempting[0]} is tempting, but it does not win.")
    texts = {puzzle.position.move_text(move) for move in puzzle.position.legal_moves()}
    wrong = min(texts - {puzzle.key, *puzzle.tempting})
    click(page, wrong)
    expect(reason).to_have_text(f"{wrong} does not win. Look again.")
    assert remembered(page) == []
    click(page, puzzle.key)
    expect(reason).to_be_empty()


def test_a_place_that_cannot_be_touched_says_why(reader: NewReader) -> None:
    page = solving(reader)
    taken = squex().position.scene().pieces[0].site
    click(page, taken)
    expect(page.locator("#reason")).to_contain_text(f"{taken} already holds an octagon")


def test_later_moves_that_win_as_well_are_not_called_wrong(reader: NewReader) -> None:
    puzzle = squex()
    (_, first), (count, _), *_ = own_moves(puzzle)
    page = solving(reader)
    click(page, first)
    expect(page.locator("#line button")).to_have_count(count)
    position = puzzle.line()[count]
    other = next(
        text
        for text in map(position.move_text, position.legal_moves())
        if text != puzzle.solution[count]
    )
    click(page, other)
    told = page.locator("#words, #reason")
    expect(told.filter(has_text=other)).to_be_attached()
    said = " ".join(told.all_inner_texts())
    assert "wins as well" in said or "may win as well" in said or "does not win" in said


def test_a_hint_shows_where_the_move_begins_and_the_solution_all_of_it(reader: NewReader) -> None:
    puzzle = squex()
    page = solving(reader)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#words")).to_have_text(f"Hint: the move begins at {puzzle.key}.")
    expect(page.locator(".study-layer .figure.drawn")).to_have_count(1)
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#words")).to_contain_text(" ".join(puzzle.solution))
    expect(page.locator("#line [aria-current]")).to_have_text(puzzle.key)
    page.get_by_role("button", name="One move on").click()
    expect(page.locator("#line [aria-current]")).to_have_text(puzzle.solution[1])
    assert remembered(page) == []
    page.get_by_role("button", name="Try again").click()
    solve(page, puzzle, click)
    page.get_by_role("link", name="Study this position").click()
    expect(page.locator("#tree .move")).to_have_text(list(puzzle.solution))


@pytest.mark.parametrize("game", with_puzzles(), ids=lambda game: game.id)
def test_puzzles_of_every_game_can_be_touched(reader: NewReader, game: Game[Any]) -> None:
    page = solving(reader, 1, game.id)
    page.get_by_role("button", name="Hint").click()
    first = puzzles_of(game)[0]
    site = first.position.steps(first.position.move(first.key))[0][0]
    expect(page.locator("#words")).to_have_text(f"Hint: the move begins at {site}.")


# --- choosing ------------------------------------------------------------------------------


def test_grades_are_chosen_and_lead_on_to_what_is_not_solved(reader: NewReader) -> None:
    puzzles = puzzles_of(find_game("squex"))
    fives = [i for i, puzzle in enumerate(puzzles, 1) if puzzle.grade == 5]
    page = reader().page
    page.goto("/puzzles/squex")
    page.evaluate(
        "text => localStorage.setItem('tabuleiro-puzzles', JSON.stringify([text]))",
        puzzles[fives[0] - 1].position.full_text,
    )
    page.reload()
    expect(page.locator(".puzzle-grid .solved")).to_have_count(1)
    expect(page.locator("[data-solved]")).to_have_text("Solved: 1 of 24")
    page.get_by_role("radio", name="5").check(force=True)
    expect(page.locator(".puzzle-grid li:visible")).to_have_count(len(fives))
    expect(page.locator("[data-solved]")).to_have_text(f"Solved: 1 of {len(fives)}")
    page.get_by_role("link", name="Solve Squex").click()
    page.wait_for_url(f"**/puzzles/squex/{fives[1]}")
    expect(page.locator("#grade")).to_have_value("5")
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**/puzzles/squex/{fives[2]}")
    page.locator("#grade").select_option("")
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**/puzzles/squex/{fives[2] % len(puzzles) + 1}")


def test_a_grade_without_puzzles_says_so(reader: NewReader) -> None:
    page = reader().page
    page.goto("/puzzles/eigenstate")
    page.get_by_role("radio", name="5").check(force=True)
    expect(page.get_by_text("There are none of this grade.")).to_be_visible()
    expect(page.locator("[data-next]")).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/learn", "/rules/{id}"])
def test_pages_lead_to_the_puzzles_of_games_that_have_some(
    site: Served, game: Game[Any], path: str
) -> None:
    page = httpx.get(site.address + path.format(id=game.id)).text
    assert (f'href="/puzzles/{game.id}"' in page) == bool(puzzles_of(game))


def test_a_game_without_puzzles_says_so(site: Served, game: Game[Any]) -> None:
    page = httpx.get(f"{site.address}/puzzles/{game.id}").text
    assert (f"No puzzles come with {game.name}." in page) == (not puzzles_of(game))


@pytest.mark.parametrize("number", ["0", "25", "x", "01", "1" * 40])
def test_a_number_without_a_puzzle_is_not_found_in_words(site: Served, number: str) -> None:
    html = {"Accept": "text/html"}
    answer = httpx.get(f"{site.address}/puzzles/squex/{number}", headers=html)
    assert answer.status_code == 404
    assert "Squex has puzzles 1 to 24 here." in answer.text


# --- for everybody -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_puzzles_speak_portuguese_and_are_accessible(reader: NewReader, theme: str) -> None:
    page = reader(cookies={"lang": "pt", "theme": theme}, viewport=PHONE).page
    page.goto("/puzzles")
    expect(page.locator("h1")).to_have_text("Problemas")
    assert violations(page) == []
    page.goto(f"/puzzles/squex/{NUMBER}")
    expect(page.locator("#words")).to_contain_text("Jogador 1 joga e ganha")
    page.get_by_role("button", name="Solução").click()
    expect(page.locator("#line [aria-current]")).to_be_visible()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
