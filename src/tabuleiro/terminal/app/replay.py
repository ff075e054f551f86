"""The replay screen: a recorded game move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Static

from tabuleiro.analysis.review import Judgement, MoveQuality, iterate_judgements, summarise
from tabuleiro.analysis.wording import answer_text, review_summary
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message, say
from tabuleiro.core.primitives import StopFlag
from tabuleiro.core.scene import Scene, end_caption, player_name
from tabuleiro.play.finish import REASONS
from tabuleiro.play.local_game import LocalGame
from tabuleiro.play.player_names import distinct_names, sides_of
from tabuleiro.play.setup import PROGRESS_HEADERS, Seat, recorded_seats, with_headers
from tabuleiro.players.titles import player_title
from tabuleiro.records import Ply, Record
from tabuleiro.records.ply import scene_at
from tabuleiro.terminal.app.base_screen import BaseScreen, board_and_panels
from tabuleiro.terminal.app.board import StaticBoard
from tabuleiro.terminal.app.keys import KeyLine
from tabuleiro.terminal.app.panel import (
    MovesPanel,
    clock_text,
    expectation,
    numbers_of,
    title_and_name,
)
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.app.thinking import Decided, Thinker, ThinkingUpdate

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25)
"""Seconds per move, from slow to fast."""

GOOD_MOVES = {
    MoveQuality.best: say("The best move"),
    MoveQuality.forced: say("The only legal move"),
    MoveQuality.good: say("A good move"),
}
"""What the review says about moves that cost nothing, or almost nothing."""

SPARE_KEYS = ("speed(-1)", "speed(1)", "go(0)", "go(-1)")
"""Actions that the key bar leaves out if there is too little room."""


class ReplayScreen(BaseScreen):
    """Shows a recorded game, one position at a time."""

    def __init__(self, record: Record, review: bool = False) -> None:
        super().__init__()
        self.record = record
        self.starts_with_review = review
        self.judgements: tuple[Judgement, ...] = ()
        self.thinker = Thinker(self.post_message)
        self.positions = record.positions()
        self.numbers = [0, *numbers_of(self.positions, record.plies)]
        self.at = 0
        self.speed = 2
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        players = Static(self._players(), id="players", markup=False)
        panels = players, Static(id="facts", markup=False), MovesPanel()
        yield from board_and_panels(StaticBoard(id="board"), *panels)
        yield KeyLine(SPARE_KEYS)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return recorded_seats(self.record.players, self.record.headers)

    @property
    def sides(self) -> Sequence[Message]:
        return sides_of(self.record.start, self.terminal_app.side_theme)

    @property
    def player_names(self) -> Sequence[Message]:
        return distinct_names(self.record.start, self.seats, self.terminal_app.side_theme)

    def _players(self) -> str:
        seats, game = enumerate(self.seats), self.record.start.game
        names = zip(seats, self.player_names, strict=True)
        titles = (title_and_name(*seat, game, name) for seat, name in names)
        return "\n".join(
            f"{n}  {self.translated(title)}" for n, title in enumerate(titles, start=1)
        )

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)
        if self.starts_with_review:
            self.action_review()

    def on_unmount(self) -> None:
        self.thinker.close()

    # --- what is shown -----------------------------------------------------------------------

    def show(self) -> None:
        """Shows the position, and the facts of the move before it."""
        scene = scene_at(self.positions, self.record.plies, self.at)
        self.query_one(StaticBoard).show(scene, None)
        self.query_one("#news", Static).update(self._news(scene))
        self.query_one("#facts", Static).update("\n".join(map(self.translated, self._facts())))
        self.query_one(MovesPanel).show(self.positions, self.record.plies, self.at, link=True)

    def _news(self, scene: Scene) -> str:
        """The comment on the move; after the last move, how the game ended."""
        comment = self.record.plies[self.at - 1].comment if self.at else self.record.comment
        if comment:
            return comment
        ending = ending_of_record(self.record) if self.at == len(self.record.plies) else []
        return "\n".join(self.whole_news(ending or scene.captions))

    def _facts(self) -> list[Message]:
        places = {"at": self.numbers[self.at], "all": self.numbers[-1]}
        count = say("Move {at} of {all}", **places)
        if self.timer:
            count = say("Move {at} of {all}, autoplay", **places)
        review = self._review_facts()
        if not self.at:
            return [count, *review]
        ply, mover = self.record.plies[self.at - 1], self.positions[self.at - 1].player
        return [count, *facts_of(ply, mover, self.record.start.game), *review]

    # --- the review --------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "review":
            return bool(self.record.plies) and not self.judgements and not self.thinker.busy
        return True

    def action_review(self) -> None:
        """Judges every move in the background."""
        if self.record.plies:
            record, numbers = self.record, self.numbers
            self.thinker.ask(lambda stop: reviewed(record, numbers, stop))
            self.refresh_bindings()

    @on(Decided)
    @on(ThinkingUpdate)
    def show_judgements(self, event: ThinkingUpdate) -> None:
        """Shows the moves judged so far."""
        if self.thinker.is_current(event):
            self.judgements = event.choice
            self.thinker.busy = not isinstance(event, Decided)
            self.show()

    def _review_facts(self) -> list[Message]:
        """What the review says about the move; at the start and at the end about the game."""
        done, count = len(self.judgements), len(self.record.plies)
        if self.thinker.busy and not 0 < self.at <= done:
            return [say("Reviewing the moves: {done} of {all}", done=done, all=count)]
        if self.at in {0, count} and done == count and done:
            return review_summary(summarise(self.record, self.judgements))
        if not 0 < self.at <= done:
            return []
        judged = self.judgements[self.at - 1]
        if not judged.is_fault:
            return [GOOD_MOVES[judged.kind]]
        return [answer_text(judged), *(reason.said for reason in judged.reasons)]

    # --- keys --------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        self._go(self.at + by)

    def action_go(self, to: int) -> None:
        """Goes to the position after `to` moves; -1 is the last."""
        self._go(len(self.record.plies) if to < 0 else to)

    def _go(self, to: int) -> None:
        self.at = min(max(to, 0), len(self.record.plies))
        if self.at == len(self.record.plies):
            self._halt()
        self.show()

    def action_autoplay(self) -> None:
        if self.timer:
            self._halt()
        else:
            if self.at == len(self.record.plies):
                self.at = 0
            self.timer = self.set_interval(SPEEDS[self.speed], lambda: self.action_step(1))
        self.show()

    def _halt(self) -> None:
        if self.timer:
            self.timer.stop()
            self.timer = None

    def action_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self.timer:
            self._halt()
            self.action_autoplay()

    def action_play_on(self) -> None:
        """Starts a new game from the position shown."""
        record = with_headers(self.record, PROGRESS_HEADERS, {})
        record = replace(record, plies=record.plies[: self.at], result="none")
        with self.showing_errors():
            self.terminal_app.open_game(
                LocalGame(record, self.terminal_app.saved_games, self.terminal_app.chance)
            )

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.record.start.game))


def reviewed(
    record: Record, numbers: Sequence[int], stop: StopFlag
) -> Iterator[tuple[Judgement, ...]]:
    """The judgements so far, with the numbers that moves have on the screen. Reasons are found now,
    because finding them later would delay keys."""
    found: tuple[Judgement, ...] = ()
    for each in iterate_judgements(record, stop=stop):
        judgement = replace(each, number=numbers[each.number])
        if judgement.is_fault:
            _ = judgement.reasons
        found = (*found, judgement)
        yield found


def ending_of_record(record: Record) -> list[Message]:
    """Who has won a recorded game and why, if the last position does not show it."""
    if record.result == "none" or record.final.over:
        return []
    everybody = range(len(record.players))
    winners = [each for each in everybody if record.result in {f"p{each + 1}win", "draw"}]
    reason = next((REASONS[each] for each in REASONS if each == record.headers.get("Ending")), None)
    return [end_caption(tuple(winners)), *([reason] if reason else [])]


def facts_of(ply: Ply, mover: int, game: Game[Any]) -> list[Message]:
    """The facts of a move in a record."""
    facts = []
    player = player_name(mover)
    if ply.value is not None:
        facts.append(expectation(player, ply.value))
    if ply.by:
        stand_in = player_title(ply.by, game)
        facts.append(say("{stand_in} moved for {player}", stand_in=stand_in, player=player))
    if ply.clock is not None:
        facts.append(say("Clock: {time}", time=clock_text(ply.clock)))
    return facts
