"""Async players, analyses and engines: cancelling stops them and leaves nothing behind."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

import tabuleiro as tb
from tabuleiro.players.external import ExternalPlayer
from waiting import PATIENCE

START = tb.start("squex")
LONG = tb.Limit(movetime=int(1000 * 10 * PATIENCE))
WEAK = {"Level": "2"}
ENGINE = (sys.executable, "-m", "tabuleiro", "engine")


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine; the number of threads is the same as before."""

    async def timed() -> Any:
        return await asyncio.wait_for(work, 5 * PATIENCE)

    before = threading.active_count()
    found = asyncio.run(timed())
    assert threading.active_count() == before
    return found


async def cancelled(work: Coroutine[Any, Any, Any], begun: asyncio.Event | None = None) -> None:
    """Starts a coroutine and cancels it."""
    task = asyncio.ensure_future(work)
    if begun:
        await begun.wait()
    else:
        await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_player_chooses_as_without_async() -> None:
    name, limit = "mcts:nodes=200", tb.Limit(nodes=100)
    wanted = tb.make_player(name, "squex").choose(START, limit)
    found = run(tb.make_player(name, "squex").choose_async(START, limit))
    assert found.move == wanted.move
    untyped: Any = tb.make_player(name, "squex")
    with pytest.raises(tb.TabuleiroError):
        run(untyped.choose_async(None))


def test_cancelling_stops_a_player() -> None:
    player = tb.make_player("mcts:time=3600", "squex")
    run(cancelled(player.choose_async(START, LONG)))


def test_several_players_think_at_once() -> None:
    async def all_moves() -> list[int]:
        players = [tb.make_player("mcts:nodes=200", "squex", seed) for seed in (1, 2, 3)]
        choices = await asyncio.gather(*(player.choose_async(START) for player in players))
        return [choice.move for choice in choices]

    assert len(run(all_moves())) == 3


def test_an_analysis_is_streamed() -> None:
    async def nodes() -> list[int]:
        return [one.nodes async for one in tb.stream_analysis(START, tb.Limit(nodes=500))]

    found = run(nodes())
    assert found == sorted(found)
    assert found[-1] >= 500


def test_leaving_or_cancelling_a_stream_stops_its_search() -> None:
    endless = tb.Limit(infinite=True)

    async def leave() -> None:
        stream = tb.stream_analysis(START, endless)
        async for one in stream:
            assert one.best
            break
        await stream.aclose()

    async def cancel() -> None:
        begun = asyncio.Event()

        async def follow() -> None:
            async for _ in tb.stream_analysis(START, endless):
                begun.set()

        await cancelled(follow(), begun)

    run(leave())
    run(cancel())


def test_errors_of_a_search_are_raised() -> None:
    async def follow() -> None:
        async for _ in tb.stream_analysis(START, tb.Limit()):
            pass

    with pytest.raises(tb.TabuleiroError, match="limit"):
        run(follow())


def test_an_engine_plays_and_ends() -> None:
    async def play() -> tuple[int, ExternalPlayer]:
        async with tb.open_engine(ENGINE, "squex", options=WEAK, start_seconds=PATIENCE) as engine:
            return (await engine.choose_async(START, tb.Limit(nodes=20))).move, engine

    move, engine = run(play())
    assert move in START.legal_moves()
    assert engine._program is None


def test_cancelling_ends_the_process_of_an_engine() -> None:
    async def play() -> ExternalPlayer:
        engine = tb.open_engine(ENGINE, "squex", options=WEAK, start_seconds=PATIENCE)
        async with engine:
            await engine.choose_async(START, tb.Limit(nodes=5))
            program = engine._program
            await cancelled(engine.choose_async(START, tb.Limit(infinite=True)))
            assert engine._program is program  # it obeyed, and can be asked again
            await engine.choose_async(START, tb.Limit(nodes=5))
        return engine

    assert run(play())._program is None


def test_an_engine_that_does_not_answer_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabuleiro.search.asynchronous.GRACE", 0.2)
    deaf = [sys.executable, "-c", "import time; time.sleep(1000)"]

    async def play() -> ExternalPlayer:
        engine = tb.open_engine(deaf, "squex")
        await cancelled(engine.choose_async(START, tb.Limit(nodes=5)))
        return engine

    assert run(play())._program is None
