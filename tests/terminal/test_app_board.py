"""The board of the app: whole games by mouse alone and by keyboard alone, for every game."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from tabuleiro.core.chooser import Chooser
from tabuleiro.core.drawing.theme import DARK
from tabuleiro.core.game import Game
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, find_game, start
from tabuleiro.terminal.app.board import BoardWidget
from terminal.app_driving import route

SMALL, LARGE = (52, 20), (110, 44)
MOVES = 4  # at the beginning and at the end of a game


class Table(App[None]):
    """A minimal app: a board that makes moves."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.previous: Position | None = None
        self.last: int | None = None
        self.chooser: Chooser | None = Chooser.of(position)
        self.seen: list[tuple[str, str]] = []
        self.board = BoardWidget()

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.show()
        self.board.focus()

    def show(self) -> None:
        self.board.show(self.position.scene(self.previous, self.last), self.chooser)

    def on_board_widget_touched(self, event: BoardWidget.Touched) -> None:
        self.seen.append(("touched", event.site))
        assert self.chooser is not None
        self.chooser = self.chooser.touch(event.site)
        assert self.chooser is not None, "only what can be touched is touched"
        if self.chooser.move is not None:
            self.previous, self.last = self.position, self.chooser.move
            self.position = self.position.play(self.last)
            self.chooser = None if self.position.over else Chooser.of(self.position)
        self.show()

    def on_board_widget_refused(self, event: BoardWidget.Refused) -> None:
        self.seen.append(("refused", event.site))

    def on_board_widget_cancelled(self) -> None:
        self.seen.append(("cancelled", ""))
        self.chooser = Chooser.of(self.position)
        self.show()

    def on_board_widget_pointed(self, event: BoardWidget.Pointed) -> None:
        self.seen.append(("pointed", event.site))


def play(
    position: Position,
    script: Callable[[Table, Pilot[None]], Coroutine[Any, Any, None]],
    size: tuple[int, int] = SMALL,
) -> Table:
    """Runs a script with the board of a position; returns the table after it."""
    table = Table(position)

    async def run() -> None:
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await script(table, pilot)

    asyncio.run(run())
    return table


async def click(table: Table, pilot: Pilot[None], site: str) -> None:
    place = table.board.place_of(site)
    assert place is not None, f"{site} cannot be seen"
    await pilot.click(BoardWidget, offset=(place[1], place[0]))


async def walk(table: Table, pilot: Pilot[None], site: str) -> None:
    """Walks to a site with the arrow keys."""
    way = route(table.board, (site,))
    if way:
        await pilot.press(*way)
    assert table.board.cursor == site


async def play_on(
    table: Table, pilot: Pilot[None], moves: list[int], touch: Callable[..., Any]
) -> None:
    for move in moves:
        for sites in table.position.steps(move):
            await touch(table, pilot, sites[-1])
        assert table.previous is not None
        assert table.last == move


async def walk_and_touch(table: Table, pilot: Pilot[None], site: str) -> None:
    await walk(table, pilot, site)
    await pilot.press("enter")


def random_game(game: Game[Any]) -> tuple[list[Position], list[int]]:
    """The positions of a random game and the moves between them."""
    chance = Random(7)
    positions, moves = [game.start()], []
    while not positions[-1].over:
        moves.append(chance.choice(positions[-1].legal_moves()))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


@pytest.mark.in_base("squex", "lyngk")
@pytest.mark.parametrize("touch", [click, walk_and_touch], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_played_to_its_end_by_mouse_alone_and_by_keyboard_alone(
    game: Game[Any], touch: Callable[..., Any]
) -> None:
    positions, moves = random_game(game)
    first, last = moves[:MOVES], moves[-MOVES:]
    opened = play(positions[0], lambda table, pilot: play_on(table, pilot, first, touch))
    assert opened.position == positions[MOVES]
    ended = play(positions[-MOVES - 1], lambda table, pilot: play_on(table, pilot, last, touch))
    assert ended.position.over
    assert ended.position == positions[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_large_board_is_played_by_mouse(game: Game[Any]) -> None:
    positions, moves = random_game(game)
    middle = len(moves) // 2
    table = play(
        positions[middle],
        lambda table, pilot: play_on(table, pilot, moves[middle : middle + 2], click),
        LARGE,
    )
    assert table.position == positions[middle + 2]


def two_touches() -> Position:
    """A position whose moves take two touches."""
    return start("fuse")


def test_escape_lets_go_of_what_has_been_touched() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert table.chooser is not None
        await click(table, pilot, table.chooser.touchable()[0])
        assert table.chooser.touched
        await pilot.press("escape")

    table = play(two_touches(), script)
    assert table.chooser is not None
    assert not table.chooser.touched
    assert ("cancelled", "") in table.seen


def test_what_cannot_be_touched_is_refused_by_name() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await click(table, pilot, "d4")

    table = play(two_touches(), script)
    assert ("refused", "d4") in table.seen
    assert not any(kind == "touched" for kind, _ in table.seen)


def test_without_a_chooser_the_cursor_walks_and_nothing_can_be_touched() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        table.board.show(table.position.scene(), None)
        before = table.board.cursor
        await pilot.press("right")
        assert table.board.cursor != before
        await pilot.press("space")
        assert ("refused", table.board.cursor) in table.seen

    play(two_touches(), script)


def test_the_mouse_says_what_it_is_over_without_moving_the_cursor() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        before = table.board.cursor
        place = table.board.place_of("c3")
        assert place is not None
        await pilot.hover(BoardWidget, offset=(place[1], place[0]))
        assert table.board.cursor == before
        await pilot.pause()

    table = play(two_touches(), script)
    assert ("pointed", "c3") in table.seen


def test_page_and_end_keys_go_over_what_can_be_touched() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert table.chooser is not None
        wanted = set(table.chooser.touchable())
        await pilot.press("home")
        seen = [table.board.cursor]
        for _ in range(len(wanted) - 1):
            await pilot.press("pagedown")
            seen.append(table.board.cursor)
        assert set(seen) == wanted
        await pilot.press("pagedown", "pageup", "end")
        assert table.board.cursor == seen[-1]

    play(two_touches(), script)


def test_the_cursor_stays_where_it_is_when_the_board_is_shown_again() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("home", "pagedown")
        before = table.board.cursor
        table.show()
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert table.board.cursor == before
        assert table.board.has_focus

    play(two_touches(), script)


def test_a_block_is_shown_where_it_would_be_copied_before_it_is() -> None:
    positions, _ = random_game(find_game("control_v"))
    position = next(p for p in positions if len(p.steps(p.legal_moves()[0])) == 2)
    steps = position.steps(position.legal_moves()[0])

    async def script(table: Table, pilot: Pilot[None]) -> None:
        await click(table, pilot, steps[0][0])
        await walk(table, pilot, steps[1][0])
        after = {piece.site for piece in position.play(position.legal_moves()[0]).scene().pieces}
        new = after - {piece.site for piece in position.scene().pieces}
        lines = [table.board.render_line(y) for y in range(SMALL[1])]
        soft = table.board.palette.soft(f"p{position.player + 1}")
        for name in new:
            place = table.board.place_of(name)
            assert place is not None
            cell = lines[place[0]].crop(place[1], place[1] + 1)
            style = next(iter(cell)).style
            assert style is not None
            assert style.bgcolor is not None
            assert soft is not None
            assert style.bgcolor.name == soft.lower()

    play(position, script)


def test_a_picture_larger_than_its_room_follows_the_cursor() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        for key in ("home", "end"):
            await pilot.press(key)
            place = table.board.place_of(table.board.cursor)
            assert place is not None
            assert 0 <= place[0] < 6
            assert 0 <= place[1] < 12

    play(start("squex rows=15 columns=15"), script, (12, 6))


def test_the_tile_at_the_cursor_is_shown_large() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        shown = table.board._picture
        inside = [site.inside for site in table.board.scene.sites if site.name in shown.spots]
        assert Counter(filter(None, inside)) == {table.board.cursor: 24}
        table.board.cursor = "c3"
        assert table.board._picture is shown, "an empty cell changes nothing"

    play(start("eigenstate"), script)


def test_another_theme_changes_the_colours_and_nothing_else() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        before = [table.board.render_line(y) for y in range(SMALL[1])]
        table.board.palette = DARK
        await pilot.pause()
        after = [table.board.render_line(y) for y in range(SMALL[1])]
        assert before != after
        assert [line.text for line in before] == [line.text for line in after]

    play(two_touches(), script)
