"""What people can do in the app beside making moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import cycle
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from time import monotonic
from typing import Any

import pexpect
import pytest
from rich.color import Color, ColorType
from rich.style import Style
from textual.message import Message as Event
from textual.notifications import Notification
from textual.widgets import Input, OptionList

from clocks import FakeClock
from tabuleiro.analysis.wording import answer_text
from tabuleiro.core.drawing.terminal_colours import ColourDepth
from tabuleiro.core.drawing.theme import COLOUR_BLIND, COLOUR_BLIND_DARK
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError, say
from tabuleiro.games import GAMES, find_game, games, start
from tabuleiro.language import LANGUAGES, translator
from tabuleiro.play import Seat, Setup, computer_players, new_record, read_control
from tabuleiro.play.computer_players import ComputerPlayers
from tabuleiro.play.local_game import LocalGame
from tabuleiro.players import MoveChoice
from tabuleiro.records import read_record
from tabuleiro.records.ply import move_numbers
from tabuleiro.records.saved_games import SavedGames
from tabuleiro.search.limit import Limit
from tabuleiro.terminal import app
from tabuleiro.terminal.app import replay
from tabuleiro.terminal.app.base_screen import whole_lines
from tabuleiro.terminal.app.colour_filter import reduced
from tabuleiro.terminal.app.dialogs import ConfirmDialog, TextDialog, TooSmallScreen
from tabuleiro.terminal.app.game import GameScreen
from tabuleiro.terminal.app.home import HomeScreen
from tabuleiro.terminal.app.keys import KEYS, HasKeys
from tabuleiro.terminal.app.replay import GOOD_MOVES, ReplayScreen
from tabuleiro.terminal.app.rules import RulesScreen
from tabuleiro.terminal.app.saved import SavedGamesScreen
from tabuleiro.terminal.app.settings_screen import AppSettings
from tabuleiro.terminal.app.setup import BY_LOT, NewGameScreen
from tabuleiro.terminal.app.steppers import Stepper
from tabuleiro.terminal.app.thinking import Failed, Thinker
from tabuleiro.terminal.classic.setup_questions import command_answers
from terminal.app_driving import Person, drive, first_moves, local_game_of, random_record
from waiting import PATIENCE

SQUEX = find_game("squex")


def people(game: str, folder: Path, *computers: str, clock: str = "", **options: Any) -> LocalGame:
    """A new game with the right number of players; the named ones are computer players. If they
    have clocks, time passes only when the test says so."""
    begin = start(game, **options)
    names = [*computers, *[""] * begin.players][: begin.players]
    seats = tuple(Seat(name or f"Player {i + 1}", name) for i, name in enumerate(names))
    control = read_control(clock) if clock else None
    setup = Setup(seats, control, free_takebacks=True)
    record, saved_games = new_record(begin, setup), SavedGames(folder / "games")
    return LocalGame(record, saved_games, Random(1), now=FakeClock() if clock else monotonic)


def actions(person: Person) -> set[str]:
    """What keys do now."""
    active = person.app.screen.active_bindings.values()
    return {each.binding.action for each in active if each.enabled}


# --- in a game -----------------------------------------------------------------------------


def test_moves_are_typed_refused_hinted_and_saved(tmp_path: Path) -> None:
    """Everything that a person does before the game is resigned."""
    copy = tmp_path / "copy.record"

    async def script(person: Person) -> None:
        page = person.page
        await person.press("slash")
        await person.write("z9")
        assert isinstance(person.app.screen, TextDialog), "a wrong move is asked for again"
        assert person.reads("#reason")
        await person.press("backspace", "backspace")
        await person.write("b2")
        assert page.table.plies[0].move == "b2"
        assert "b2" in person.reads("#news")

        await person.touch_by_keys(("b2",))
        assert "b2" in person.reads("#news")
        assert page.query_one("#news").has_class("refused")
        await person.press("escape")
        assert not page.query_one("#news").has_class("refused")

        assert "play_hint" not in actions(person)
        await person.press("h")
        await person.until(lambda: page.advised)
        assert "Hint: " in person.reads("#news")
        hint = page.hint
        await person.until_sees("p Play the hint")
        await person.press("p")
        assert page.table.plies[1].move == hint
        assert "play_hint" not in actions(person)

        await person.press("s")
        dialog = person.app.screen
        assert isinstance(dialog, TextDialog)
        dialog.query_one(Input).value = str(copy)
        await person.press("enter")
        assert read_record(copy.read_text()) == page.table.record()

        await person.press("x", "n")
        assert not page.table.over
        await person.press("x", "enter")
        assert not page.table.over, "the default answer is no"
        await person.press("x", "y")
        assert page.table.over
        assert "Orange has won" in person.reads("Banner")

    drive(script, tmp_path, opening=people("squex", tmp_path, rows=4, columns=4))


def test_a_game_is_saved_after_every_move(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        for move in ("a1", "b2"):
            await person.press("slash")
            await person.write(move)
            saved = person.page.local_game
            assert saved.name
            assert SavedGames(tmp_path / "games").load(saved.name) == saved.table.record()

    drive(script, tmp_path, opening=people("squex", tmp_path))


def test_a_draw_is_agreed_by_all(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        page = person.page
        await person.press("d", "y")
        assert "Orange, do you agree?" in person.reads(".dialog Label")
        await person.press("n")
        assert not page.table.over
        await person.press("slash")
        await person.write("a1")
        await person.press("d", "y", "y")
        assert page.table.over
        assert "by agreement" in person.reads("Banner")

    drive(script, tmp_path, opening=people("control_v", tmp_path))


def test_the_chosen_answer_of_a_question_looks_different(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("x")
        yes, no = (person.app.screen.query_one(each).styles.background for each in ("#yes", "#no"))
        assert person.app.focused and person.app.focused.id == "no"
        assert yes != no

    drive(script, tmp_path, opening=people("squex", tmp_path))


def test_a_game_without_draws_has_no_key_for_them(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert "resign" in actions(person)
        assert "draw" not in actions(person)
        await person.press("d")
        assert isinstance(person.app.screen, GameScreen)

    drive(script, tmp_path, opening=people("squex", tmp_path))


def test_the_line_below_the_board_says_what_to_do_now(tmp_path: Path) -> None:
    """Also after a selection, in the middle of a turn, and beside the reason for a refusal."""

    async def script(person: Person) -> None:
        assert person.reads("#news") == "Move one of your pieces"
        steps = person.page.position.steps(person.page.position.legal_moves()[0])
        await person.touch_by_keys(steps[0])
        assert person.reads("#news").startswith("Choose where it goes")
        await person.touch_by_keys(steps[1])
        assert person.reads("#news").startswith("Place 2 pegs: choose a piece")
        await person.press("h")
        await person.until_sees("Hint: ")
        assert person.reads("#news").startswith("Place 2 pegs: choose a piece")

    drive(script, tmp_path, opening=people("eigenstate", tmp_path, "", "level:1"))


def test_the_line_below_the_board_names_the_player_if_several_people_play(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert person.reads("#news") == "Blue: Place an octagon"
        await person.press("slash")
        await person.write("b2")
        assert person.reads("#news").startswith("Orange: Place an octagon")
        await person.touch_by_keys(("b2",))
        first, *reason = person.reads("#news").split("\n")
        assert first.startswith("Orange: Place an octagon")
        assert "b2" in reason[0]

    drive(script, tmp_path, opening=people("squex", tmp_path))


def test_a_start_that_nobody_likes_is_drawn_anew(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        page = person.app.screen_stack[1]
        assert isinstance(page, GameScreen)
        table = page.table
        before = table.position
        await person.press("n", "n")
        assert table.position != before
        await person.press("y")
        await person.until_person_moves()
        assert not table.layout_open

    drive(script, tmp_path, opening=people("fuse", tmp_path))


def test_a_start_is_rejected_against_a_computer_player_too(tmp_path: Path) -> None:
    setup = Setup((Seat("Player 1"), Seat("Computer", "level:1")), free_takebacks=True)
    saved_games = SavedGames(tmp_path / "games")
    opening = LocalGame.new(start("fuse"), setup, saved_games, Random(1))

    async def script(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        before = opening.table.position
        await person.press("n")
        assert opening.table.position != before
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        await person.press("y")
        await person.until_person_moves()
        assert not opening.table.layout_open

    drive(script, tmp_path, opening=opening)


def test_a_game_whose_start_is_not_answered_is_not_begun(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        await person.press("escape")
        await person.until(lambda: isinstance(person.app.screen, HomeScreen))
        assert not person.app.saved_games.games()

    drive(script, tmp_path, opening=people("fuse", tmp_path))


def test_a_question_shows_its_own_keys_only(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert "u Undo" not in person.sees() and "h Hint" in person.sees()
        await person.press("x")
        await person.until_sees("⏎ Choose  → The other answer  esc Cancel")
        assert "h Hint" not in person.sees()
        await person.press("escape", "slash")
        await person.until_sees("⏎ Enter  esc Cancel")
        assert "h Hint" not in person.sees()

    drive(script, tmp_path, opening=people("squex", tmp_path))


def test_few_nodes_are_no_ground_to_expect_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are they saved in the record; for a hint there is a longer search."""
    monkeypatch.setattr(computer_players, "HINT_PLAYER", "mcts:nodes=2000")

    async def script(person: Person) -> None:
        await person.until(lambda: len(person.page.table.plies) == 1)
        assert "20 nodes" in person.reads("ThinkingPanel")
        assert "expects" not in person.reads("ThinkingPanel")
        assert person.page.table.plies[0].value is None
        await person.until_person_moves()
        await person.press("h")
        await person.until(lambda: "expects" in person.reads("ThinkingPanel"))

    drive(script, tmp_path, opening=people("squex", tmp_path, "mcts:nodes=20"))


def test_a_player_that_reports_nothing_no_longer_thinks_once_it_has_moved(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.until_person_moves()
        assert person.page.table.plies
        assert not person.reads("ThinkingPanel")

    drive(script, tmp_path, opening=people("squex", tmp_path, "random"))


def test_what_stands_at_the_cursor_is_told_anew_after_every_move(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.touch_by_keys(("d4",))
        assert person.reads("#place").startswith("d4: octagon of Blue")
        await person.until_person_moves()
        assert person.reads("#place").startswith("d4: octagon of Blue")
        await person.press("u")
        assert person.reads("#place") == "d4: empty"

    drive(script, tmp_path, opening=people("squex", tmp_path, "", "level:1"))


def test_a_stand_in_moves_for_one_of_three_who_resigns(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("x", "y")
        await person.until(lambda: person.page.table.player == 1 and person.page.chooser)
        assert {ply.by for ply in person.page.table.plies} == {"level:3"}
        assert "has left the game" in person.reads("PlayersPanel").splitlines()[2]

    opening = people("control_v", tmp_path, players=3, size="5", castles=1)
    drive(script, tmp_path, opening=opening)


def test_time_runs_out(tmp_path: Path) -> None:
    """The clocks are shown, and the game ends when the time of a player is over."""
    local_game = people("squex", tmp_path, clock="1+0")

    async def script(person: Person) -> None:
        local_game.now = lambda: 1.0
        await person.until(lambda: "0:59" in person.reads("PlayersPanel"))
        local_game.now = lambda: 61.0
        await person.until(lambda: person.page.table.over)
        assert "on time" in person.reads("Banner")

    drive(script, tmp_path, opening=local_game)


def test_a_computer_player_that_moves_too_late_loses_on_time(tmp_path: Path) -> None:
    """Its time ends between two checks of the clock, and its move is refused."""
    local_game = people("squex", tmp_path, "mcts:time=3600", clock="1+0")

    async def script(person: Person) -> None:
        page = person.page
        await person.until(lambda: page.thinker.busy)
        local_game.now = lambda: 61.0
        page.try_action(lambda: local_game.play("a1"))
        assert not page.thinker.busy
        assert "on time" in person.reads("Banner")
        assert "too late" in person.reads("#news")

    drive(script, tmp_path, opening=local_game)


def test_the_clocks_stand_while_the_terminal_is_too_small(tmp_path: Path) -> None:
    local_game = people("squex", tmp_path, clock="1+0")

    async def script(person: Person) -> None:
        table = person.page.table
        await person.pilot.resize_terminal(79, 24)
        await person.until(lambda: table.paused)
        await person.pilot.resize_terminal(80, 24)
        await person.until(lambda: not table.paused)

    drive(script, tmp_path, opening=local_game)


def test_what_a_record_says_is_only_text(tmp_path: Path) -> None:
    """Names that look like markup, and names of unknown players."""
    seats = (Seat("[/x] $y", "[@click=app.quit]nobody[/z]"), Seat("[bold]Ana"))
    record = new_record(SQUEX.start(), Setup(seats))

    async def script(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        assert "'[@click=app.quit]nobody[/z]'" in person.reads(".dialog Label")
        await person.press("n")
        await person.until_sees("[bold]Ana")
        person.app.push_screen(ReplayScreen(record))
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        assert person.reads("#players") == "1  [@click=app.quit]nobody[/z]\n2  [bold]Ana"

    drive(script, tmp_path, opening=local_game_of(record, tmp_path))


def test_a_computer_player_that_fails_takes_nothing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Iterator[MoveChoice]:
        raise MemoryError("no room")
        yield

    local_game = people("squex", tmp_path, "level:1")
    monkeypatch.setattr(ComputerPlayers, "think", fail)

    async def script(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, ConfirmDialog))
        assert "no room" in person.reads(".dialog Label")
        monkeypatch.undo()
        await person.press("y")
        await person.until_person_moves()
        assert len(person.page.table.plies) == 1

    drive(script, tmp_path, opening=local_game)


def test_a_computer_player_that_yields_nothing_has_failed() -> None:
    posted: list[Event] = []
    thinker = Thinker(posted.append)
    thinker.ask(lambda stop: iter(()))
    thinker._thread.shutdown()  # waits for the thought
    [event] = posted
    assert isinstance(event, Failed)
    assert thinker.is_current(event)


def test_a_move_is_taken_back_while_the_computer_thinks(tmp_path: Path) -> None:
    """The search is cancelled, and its move is not made."""

    async def script(person: Person) -> None:
        page = person.page
        await person.press("slash")
        await person.write("a1")
        await person.until(lambda: "expects" in person.reads("ThinkingPanel"))
        assert page.thinker.busy
        await person.press("u")
        assert not page.table.plies
        assert page.chooser
        ended = page.thinker._thread.submit(int)  # it runs when the thought has ended
        await person.until(ended.done)
        await person.pilot.pause()
        assert not page.table.plies

    seats = Setup((Seat("Player 1"), Seat("Thinker", "mcts:time=3600")))
    saved_games = SavedGames(tmp_path / "games")
    drive(script, tmp_path, opening=LocalGame.new(SQUEX.start(), seats, saved_games, Random(1)))


def test_computer_players_play_among_themselves(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert not {"draw", "resign"} & actions(person), "nobody is there to do so"
        await person.until(lambda: person.page.table.over)
        assert person.reads("Banner")

    opening = people("squex", tmp_path, "level:1", "level:1", rows=3, columns=3)
    drive(script, tmp_path, opening=opening)


@pytest.mark.in_base("pt")
@pytest.mark.parametrize("language", LANGUAGES)
def test_computer_players_are_paused_stepped_and_slowed_down(language: str, tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        page, translate = person.page, translator(language)
        assert {"pause(True)", "step", "speed(1)", "speed(-1)"} <= actions(person)
        await person.press("space")
        assert page.paused and not page.thinker.busy
        for label in ("Continue", "One move", "Faster", "Slower"):
            assert translate(label) in person.sees().splitlines()[-1]
        count = len(page.table.plies)
        for number in (1, 2):
            await person.press("enter")
            await person.until(lambda: not page.stepping)
            assert len(page.table.plies) == count + number
        assert not page.thinker.busy
        assert person.reads("#pace") == translate("Paused, speed {n} of {all}").format(n=6, all=6)
        await person.press("minus", "minus", "plus", "space")
        assert person.reads("#pace") == translate("Speed {n} of {all}").format(n=5, all=6)
        await person.until(lambda: len(page.table.plies) > count + 2)
        await person.press("enter")
        await person.until(lambda: page.paused and not page.stepping)

    large: dict[str, Any] = {"rows": 15, "columns": 15}  # so that the game is not over soon
    opening = people("squex", tmp_path, "level:1", "level:1", **large)
    drive(script, tmp_path, opening=opening, settings=AppSettings(language=language))


def test_the_clocks_stand_while_computer_players_are_paused(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        table = person.page.table
        await person.press("space")
        await person.until(lambda: table.paused)
        await person.press("space")
        await person.until(lambda: not table.paused)

    opening = people("squex", tmp_path, "mcts:time=3600", "mcts:time=3600", clock="1+0")
    drive(script, tmp_path, opening=opening)


@pytest.mark.in_base("pt")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_stays_where_it_is_whatever_the_keys_are(language: str, tmp_path: Path) -> None:
    """With undo, redo and a touched piece there are more keys than fit into a line."""

    async def script(person: Person) -> None:
        place = person.board.region
        await person.press("slash")
        await person.write("a1a2")
        await person.press("u", "enter")
        assert person.page.chooser and person.page.chooser.touched
        assert {"redo", "draw", "save"} <= actions(person)
        assert person.board.region == place

    opening = people("eigenstate", tmp_path)
    drive(script, tmp_path, opening=opening, settings=AppSettings(language=language))


def test_sentences_are_shown_whole_and_the_score_beside_the_board(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("slash")
        await person.write("a1b1")
        assert "white 1" in person.reads("#score")
        assert "white 1" not in person.reads("#news")

    opening = people("fuse", tmp_path, "", "level:1")
    drive(script, tmp_path, opening=opening)
    assert whole_lines(["four words of text", "more"], width=10, room=3) == [
        "four words of text",
        "more",
    ]
    assert whole_lines(["one", "four words of text"], width=10, room=2) == ["one"]
    assert whole_lines(["four words of text"], width=10, room=1) == ["four words of text"]


def test_what_is_said_in_passing_covers_no_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Notification, "time_left", PATIENCE)  # it stays

    async def script(person: Person) -> None:
        await person.press("d", "y", "x")
        texts = ("The draw is declined.", "Resign?", "Yes No")
        await person.until(lambda: all(map(person.sees_sentence, texts)))

    drive(script, tmp_path, opening=people("eigenstate", tmp_path, "", "level:1"), mentions=True)


# --- around a game -------------------------------------------------------------------------


def test_a_game_is_gone_through_and_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SPEEDS", (4.0, 2.0, 1.0, 0.5, 0.01))
    record = random_record(SQUEX, rows=3, columns=3)
    local_game_of(record, tmp_path).close()

    async def script(person: Person) -> None:
        await person.press("o", "enter")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        page = person.app.screen
        assert isinstance(page, ReplayScreen)
        last = len(record.plies)
        for key, at in (("right", 1), ("end", last), ("left", last - 1), ("home", 0)):
            await person.press(key)
            assert page.at == at
        players = [position.player for position in record.positions()[:-1]]
        assert f"Move 0 of {move_numbers(players)[-1]}" in person.reads("#facts")
        await person.press("plus", "plus", "space")
        await person.until(lambda: page.at == last)
        assert page.timer is None, "it stops at the end"
        await person.press("minus", "minus", "minus", "minus", "space")
        assert page.timer
        await person.press("space")
        assert page.timer is None
        await person.press("home", "right", "right", "p")
        await person.until_person_moves()
        assert len(person.page.table.plies) == page.at
        assert len(person.app.saved_games.games()) == 2, "the game itself is left as it was"

    drive(script, tmp_path)


@pytest.mark.in_base("pt")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_gone_through_is_as_large_as_the_one_played_on(
    language: str, tmp_path: Path
) -> None:
    """Also if there are more keys than fit into a line."""

    async def script(person: Person) -> None:
        await person.press("x", "y")
        place = person.board.region
        await person.press("v")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        await person.pilot.pause()
        assert person.board.region == place
        assert {"step(1)", "play_on", "leave"} <= actions(person)

    opening = people("eigenstate", tmp_path)
    drive(script, tmp_path, opening=opening, settings=AppSettings(language=language))


def test_a_game_that_was_resigned_is_gone_through_to_its_end(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("x", "y", "v")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        assert "Level 1" in person.reads("#players")
        await person.press("end")
        assert person.reads("#news") == "Level 1 (Beginner) has won\nby resignation"

    drive(script, tmp_path, opening=people("squex", tmp_path, "", "level:1"))


def test_one_key_opens_the_review_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["tabuleiro.analysis.review"]  # the package has a function of that name
    for name in ("TREE_LIMIT", "NETWORK_LIMIT", "ALPHABETA_LIMIT"):
        monkeypatch.setattr(module, name, Limit(nodes=50))
    record = random_record(SQUEX, rows=3, columns=3)

    async def script(person: Person) -> None:
        await person.until_sees("v Review")
        await person.press("v")
        page = person.app.screen
        assert isinstance(page, ReplayScreen)
        await person.until(lambda: page.judgements and not page.thinker.busy)
        assert len(page.judgements) == len(record.plies)
        assert "review" not in actions(person)
        assert "Blue: accuracy" in person.reads("#facts"), "it is summed up"
        players = [position.player for position in record.positions()[:-1]]
        assert [judged.number for judged in page.judgements] == move_numbers(players)
        for judged in page.judgements:
            await person.press("right")
            assert f"Move {judged.number} of" in person.reads("#facts"), "as in the list of moves"
            words = answer_text(judged) if judged.is_fault else GOOD_MOVES[judged.kind]
            reasons = [each.said for each in judged.reasons if judged.is_fault]
            if page.at < len(record.plies):
                shown = "\n".join(map(page.translated, (words, *reasons)))
                assert person.reads("#facts").endswith(shown)
        page.thinker.busy, page.judgements = True, page.judgements[:1]
        await person.press("home")
        assert "Reviewing the moves: 1 of" in person.reads("#facts"), "not only at the end"

    drive(script, tmp_path, opening=local_game_of(record, tmp_path))


def test_a_saved_game_is_deleted_after_a_question(tmp_path: Path) -> None:
    record = random_record(SQUEX, rows=3, columns=3)
    for count in (1, 2):
        local_game_of(first_moves(record, count), tmp_path).close()

    async def script(person: Person) -> None:
        await person.press("o")
        listed = person.app.screen.query_one(OptionList)
        await person.press("d", "enter")
        assert listed.option_count == 2, "the default answer is no"
        await person.press("down", "d")
        await person.until_sees("Delete Squex of")
        await person.press("y")
        await person.until(lambda: listed.option_count == 1)
        assert len(person.app.saved_games.games()) == 1
        await person.press("d", "y")
        await person.until_sees("There are no saved games yet")
        assert not {"delete", "replay"} & actions(person)

    drive(script, tmp_path)


def test_a_saved_game_that_is_open_elsewhere_is_not_deleted(tmp_path: Path) -> None:
    other = local_game_of(first_moves(random_record(SQUEX), 1), tmp_path)

    async def script(person: Person) -> None:
        await person.press("o", "d", "y")
        await person.until(lambda: len(person.app._notifications))
        (said,) = (each.message for each in person.app._notifications)
        assert "is open elsewhere" in said
        assert len(person.app.saved_games.games()) == 1

    drive(script, tmp_path, mentions=True)
    other.close()


def test_saved_games_are_listed_and_a_damaged_one_is_set_aside(tmp_path: Path) -> None:
    record = random_record(SQUEX, rows=3, columns=3)
    local_game_of(record, tmp_path).close()
    local_game_of(first_moves(record, 2), tmp_path).close()
    (tmp_path / "games" / "broken.record").write_text("nothing")
    (tmp_path / "mine.record").write_text((next((tmp_path / "games").glob("2*"))).read_text())

    async def script(person: Person) -> None:
        await person.press("o")
        listed = person.app.screen.query_one(OptionList)
        assert listed.option_count == 2
        assert "unfinished, 2 moves" in str(listed.get_option_at_index(0).prompt)
        assert (tmp_path / "games" / "damaged" / "broken.record").exists()
        await person.press("f")
        await person.write("nowhere")
        assert person.reads("#reason")
        person.app.screen.query_one(Input).value = str(tmp_path / "mine.record")
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, ReplayScreen))
        await person.press("escape")
        assert isinstance(person.app.screen, SavedGamesScreen), "one comes back to where one was"
        await person.press("escape")
        assert isinstance(person.app.screen, HomeScreen)

    drive(script, tmp_path)


@pytest.mark.extended
def test_rules_are_shown_in_both_languages(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        for game, language in zip(GAMES, cycle(LANGUAGES), strict=False):
            person.app.change_settings(AppSettings(language=language))
            person.app.push_screen(RulesScreen(game))
            await person.until(lambda: isinstance(person.app.screen, RulesScreen))
            await person.until_sees(game.name)
            await person.press("pagedown", "end", "escape")

    drive(script, tmp_path)


def test_settings_hold_at_once_and_are_kept(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.press("t", "right", "down", "right")
        await person.until_sees("Definições")
        await person.press("escape")
        await person.until_sees("Sair")
        assert AppSettings.load(tmp_path / "settings.json") == person.app.settings
        assert person.app.settings.language == "pt"
        assert person.app.theme == person.app.settings.theme

    drive(script, tmp_path)


def test_the_usual_colours_are_safe_for_all_eyes(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert person.app.board_theme is COLOUR_BLIND

    drive(script, tmp_path)


def test_settings_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for text in ("", "[]", '{"theme": 5}', '{"theme": "x", "language": "xx"}', "[" * 100_000):
        path.write_text(text)
        assert AppSettings.load(path) == AppSettings()


def test_settings_of_the_command_line_are_checked() -> None:
    assert AppSettings("dark").over("light", "pt-PT") == AppSettings("light", "pt")
    assert AppSettings("dark", "pt").over(None, None) == AppSettings("dark", "pt")
    for theme, language in (("x", None), (None, "xx")):
        with pytest.raises(TabuleiroError):
            AppSettings().over(theme, language)


def test_a_terminal_that_is_too_small_says_so(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.pilot.resize_terminal(79, 24)
        await person.until(lambda: isinstance(person.app.screen, TooSmallScreen))
        await person.until_sees("80 × 24 characters are needed")
        await person.until_sees("it has 79 × 24")
        await person.pilot.resize_terminal(80, 24)
        await person.until(lambda: isinstance(person.app.screen, HomeScreen))

    drive(script, tmp_path)


@pytest.mark.in_base("fuse", "noughts")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_options_are_set_in_words(game: Game[Any], tmp_path: Path) -> None:
    """The form shows every option and its default in words, and nothing is cut off."""

    async def script(person: Person) -> None:
        await person.app.push_screen(NewGameScreen(game))
        await person.pilot.pause()
        translate = translator("pt")
        for option in game.options:
            dial = person.app.screen.query_one(f"#option-{option.name}", Stepper)
            dial.focus()
            await person.pilot.pause()
            value = say("drawn at random") if option.drawn else option.in_words(option.default)
            heading = option.heading().text(translate)
            await person.until_sees(f"{heading} ◂ {value.text(translate)} ▸")

    drive(script, tmp_path, settings=AppSettings(language="pt"))


def test_a_player_count_gives_as_many_seats(tmp_path: Path) -> None:
    """The form updates its seats, refuses contradictory options, and accepts a custom clock."""

    async def script(person: Person) -> None:
        await person.press("down", "n")
        form = person.app.screen
        form.query_one("#option-players").focus()
        await person.press("3")
        assert len(form.query("#seats Stepper")) == 3
        form.query_one("#clock").focus()
        await person.press("left")
        await person.write("soon")
        assert person.reads("#reason")
        person.app.screen.query_one(Input).value = "2+1"
        await person.press("enter", "enter")
        await person.until_person_moves()
        assert str(person.page.table.setup.control) == "2+1"
        assert person.page.position.players == 3

    drive(script, tmp_path)


def test_up_leaves_the_button_that_starts_the_game(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.app.push_screen(NewGameScreen(SQUEX))
        form = person.app.screen
        form.query_one("#begin").focus()
        await person.until_sees("⏎ Start game")
        await person.press("up")
        assert isinstance(form.focused, Stepper)

    drive(script, tmp_path)


def test_refused_options_are_explained_in_the_form_until_they_change(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        await person.app.push_screen(NewGameScreen(SQUEX))
        form = person.app.screen
        form.query_one("#option-swap").focus()
        await person.press("right")
        form.query_one("#option-rows").focus()
        await person.press("left")
        form.query_one("#begin").focus()
        await person.press("enter")
        assert person.reads("#hint").startswith("Swap needs a square board")
        assert not list(person.app._notifications)
        form.query_one("#option-rows").focus()
        await person.press("right")
        assert "square" not in person.reads("#hint")

    drive(script, tmp_path)


@pytest.mark.in_base("squex", "lyngk")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_who_begins_is_random_where_the_rules_say_so(game: Game[Any], tmp_path: Path) -> None:
    answers = command_answers(game, ())
    first = {answers.setup(Random(seed)).seats[0].is_person for seed in range(20)}
    assert first == ({True, False} if game.random_first_player else {True})

    async def script(person: Person) -> None:
        await person.app.push_screen(NewGameScreen(game))
        begins = person.app.screen.query_one("#begins", Stepper)
        assert begins.value == (BY_LOT if game.random_first_player else 0)

    drive(script, tmp_path)


# --- colours -------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", ColourDepth)
def test_the_app_uses_the_colours_that_the_terminal_has(depth: ColourDepth, tmp_path: Path) -> None:
    kinds = {
        ColourDepth.none: {ColorType.DEFAULT},
        ColourDepth.few: {ColorType.STANDARD},
        ColourDepth.many: {ColorType.EIGHT_BIT, ColorType.STANDARD},
        ColourDepth.full: {ColorType.TRUECOLOR},
    }

    async def script(person: Person) -> None:
        await person.touch_by_keys(("d4",))
        styles = [
            segment.style
            for line in person.app.screen._compositor.render_strips()
            for segment in line
            if segment.style
        ]
        used = {
            colour.type for style in styles for colour in (style.color, style.bgcolor) if colour
        }
        assert used <= kinds[depth]
        assert person.sees_sentence("● Blue" if depth >= ColourDepth.many else "● Player 1")

    opening = people("squex", tmp_path)
    drive(script, tmp_path, opening=opening, depth=depth)


def test_only_letters_get_another_colour_to_stay_legible() -> None:
    """A blue shape on black stays blue with sixteen colours; a blue letter would become white."""
    style = Style(color=COLOUR_BLIND_DARK["b"], bgcolor=COLOUR_BLIND_DARK["d"])
    shape, letter = (reduced(style, "#000000", ColourDepth.few, each) for each in (True, False))
    assert (shape.color, letter.color) == (Color.from_ansi(4), Color.from_ansi(15))


def test_without_colours_shapes_and_signs_are_left(tmp_path: Path) -> None:
    async def script(person: Person) -> None:
        assert person.sees_sentence("○ You (White)")
        assert person.sees_sentence("● Level 1")
        assert "░" in person.sees()

    drive(script, tmp_path, opening=people("fuse", tmp_path, "", "level:1"), depth=ColourDepth.none)


# --- from the command line -----------------------------------------------------------------


def test_the_command_alone_opens_the_app_in_a_terminal(tmp_path: Path) -> None:
    """One key starts a game, and two keys quit."""
    environment = {**os.environ, "TABULEIRO_DATA": str(tmp_path), "TERM": "xterm-256color"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tabuleiro"],
        env=environment,
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect("T A B U L E I R O")
    child.expect("Lyngk")
    child.send("\r")
    child.expect("Resign")
    child.send("q")
    child.expect("T A B U L E I R O")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert SavedGames(tmp_path / "games").games() == [], "no move was made"


# --- keys ----------------------------------------------------------------------------------


def test_keys_are_listed_for_the_screens_and_widgets_that_ask_for_them() -> None:
    """Under the names of their classes: a misspelt one would have no keys."""
    modules = [import_module(f"{app.__name__}.{each.name}") for each in iter_modules(app.__path__)]
    asking = {
        name
        for module in modules
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, HasKeys) and found.BINDINGS
    }
    assert asking == {row["of"] for row in KEYS}
