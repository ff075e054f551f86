"""Puzzles in real browsers: by mouse, touch and keyboard, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabuleiro.analysis import Puzzle, shipped_puzzles
from tabuleiro.analysis.puzzles import GRADES
from tabuleiro.core.game import Game
from tabuleiro.games import find_game, games
from tabuleiro.search.limit import Limit
from tabuleiro.search.solver import Solver
from tabuleiro.web.pages.puzzles import entries, rating_of
from web.browser.readers import PHONE, PHONE_TOUCH, NewReader, violations
from web.browser.touching import click, expect_touchable, press, tap

ENTER = "(board, text) => board.dispatchEvent(new CustomEvent('move', { detail: { text } }))"
AREA = "Hint: the move is in the marked part of the board."
PUZZLES = shipped_puzzles(find_game("squex"))
IDS = [identifier for identifier, _, _ in entries(find_game("squex"))]


def own_moves(puzzle: Puzzle) -> list[tuple[int, str]]:
    """The moves that the solver has to find, with their indexes in the solution."""
    pairs = zip(puzzle.positions(), puzzle.solution, strict=False)
    solver = puzzle.position.player
    return [(i, move) for i, (position, move) in enumerate(pairs) if position.player == solver]


def other_wins(puzzle: Puzzle) -> list[str]:
    """Moves that end the game like the solution, but with another last move."""
    last = puzzle.positions()[-2]
    ends = {last.move_text(move): last.play(move).outcome() for move in last.legal_moves()}
    solver = puzzle.position.player
    return [
        move
        for move, end in ends.items()
        if end and end.winners == (solver,) and move != puzzle.solution[-1]
    ]


def openly_refuted(puzzle: Puzzle) -> list[str]:
    """Wrong moves after which the opponent does not win with the answer of the puzzle, which the
    page would not show."""
    found = []
    for move in map(puzzle.position.move_text, puzzle.position.legal_moves()):
        after = puzzle.position.play(move)
        if move in (puzzle.key, *puzzle.tempting) or after.over:
            continue
        if puzzle.key not in map(after.move_text, after.legal_moves()):
            continue
        reply = after.play(puzzle.key)
        solution = None if reply.over else Solver().solve(reply)
        if solution and solution.winners == (puzzle.position.player,):
            found.append(move)
    return found


def number_where(fits: Callable[[Puzzle], object]) -> int:
    """The number of the first puzzle with this property."""
    return next(number for number, puzzle in enumerate(PUZZLES, 1) if fits(puzzle))


NUMBER = number_where(lambda puzzle: len(own_moves(puzzle)) == 3 and len(puzzle.solution) == 5)
PUZZLE = PUZZLES[NUMBER - 1]
TEMPTED = number_where(lambda puzzle: puzzle.tempting and openly_refuted(puzzle))
OTHERWISE = number_where(lambda puzzle: len(puzzle.solution) > 1 and other_wins(puzzle))


def with_puzzles() -> list[Game[Any]]:
    return [game for game in games().values() if shipped_puzzles(game)]


def solving(reader: NewReader, number: int = NUMBER, game: str = "squex", **settings: Any) -> Page:
    """The page of a puzzle, ready for input."""
    page = reader(**settings).page
    page.goto(f"/puzzles/{game}/{number}")
    page.locator("button.touch[data-site]").first.wait_for(state="attached")
    return page


def solve(page: Page, puzzle: Puzzle, touch: Any) -> None:
    """Makes all moves of the solution, each of one touch."""
    for count, move in own_moves(puzzle):
        expect_turn(page, count, move)
        touch(page, move)
    expect(page.locator("#line button")).to_have_text(list(puzzle.solution))


def expect_turn(page: Page, count: int, site: str) -> None:
    """Wait until this many moves of the line were made and the next can start at a place."""
    expect(page.locator("#line button")).to_have_count(count)
    expect_touchable(page, site)


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
    expect(page.locator(".task")).to_have_text(
        "Blue to move and win" if PUZZLE.position.player == 0 else "Orange to move and win"
    )
    solve(page, PUZZLE, touch)
    expect(page.locator("#words")).to_have_text("Solved!")
    expect(page.locator("#solved")).to_have_text(
        f"Solved: 1 of {len(PUZZLES)} · You have solved this puzzle."
    )
    assert remembered(page) == [IDS[NUMBER - 1]]
    expect(page.locator("#themes")).to_contain_text("Themes: ")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line [aria-current]")).to_have_text(PUZZLE.solution[-2])
    page.keyboard.press("ArrowRight")
    page.reload()
    expect(page.locator("#solved")).to_contain_text("You have solved this puzzle.")


def test_wrong_moves_are_answered_in_words_and_tempting_ones_as_such(reader: NewReader) -> None:
    puzzle = PUZZLES[TEMPTED - 1]
    page = solving(reader, TEMPTED)
    click(page, puzzle.tempting[0])
    reason = page.locator("#reason")
    expect(reason).to_contain_text(puzzle.tempting[0])
    wrong = openly_refuted(puzzle)[0]
    click(page, wrong)
    refuted = re.compile(rf"^{wrong} does not win, because of [a-h]\d\. Try another move\.$")
    expect(reason).to_have_text(refuted)
    assert remembered(page) == []
    click(page, puzzle.key)
    expect(reason).to_be_empty()


def test_an_analysis_that_another_one_replaces_is_no_error(reader: NewReader) -> None:
    page = solving(reader, TEMPTED)
    replaced = 'event: end\ndata: {"replaced": true}\n\n'
    page.route("**/analysis", lambda route: route.fulfill(body=replaced))
    tempting = PUZZLES[TEMPTED - 1].tempting[0]
    with page.expect_response("**/analysis") as answered:
        click(page, tempting)
    answered.value.finished()
    page.evaluate("new Promise((done) => setTimeout(done))")
    expect(page.locator("#reason")).to_contain_text(tempting)


def test_all_moves_of_a_reply_are_named(reader: NewReader) -> None:
    puzzle = shipped_puzzles(find_game("eigenstate"))[0]
    page = solving(reader, 1, "eigenstate")
    board = page.locator("#board")
    for count, move in own_moves(puzzle)[:3]:
        expect(page.locator("#line button")).to_have_count(count)
        board.evaluate(ENTER, move)
    reply = " ".join(puzzle.solution[3:6])
    expect(page.locator("#words")).to_contain_text(f"The reply is {reply}.")


def test_a_place_that_cannot_be_touched_says_why(reader: NewReader) -> None:
    page = solving(reader)
    taken = PUZZLE.position.scene().pieces[0].site
    click(page, taken)
    expect(page.locator("#reason")).to_contain_text(f"{taken} already holds an octagon")


def test_later_moves_that_win_as_well_are_not_called_wrong(reader: NewReader) -> None:
    (_, first), (count, _), *_ = own_moves(PUZZLE)
    page = solving(reader)
    click(page, first)
    position = PUZZLE.positions()[count]
    other = next(
        text
        for text in map(position.move_text, position.legal_moves())
        if text != PUZZLE.solution[count]
    )
    proved = Solver(megabytes=16).solve(position.play(other), Limit(nodes=100_000))
    assert proved
    expect_turn(page, count, other)
    click(page, other)
    wins = proved.winners == (PUZZLE.position.player,)
    said = page.locator("#words, #reason")
    right = f"{other} wins too" if wins else f"{other} does not win"
    expect(said.filter(has_text=re.compile(f"{right}|{other} may win too"))).to_be_attached()


def test_another_move_that_ends_the_game_solves_the_puzzle(reader: NewReader) -> None:
    puzzle = PUZZLES[OTHERWISE - 1]
    page = solving(reader, OTHERWISE)
    *before, (last, _) = own_moves(puzzle)
    for count, move in before:
        expect_turn(page, count, move)
        click(page, move)
    win = other_wins(puzzle)[0]
    expect_turn(page, last, win)
    click(page, win)
    expect(page.locator("#words")).to_have_text("Solved!")
    assert remembered(page) == [IDS[OTHERWISE - 1]]


def test_a_hint_shows_where_the_move_begins_and_the_solution_all_of_it(reader: NewReader) -> None:
    puzzle = PUZZLE
    page = solving(reader)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#words")).to_have_text(AREA)
    assert page.locator(".study-layer .figure.drawn").count() > 3
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#words")).to_have_text(f"Hint: the move starts at {puzzle.key}.")
    expect(page.locator(".study-layer .figure.drawn")).to_have_count(1)
    expect(page.locator(".task")).to_contain_text("to move and win")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("#words")).to_contain_text(" ".join(puzzle.solution))
    expect(page.locator("#line [aria-current]")).to_have_text(puzzle.key)
    page.get_by_role("button", name="Next move").click()
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
    first = shipped_puzzles(game)[0]
    (site, *_), *more = first.position.steps(first.position.move(first.key))
    begins = f"Hint: the move starts at {site}."
    expect(page.locator("#words")).to_have_text(begins if more else AREA)


# --- choosing ------------------------------------------------------------------------------


def test_grades_are_chosen_and_lead_on_to_what_is_not_solved(reader: NewReader) -> None:
    threes = [i for i, puzzle in enumerate(PUZZLES, 1) if puzzle.grade == 3]
    page = reader().page
    page.goto("/puzzles/squex")
    page.evaluate(
        "text => localStorage.setItem('tabuleiro-puzzles', JSON.stringify([text]))",
        PUZZLES[threes[0] - 1].position.full_text,
    )
    page.reload()
    expect(page.locator(".puzzle-grid .solved")).to_have_count(1)
    expect(page.locator("[data-solved]")).to_have_text(f"Solved: 1 of {len(PUZZLES)}")
    page.get_by_role("radio", name="3").check(force=True)
    expect(page.locator(".puzzle-grid li:visible")).to_have_count(len(threes))
    expect(page.locator("[data-solved]")).to_have_text(f"Solved: 1 of {len(threes)}")
    page.get_by_role("link", name="Solve Squex").click()
    page.wait_for_url(f"**/puzzles/squex/{threes[1]}")  # the easiest of those that are left
    expect(page.locator("#grade")).to_have_value("3")
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**/puzzles/squex/{threes[2]}")
    page.locator("#grade").select_option("")
    nearest = min(range(1, len(PUZZLES) + 1), key=lambda i: abs(rating_of(PUZZLES[i - 1]) - 1200))
    page.get_by_role("link", name="Next", exact=True).click()
    page.wait_for_url(f"**/puzzles/squex/{nearest}")


def test_the_first_try_changes_the_rating_and_the_streak(reader: NewReader) -> None:
    page = solving(reader)
    standing = page.locator("#standing")
    expect(standing).to_have_text("Puzzle rating: 1200 · in a row: 0")
    solve(page, PUZZLE, click)
    expected = 1 / (1 + 10 ** ((rating_of(PUZZLE) - 1200) / 400))
    won = round(32 * (1 - expected))
    expect(standing).to_have_text(f"Puzzle rating: {1200 + won} (+{won}) · in a row: 1")
    page.reload()
    page.get_by_role("button", name="Solution").click()  # of a puzzle that was solved before
    expect(standing).to_have_text(f"Puzzle rating: {1200 + won} · in a row: 1")
    page.goto(f"/puzzles/squex/{TEMPTED}")
    page.get_by_role("button", name="Hint").click()
    expect(standing).to_contain_text("in a row: 0")
    failed = standing.text_content()
    page.reload()
    page.get_by_role("button", name="Solution").click()  # counted once
    lost = re.sub(r" \(−\d+\)", "", failed or "")
    expect(standing).to_have_text(lost)
    page.goto("/puzzles")
    expect(standing).to_have_text(lost)


def test_a_grade_without_puzzles_cannot_be_chosen_and_says_so(reader: NewReader) -> None:
    game, grade = next(
        (game.id, grade)
        for game in with_puzzles()
        for grade in GRADES
        if all(each.grade != grade for each in shipped_puzzles(game))
    )
    page = reader().page
    page.goto(f"/puzzles/{game}")
    expect(page.get_by_role("radio", name=str(grade))).to_be_disabled()
    page.evaluate(f"localStorage['tabuleiro-puzzle-grade'] = '{grade}'")  # chosen for another game
    page.reload()
    expect(page.get_by_text("No puzzles of this difficulty.")).to_be_visible()
    expect(page.locator("[data-next]")).to_be_hidden()


# --- for everybody -------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_puzzles_speak_portuguese_and_are_accessible(reader: NewReader, theme: str) -> None:
    page = reader(cookies={"lang": "pt", "theme": theme}, viewport=PHONE).page
    page.goto("/puzzles")
    expect(page.locator("h1")).to_have_text("Problemas")
    assert violations(page) == []
    page.goto(f"/puzzles/squex/{NUMBER}")
    expect(page.locator(".task")).to_contain_text("joga e ganha")
    page.get_by_role("button", name="Solução").click()
    expect(page.locator("#line [aria-current]")).to_be_visible()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.parametrize("tells", [True, False])
def test_a_reply_is_named_unless_it_is_the_answer(reader: NewReader, tells: bool) -> None:
    """Both players may need the same octagon."""
    page, position = solving(reader), PUZZLE.position
    texts = {position.move_text(move) for move in position.legal_moves()}
    wrong, other, *_ = sorted(texts - {PUZZLE.key, *PUZZLE.tempting})
    reply = other if tells else PUZZLE.key
    found = {"proved": True, "lines": [{"line": [{"player": 1 - position.player, "move": reply}]}]}
    body = f"event: analysis\ndata: {json.dumps(found)}\n\n"
    page.route("**/analysis", lambda route: route.fulfill(body=body))
    with page.expect_response("**/analysis"):
        click(page, wrong)
    page.evaluate("new Promise(requestAnimationFrame)")
    because = f", because of {reply}" if tells else ""
    reason = page.locator("#reason")
    expect(reason).to_have_text(f"{wrong} does not win{because}. Try another move.")
