"""The board in a real browser: whole games by mouse, by touch and by keyboard, on a strict page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tabuleiro.core.game import Game
from tabuleiro.core.options import Option
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.core.scene import Step
from tabuleiro.core.scene_description import site_in_words
from tabuleiro.games import start
from tabuleiro.games.control_v.view import preview_sites
from waiting import wait_for
from web.browser.board_page import Boards, Play
from web.browser.readers import NewReader, hold_back, settle, wait_for_held
from web.short_games import halfway, short_game

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}
TARGET = 40  # pixels
LAST = 12  # moves of a game that are entered here

Open = Callable[..., tuple[Page, Play]]


@pytest.fixture(scope="module")
def site() -> Iterator[Boards]:
    with closing(Boards()) as boards:
        yield boards


@pytest.fixture
def open_board(site: Boards, reader: NewReader) -> Iterator[Open]:
    """Opens a page with a board; its console must stay empty."""
    said: list[str] = []

    def opened(position: Position, **settings: Any) -> tuple[Page, Play]:
        site.play = Play(position)
        page = reader(**{"viewport": DESKTOP, **settings}).page
        page.on("console", lambda message: said.append(message.text))
        page.goto("/")
        wait_for_state(page, 0)
        return page, site.play

    yield opened
    assert said == []


def wait_for_state(page: Page, number: int) -> None:
    """Waits until the page has shown this many states after the first."""
    page.locator(f'#board[data-shown="{number}"]').wait_for(state="attached")


# --- hands ---------------------------------------------------------------------------------


def point(page: Page, site: str) -> tuple[float, float]:
    """Where a site is on the screen."""
    found = page.evaluate("site => board.sites.point(site)", site)
    return found["x"], found["y"]


def click(page: Page, step: Step) -> None:
    page.mouse.click(*point(page, step[0]))


def tap(page: Page, step: Step) -> None:
    """A tap; if it shows a preview of the move, "Play" plays it."""
    page.touchscreen.tap(*point(page, step[-1]))
    if page.evaluate("board.input.waiting"):
        page.locator(".board-confirm .primary").tap()


def press(page: Page, step: Step) -> None:
    """Goes from one touchable site to the next until the label is that of the target."""
    target, back = page.evaluate(
        """site => [board.sites.said.get(site), board.sites.point(site).y
            < board.sites.point(document.activeElement.dataset.site).y]""",
        step[0],
    )
    for _ in range(400):
        said = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if said == f"{target}; can be selected":
            page.keyboard.press("Enter")
            return
        page.keyboard.press("PageUp" if back else "PageDown")
    pytest.fail(f"no key leads to {target}")


Touch = Callable[[Page, Step], None]


def play_through(page: Page, play: Play, touch: Touch) -> None:
    """All moves to the end."""
    for count, text in enumerate(short_game(play.position)):
        for step in play.position.steps(play.position.move(text)):
            touch(page, step)
        wait_for_state(page, count + 1)
        assert play.sent[count:] == [text]
    assert play.position.over


def small(game: Game[Any]) -> Position:
    """A start on the smallest board that the options allow."""
    sizes = {option.name: least(option) for option in game.options if not option.start_only}
    given = {name: size for name, size in sizes.items() if size is not None}
    position: Position = game.start(**given)
    return position


def near_the_end(game: Game[Any]) -> Position:
    """A position of a small game that may soon be over; browsers play whole games elsewhere."""
    position = small(game)
    for text in short_game(position)[:-LAST]:
        position = position.play(text)
    return position


def least(option: Option) -> str | None:
    """The smallest number that an option takes, if it takes numbers."""
    domain = option.domain()
    numbers = [value for value in domain.get("values", ()) if str(value).isdigit()]
    return str(domain.get("min", min(numbers, key=int, default=""))) or None


def test_the_last_moves_of_a_game_are_made_by_mouse(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(near_the_end(game))
    play_through(page, play, click)


def test_the_last_moves_of_a_game_are_made_by_touch(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(near_the_end(game), viewport=PHONE, has_touch=True)
    play_through(page, play, tap)


def test_the_last_moves_of_a_game_are_made_by_keyboard(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(near_the_end(game))
    page.keyboard.press("Tab")
    play_through(page, play, press)


# --- what hands rely on ---------------------------------------------------------------------


def targets(page: Page) -> list[float]:
    """The distance from each touchable site to the nearest other one, in pixels."""
    found: list[float] = page.evaluate(
        """() => {
            const names = [...board.input.partial.next.keys()];
            const points = names.map(name => board.sites.point(name));
            return points.map(a => Math.min(...points.filter(b => b !== a).map(
                b => Math.hypot(a.x - b.x, a.y - b.y))));
        }"""
    )
    return found


def test_targets_measure_40_pixels_on_a_phone_or_the_board_can_be_enlarged(
    game: Game[Any], open_board: Open
) -> None:
    page, play = open_board(halfway(game), viewport=PHONE, has_touch=True)
    enlarge = page.get_by_role("button", name="Enlarge the board")
    if enlarge.count():
        enlarge.click()
    steps = play.position.steps(play.position.legal_moves()[0])
    for step in steps:
        assert min(targets(page), default=TARGET) >= TARGET - 0.5
        page.evaluate("site => board.touch(site, 'mouse')", step[0])


def test_a_touched_piece_opens_large_with_holes_of_40_pixels(open_board: Open) -> None:
    position = random_walk(start("eigenstate"), 1, 5)
    page, play = open_board(position, viewport=PHONE, has_touch=True)
    (piece,), (hole,) = position.steps(position.legal_moves()[0])
    page.touchscreen.tap(*point(page, piece))
    sheet = page.locator(".lens")
    expect(sheet).to_be_visible()
    settle(page)
    assert min(targets(page)) >= TARGET
    width = page.evaluate("site => board.sites.buttons.get(site).offsetWidth", hole)
    assert width >= TARGET
    page.locator(".lens-close").click()
    expect(sheet).to_be_hidden()
    assert not play.sent


def test_the_nearest_site_wins(open_board: Open) -> None:
    page, play = open_board(start("squex"))
    (x, y), (right, _) = point(page, "c3"), point(page, "d3")
    page.mouse.click(x + 0.4 * (right - x), y)
    wait_for_state(page, 1)
    assert play.sent == ["c3"]


def test_a_piece_is_dragged_to_where_it_goes(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    move = play.position.legal_moves()[0]
    text = play.position.move_text(move)
    (origin,), (goal,) = play.position.steps(move)
    page.mouse.move(*point(page, origin))
    page.mouse.down()
    page.mouse.move(*point(page, goal), steps=4)
    page.mouse.up()
    wait_for_state(page, 1)
    assert play.sent == [text]


class Finger:
    """A finger on the screen."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def event(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.event("touchStart", start)
        for share in (0.1, 0.3, 0.6, 0.8, 1.0):
            x, y = (a + share * (b - a) for a, b in zip(start, end, strict=True))
            self.event("touchMove", (x, y))
        self.event("touchEnd")


LOW = {"width": 360, "height": 300}  # a screen on which the page has to be scrolled


def scrolled(page: Page) -> float:
    """How far down the page has been scrolled."""
    top: float = page.evaluate("scrollY")
    return top


def test_a_finger_drags_a_piece_and_the_page_stays(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1), viewport=LOW, has_touch=True, is_mobile=True)
    moves = play.position.legal_moves()
    move = max(moves, key=lambda move: point(page, play.position.steps(move)[1][0])[1])
    (origin,), (goal,) = play.position.steps(move)
    page.evaluate("site => board.sites.buttons.get(site).scrollIntoView({block: 'center'})", goal)
    before = scrolled(page)
    Finger(page).drag(point(page, origin), point(page, goal))
    wait_for_state(page, 1)
    assert play.sent == [play.start.move_text(move)]
    assert scrolled(page) == before


def test_a_finger_scrolls_the_page_where_it_drags_nothing(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1), viewport=LOW, has_touch=True, is_mobile=True)
    x, y = point(page, "d4")
    assert scrolled(page) == 0
    Finger(page).drag((x, y), (x, y - 90))
    wait_for(lambda: scrolled(page) > 0)
    assert play.sent == [] and page.evaluate("board.input.partial.touched.length") == 0


def test_a_mouse_sees_beforehand_what_a_single_touch_puts_down(open_board: Open) -> None:
    page, _ = open_board(start("squex"))
    page.mouse.move(*point(page, "c3"))
    ghost = page.locator(".ghost-faint")
    expect(ghost).to_have_class(re.compile("tone-p1"))
    page.mouse.move(*point(page, "d3"))
    expect(ghost).to_have_count(1)
    page.mouse.move(0, 0)
    expect(ghost).to_have_count(0)


def test_a_finger_plays_a_single_touch_at_once_without_a_ghost(open_board: Open) -> None:
    page, play = open_board(start("squex"), viewport=PHONE, has_touch=True)
    page.touchscreen.tap(*point(page, "c3"))
    wait_for_state(page, 1)
    assert play.sent == ["c3"]
    assert page.locator(".ghost-faint, .ghost").count() == 0


def test_a_mouse_sees_beforehand_where_a_touched_piece_would_go(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    (origin,), (goal,) = play.position.steps(play.position.legal_moves()[0])
    page.mouse.click(*point(page, origin))
    expect(page.locator(".ghost-piece")).to_have_count(0)
    page.mouse.move(*point(page, goal))
    expect(page.locator(".ghost-piece")).to_have_count(1)


def test_coordinates_can_be_read_on_a_phone_and_leave_the_board_its_room(
    game: Game[Any], open_board: Open
) -> None:
    page, _ = open_board(game.start(), viewport=PHONE, has_touch=True)
    labels, cells, ((left, top, right, bottom),) = page.evaluate(
        """() => [".labels text", ".cells > *, .wells > *", ".board-stage"].map((selector) =>
            [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
                .map(({ left, top, right, bottom }) => [left, top, right, bottom]))"""
    )
    assert labels and min(label[3] - label[1] for label in labels) >= 11
    for label in labels:
        assert left <= label[0] and label[2] <= right, "no letter is cut off"
        assert top - 2 <= label[1] and label[3] <= bottom + 2
    wide, high = (max(c[i + 2] for c in cells) - min(c[i] for c in cells) for i in range(2))
    assert max(wide, high) >= 0.85 * (right - left)


def test_a_phone_leaves_out_signs_that_are_too_small_and_spreads_a_touched_stack(
    open_board: Open,
) -> None:
    position = random_walk(start("lyngk"), 12, 4)
    page, _ = open_board(position, viewport=PHONE, has_touch=True)
    assert page.locator(".crescent").count() > 0
    assert not any(one.is_visible() for one in page.locator(".crescent").all())
    move = next(m for m in position.legal_moves() if height(position, m) > 1)
    page.touchscreen.tap(*point(page, position.steps(move)[0][0]))
    expect(page.locator(".stack-preview svg")).to_have_count(height(position, move))
    preview, board = (
        page.locator(part).bounding_box() for part in (".stack-preview", ".board-stage")
    )
    assert preview
    assert board
    assert preview["x"] >= board["x"], "it is on the board, not over what is around it"
    assert preview["y"] + preview["height"] <= board["y"] + board["height"]


def test_a_touch_that_no_move_allows_is_told_and_changes_nothing(open_board: Open) -> None:
    page, play = open_board(start("squex").play("c3"))
    page.mouse.click(*point(page, "c3"))
    expect(page.locator("#why")).to_have_text("refused c3")
    assert play.sent == []


def test_escape_lets_go_of_what_was_touched(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    (origin,), _ = play.position.steps(play.position.legal_moves()[0])
    page.mouse.click(*point(page, origin))
    assert page.evaluate("board.input.partial.touched.length") == 1
    page.keyboard.press("Escape")
    assert page.evaluate("board.input.partial.touched.length") == 0


def test_another_piece_may_be_touched_instead(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    origins = list(dict.fromkeys(play.position.steps(m)[0][0] for m in play.position.legal_moves()))
    for origin in origins[:2]:
        page.mouse.click(*point(page, origin))
        assert page.evaluate("[...board.input.partial.selected]") == [origin]


def test_a_move_is_confirmed_when_that_is_asked_for(open_board: Open) -> None:
    page, play = open_board(start("squex"))
    page.evaluate("board.confirm = true")
    page.mouse.click(*point(page, "c3"))
    assert play.sent == []
    page.get_by_role("button", name="Cancel").click()
    page.mouse.click(*point(page, "d4"))
    page.get_by_role("button", name="Play d4").click()
    wait_for_state(page, 1)
    assert play.sent == ["d4"]


def test_the_first_tap_shows_what_a_copy_would_fill(open_board: Open) -> None:
    position = random_walk(start("control_v"), 12, 3)
    page, play = open_board(position, viewport=PHONE, has_touch=True)
    move = position.legal_moves()[0]
    block, axis = position.steps(move)
    page.touchscreen.tap(*point(page, block[0]))
    page.touchscreen.tap(*point(page, axis[0]))
    more = len(position.play(move).scene().pieces) - len(position.scene().pieces)
    site = next(site for site in position.scene().sites if site.name == axis[0])
    expect(page.locator(".ghost")).to_have_count(more)
    expect(page.locator(".guide")).to_have_count(len(site.guides))
    page.touchscreen.tap(*point(page, axis[0]))
    assert play.sent == []
    page.locator(".board-confirm .primary").tap()
    wait_for_state(page, 1)
    assert play.sent == [position.move_text(move)]


SHOWN_AT = """cell => (board.input.partial.covered.get(cell) ?? [])
    .map(move => board.input.partial.choices.moves[move][0])"""
"""The moves that a touch of a cell may show."""


def test_copies_that_fill_the_same_cells_count_as_one(open_board: Open) -> None:
    position: Any = random_walk(start("control_v"), 12, 5)
    mirror, turn = position.move("e6=c"), position.move("e6=cn")
    assert position.play(mirror).scene().pieces == position.play(turn).scene().pieces
    page, _ = open_board(position)
    page.mouse.click(*point(page, "e6"))
    for cell in preview_sites(position, turn):
        shown = page.evaluate(SHOWN_AT, cell)
        assert "e6=c" in shown
        assert "e6=cn" not in shown


def test_where_several_copies_fit_the_wheel_shows_another(open_board: Open) -> None:
    position = random_walk(start("control_v"), 24, 4)
    page, play = open_board(position)
    page.mouse.click(*point(page, "f3"))
    page.mouse.move(*point(page, "b3"))
    texts: list[str] = []
    for _ in range(2):
        assert page.evaluate("board.confirming") == "hovered"
        texts.append(page.evaluate("board.input.text"))
        page.mouse.wheel(0, 100)
        page.wait_for_function("before => board.input.text !== before", arg=texts[-1])
    assert sorted(texts) == sorted(page.evaluate(SHOWN_AT, "b3"))
    page.mouse.click(*point(page, "b3"))
    wait_for_state(page, 1)
    assert play.sent == texts[:1]


# --- by keyboard and by ear -------------------------------------------------------------------


def said(page: Page) -> str:
    """The label of the focused element."""
    name: str = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return name


def test_the_board_is_one_tab_stop(game: Game[Any], open_board: Open) -> None:
    page, _ = open_board(game.start())
    assert page.locator("#board [tabindex='0']").count() == 1


def test_arrow_keys_walk_over_the_board_and_say_what_is_there(open_board: Open) -> None:
    page, _ = open_board(start("squex").play("b1"))
    page.keyboard.press("Tab")
    heard = [said(page)]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        heard.append(said(page))
    assert heard == [
        "a1: empty; can be selected",
        "b1: octagon of Player 1",
        "b2: empty; can be selected",
        "a2: empty; can be selected",
        "a1: empty; can be selected",
    ]


REACHED = """async () => {
    const { ArrowCursor } = await import("/static/board/arrow_navigation.js");
    const points = board.keys.points();
    const start = new ArrowCursor(board.sites.current);
    const found = new Map([[JSON.stringify(start), start]]);
    for (const cursor of found.values()) {
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            const next = cursor.move(points, key);
            if (next) found.set(JSON.stringify(next), next);
        }
    }
    const reached = new Set([...found.values()].map((cursor) => cursor.at));
    return [...points.keys()].filter((name) => !reached.has(name));
}"""
"""The sites that arrow keys do not reach."""


LASTING = """() => [...board.sites.buttons.keys()].filter((name) =>
    !board.sites.sites.get(name)?.optional).length"""
"""How many sites are not optional."""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_arrow_keys_lead_to_every_site_of_the_board_and_beside_it(
    game: Game[Any], viewport: Any, open_board: Open
) -> None:
    page, play = open_board(halfway(game), viewport=viewport)
    assert page.evaluate("board.keys.points().size") == page.evaluate(LASTING)
    assert page.evaluate(REACHED) == []
    steps = [play.position.steps(move) for move in play.position.legal_moves()]
    for first in sorted({first for (first, *_), *more in steps if more})[:4]:
        page.evaluate("site => board.sites.focus(site)", first)
        page.keyboard.press("Enter")
        assert page.evaluate(REACHED) == [], f"after {first}"
        page.keyboard.press("Escape")


def test_arrow_keys_lead_to_squares_and_to_what_lies_beside_a_board(open_board: Open) -> None:
    page, play = open_board(start("squex", swap="on").play("c3"))
    assert "swap" in page.evaluate("[...board.keys.points().keys()]")
    assert page.evaluate(REACHED) == []
    for move in ("a8", "d4"):
        play.play(move)
    page.evaluate("refresh()")
    page.evaluate("board.sites.focus('c3')")
    heard = []
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        heard.append(said(page).partition(";")[0])
    assert heard == ["square c3-d4: square of Player 1", "c4: empty", "d4: octagon of Player 1"]


def test_a_walk_along_a_zigzag_row_leaves_out_no_column(open_board: Open) -> None:
    page, _ = open_board(start("lyngk"))
    page.evaluate("board.sites.focus('c3')")
    walked = []
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        walked.append(page.evaluate("document.activeElement.dataset.site"))
    assert [site[0] for site in walked] == ["d", "e", "f", "g"]


def test_every_site_is_named_as_in_the_plain_interface(game: Game[Any], open_board: Open) -> None:
    position = halfway(game)
    page, _ = open_board(position)
    names: dict[str, str] = page.evaluate("Object.fromEntries(board.sites.said)")
    scene = position.scene()
    assert len(names) >= len({piece.site for piece in scene.pieces})
    assert names == {name: str(site_in_words(scene, name)) for name in names}


def test_the_focus_stays_when_the_board_is_redrawn(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(game.start())
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    before = page.evaluate("document.activeElement.dataset.site")
    play.position = random_walk(play.position, 3, 1)
    page.evaluate("refresh()")
    assert page.evaluate("document.activeElement.dataset.site") == before


def test_the_focus_goes_to_the_nearest_site_when_its_own_has_gone(open_board: Open) -> None:
    page, play = open_board(start("squex", swap="on").play("c3"))
    page.evaluate("board.sites.focus('swap')")
    play.play("d4")
    page.evaluate("refresh()")
    assert page.evaluate("board.sites.focused") != ""


def test_what_may_be_touched_next_is_announced(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    (origin,), _ = play.position.steps(play.position.legal_moves()[0])
    page.mouse.click(*point(page, origin))
    expect(page.locator("#board [role=status]")).to_have_text(
        f"ring spot {origin} selected. Next: " + ", ".join(goals(play.position, origin))
    )


def goals(position: Position, origin: str) -> list[str]:
    """Where the disc on a spot can go."""
    steps = [position.steps(move) for move in position.legal_moves()]
    return [goal for (start,), (goal,) in steps if start == origin]


# --- motion --------------------------------------------------------------------------------

MOVED = """async () => {
    await refresh();
    return board.picture.moving.getAnimations({subtree: true})
        .filter(motion => motion.effect.getKeyframes()[0].transform?.startsWith("translate"))
        .map(motion => motion.effect.target.closest(".stack").dataset.site).sort();
}"""
"""Show the current state; return the places that pieces are moving to."""


def test_pieces_glide_and_push_others_in_their_order(open_board: Open) -> None:
    position, move, moved = a_push()
    page, play = open_board(position)
    play.play(position.move_text(move))
    assert page.evaluate(MOVED) == sorted(moved)


def a_push() -> tuple[Position, int, list[str]]:
    """A position of Fuse, a move that pushes a disc by one, and where the two discs are then."""
    position = start("fuse", seed=1)
    chance = Random(1)
    while True:
        for move in position.legal_moves():
            (origin,), (goal,) = position.steps(move)
            after = position.play(move)
            before = {piece.site: piece.letter for piece in position.scene().pieces}
            then = {piece.site: piece.letter for piece in after.scene().pieces}
            new = [site for site in then if site not in before]
            alike = len({before[origin], before.get(goal), *(then[site] for site in new)}) == 1
            if alike and len(new) == 1:
                return position, move, [goal, new[0]]
        position = position.play(chance.choice(position.legal_moves()))


def test_a_stack_glides_onto_another_with_all_its_pieces_and_back(open_board: Open) -> None:
    position = random_walk(start("lyngk"), 12, 4)
    page, play = open_board(position)
    move = next(m for m in position.legal_moves() if height(position, m) > 1)
    (origin,), (goal,) = position.steps(move)
    play.play(position.move_text(move))
    assert page.evaluate(MOVED).count(goal) >= height(position, move)
    play.position, play.previous, play.move = position, None, None
    assert page.evaluate(MOVED).count(origin) == height(position, move)


def height(position: Position, move: int) -> int:
    """How many pieces are on the first site of a move."""
    origin = position.steps(move)[0][0]
    return sum(piece.site == origin for piece in position.scene().pieces)


def test_nothing_sounds_until_sound_is_turned_on(open_board: Open) -> None:
    page, _ = open_board(start("squex"))
    page.mouse.click(*point(page, "c3"))
    wait_for_state(page, 1)
    assert page.evaluate("board.sound.context") is None
    page.evaluate("board.sound.setOn(true)")
    for name in ("place", "push", "capture", "copy", "illegal", "turn", "won", "over"):
        page.evaluate("name => board.sound.play(name)", name)


def test_who_wants_little_motion_sees_none(open_board: Open) -> None:
    position = start("fuse", seed=1)
    page, play = open_board(position, reduced_motion="reduce")
    play.play(position.move_text(position.legal_moves()[0]))
    assert page.evaluate(MOVED) == []


STOPPED = """async () => {
    await refresh();
    const motions = board.picture.moving.getAnimations({subtree: true});
    for (const motion of motions) motion.pause();
    return motions.length;
}"""
"""Show the current state and stop all animations; return how many there are."""


def test_motion_does_not_hold_up_a_touch(open_board: Open) -> None:
    page, play = open_board(start("squex").play("b2"))
    play.play("c3")
    assert page.evaluate(STOPPED) > 0
    page.mouse.click(*point(page, "d4"))
    wait_for_state(page, 2)
    assert play.sent == ["c3", "d4"]


# --- what stays ----------------------------------------------------------------------------

DRAWN = """() => {
    const parts = [...board.picture.moving.querySelectorAll(":scope > g:not(.leaving)")];
    const names = parts.map((part) => part.getAttribute("class"));
    const marks = parts.flatMap((part) => [...part.children].map((mark) => mark.outerHTML));
    return [names, marks.sort(), board.picture.entry.innerHTML];
}"""
"""All that the picture of a state shows; a piece that has moved lies over the others."""


def test_a_picture_after_many_moves_is_the_one_that_is_drawn_from_nothing(
    game: Game[Any], open_board: Open
) -> None:
    page, play = open_board(halfway(game))
    chance = Random(1)
    for _ in range(LAST):
        if play.position.over:
            break
        play.play(play.position.move_text(chance.choice(play.position.legal_moves())))
        page.evaluate("refresh()")
    after = page.evaluate(DRAWN)
    page.reload()
    wait_for_state(page, 0)
    assert after == page.evaluate(DRAWN)


def test_what_looks_as_before_is_not_drawn_again(open_board: Open) -> None:
    page, _ = open_board(start("squex").play("c3"))
    page.evaluate("""window.kept = (name) => board.picture.root.querySelector(`g.${name}`);
        window.piece = kept("stack[data-site=c3]");
        window.dot = kept("spot[transform='translate(84 86)']")""")
    page.mouse.move(*point(page, "e5"))
    page.locator("#board .hovered").wait_for(state="attached")
    assert page.evaluate("board.picture.root.contains(dot)")
    page.mouse.click(*point(page, "e5"))
    wait_for_state(page, 1)
    assert page.evaluate("board.picture.root.contains(piece)")


def test_the_focus_goes_from_one_touched_site_straight_to_the_next(open_board: Open) -> None:
    page, _ = open_board(start("squex"))
    page.evaluate("""window.way = [];
        board.element.addEventListener("focusin", ({ target }) => way.push(target.dataset.site));
        board.element.addEventListener("focusout", (event) => event.relatedTarget ?? way.push(""))
    """)
    for count, site in enumerate(("c3", "e5"), 1):
        page.mouse.click(*point(page, site))
        wait_for_state(page, count)
    assert page.evaluate("way") == ["c3", "e5"]


def test_nothing_may_be_touched_while_a_move_is_on_its_way(open_board: Open) -> None:
    page, play = open_board(start("squex"))
    held = hold_back(page, "**/move")
    page.mouse.click(*point(page, "c3"))
    wait_for_held(page, held)
    expect(page.locator(".site.touch")).to_have_count(0)
    expect(page.locator(".entry .dot")).to_have_count(0)
    assert play.sent == []


# --- turning ---------------------------------------------------------------------------------


def test_a_turned_board_is_touched_where_it_is_seen(game: Game[Any], open_board: Open) -> None:
    page, play = open_board(small(game))
    turns = page.evaluate("board.still.turns")
    for count, _ in enumerate(turns, 1):
        page.evaluate("board.turn()")
        move = play.position.legal_moves()[-1]
        text = play.position.move_text(move)
        for step in play.position.steps(move):
            click(page, step)
        wait_for_state(page, count)
        assert play.sent[-1] == text


def test_coordinates_stay_upright_on_a_turned_board(open_board: Open) -> None:
    page, _ = open_board(start("squex"))
    page.evaluate("board.turnTo(2)")
    matrix = page.evaluate(
        "(m => [m.a, m.b, m.c, m.d])(document.querySelector('.labels text').getScreenCTM())"
    )
    assert matrix[0] == pytest.approx(matrix[3]) and matrix[0] > 0
    assert matrix[1] == pytest.approx(0, abs=1e-6)


def test_what_was_touched_stays_touched_when_the_same_state_comes_again(open_board: Open) -> None:
    page, play = open_board(start("fuse", seed=1))
    (origin,), _ = play.position.steps(play.position.legal_moves()[0])
    page.mouse.click(*point(page, origin))
    page.evaluate("refresh()")
    assert page.evaluate("[...board.input.partial.selected]") == [origin]
