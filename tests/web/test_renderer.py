"""The renderer process: it shows what the server itself would show, even after failures."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from time import sleep
from typing import Any

import pytest

from tabuleiro.core.game import Game as Rules
from tabuleiro.games import find_game, fresh_start
from tabuleiro.play import Seat, Setup, Table, new_record
from tabuleiro.web.games.state import GameSnapshot, Viewer, state_text
from tabuleiro.web.lru_cache import LruCache
from tabuleiro.web.workers import renderer as renderers
from tabuleiro.web.workers.renderer import RenderRequest, StateRenderer, render_states
from waiting import PATIENCE, wait_for

VIEWERS = (Viewer((0,), "en"), Viewer((1,), "en"), Viewer((), "pt"))
NOW = 100.0


def new_game(rules: Rules[Any]) -> GameSnapshot:
    start = fresh_start(rules, {}, Random(1))
    setup = Setup((Seat("Ana"), Seat("Rui")))
    table = Table.open(new_record(start, setup), 0.0)
    if table.layout_open:
        table.answer_layout(1, True, 1.0, Random(1))
    return GameSnapshot("x" * 22, table)


def after_move(game: GameSnapshot) -> GameSnapshot:
    table = game.table.copy()
    move = table.position.legal_moves()[0]
    table.move(table.position.player, table.position.move_text(move), NOW)
    return replace(game, table=table)


def plain(game: GameSnapshot, now: float = NOW) -> list[Any]:
    """The states as this process renders them."""
    return [json.loads(state_text(LruCache(9), game, viewer, now)) for viewer in VIEWERS]


def written(renderer: StateRenderer, game: GameSnapshot) -> list[Any]:
    texts = asyncio.run(renderer.render_all(game, VIEWERS, NOW))
    return [json.loads(texts[viewer]) for viewer in VIEWERS]


@contextmanager
def open_renderer() -> Iterator[tuple[StateRenderer, int]]:
    """A renderer whose process is ready, and the id of the process."""
    with closing(StateRenderer()) as renderer:
        wait_for(renderer._is_ready)
        assert renderer._child
        assert renderer._child.process.pid
        yield renderer, renderer._child.process.pid


def silent(pipe: Connection) -> None:
    """A process that reports that it is ready and then never answers."""
    pipe.send(True)
    sleep(PATIENCE)


def wanted(game: GameSnapshot, known: int) -> RenderRequest:
    return RenderRequest(game.id, game.hints, known, game.table.events[known:], VIEWERS, NOW)


def test_the_process_shows_what_the_server_would() -> None:
    with open_renderer() as (renderer, _):
        for name in ("squex", "fuse"):
            game = new_game(find_game(name))
            assert written(renderer, game) == plain(game)
            later = after_move(after_move(game))
            assert written(renderer, later) == plain(later)
            assert written(renderer, game) == plain(game)
            assert written(renderer, later) == plain(later)


def test_a_process_that_dies_is_missed_by_nobody_and_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(renderers, "RESTART_PAUSE", 0.0)
    game = new_game(find_game("squex"))
    with open_renderer() as (renderer, process):
        written(renderer, game)
        os.kill(process, signal.SIGKILL)
        game = after_move(game)
        assert written(renderer, game) == plain(game)
        wait_for(renderer._is_ready)
        assert renderer._child
        assert renderer._child.process.pid != process
        game = after_move(game)
        assert written(renderer, game) == plain(game)


def test_a_process_that_gives_no_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderers, "run_renderer", silent)
    monkeypatch.setattr(renderers, "RENDER_TIMEOUT", 0.1)
    game = new_game(find_game("squex"))
    with open_renderer() as (renderer, _):
        assert written(renderer, game) == plain(game)
        assert renderer._child is None


def test_until_the_process_is_there_the_server_draws_itself() -> None:
    with closing(StateRenderer(own_process=False)) as renderer:
        game = new_game(find_game("lyngk"))
        assert written(renderer, game) == plain(game)
        assert renderer._child is None


def test_the_process_is_sent_only_what_is_new(game: Rules[Any]) -> None:
    render, first = partial(render_states, LruCache(2), LruCache(99)), new_game(game)
    second = after_move(first)
    assert render(wanted(first, 0)) is not None
    texts = render(wanted(second, first.table.version))
    assert texts
    assert [json.loads(text) for text in texts] == plain(second)


def test_a_process_that_has_dropped_a_game_asks_for_all_of_it() -> None:
    render, game = partial(render_states, LruCache(1), LruCache(99)), new_game(find_game("squex"))
    render(wanted(game, 0))
    render(wanted(replace(game, id="y" * 22), 0))
    assert render(wanted(after_move(game), game.table.version)) is None
