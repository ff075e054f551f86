"""The sandbox process: slow work runs there and always ends, whatever it does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from tabuleiro.core.message import TabuleiroError
from tabuleiro.web.http.errors import RefusalError
from tabuleiro.web.workers.sandbox import MOST_EACH, MOST_WAITING, Sandbox
from waiting import PATIENCE, wait_for
from web.sandbox_calls import die, double, grow, hang, refuse


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(timeout=PATIENCE)
    yield sandbox
    sandbox.close()


def test_work_is_done_in_one_other_process(sandbox: Sandbox) -> None:
    (first, there), (second, again) = sandbox.run(double, 2), sandbox.run(double, 21)
    assert (first, second) == (4, 42)
    assert there == again != os.getpid()


def test_what_the_work_refuses_is_refused_in_its_words(sandbox: Sandbox) -> None:
    with pytest.raises(TabuleiroError, match="not this"):
        sandbox.run(refuse)
    assert sandbox.run(double, 1)[0] == 2


def test_a_process_that_hangs_dies_or_grows_is_replaced() -> None:
    impatient = Sandbox(timeout=PATIENCE)
    _, first = impatient.run(double, 1)
    impatient._timeout = 0.2
    with pytest.raises(RefusalError, match="too long"):
        impatient.run(hang)
    impatient._timeout = PATIENCE
    for work in (die, grow):
        with pytest.raises(RefusalError, match="too long"):
            impatient.run(work)
    result, after = impatient.run(double, 1)
    assert result == 2 and after != first
    impatient.close()


def test_no_more_waits_than_can_be_done_soon() -> None:
    sandbox = Sandbox(own_process=False)
    done = Event()
    waiting = [Thread(target=sandbox.run, args=(done.wait, PATIENCE)) for _ in range(MOST_WAITING)]
    for thread in waiting:
        thread.start()
    wait_for(lambda: sandbox._waiting.total() == MOST_WAITING)  # no place is free
    with pytest.raises(RefusalError, match="the server is busy"):
        sandbox.run(double, 1)
    done.set()
    for thread in waiting:
        thread.join()
    assert sandbox.run(double, 3)[0] == 6
    sandbox.close()


def test_an_address_has_only_some_of_the_places() -> None:
    sandbox = Sandbox(own_process=False)
    done = Event()
    greedy = {"source": "greedy"}
    waiting = [
        Thread(target=sandbox.run, args=(done.wait, PATIENCE), kwargs=greedy)
        for _ in range(MOST_EACH)
    ]
    for thread in waiting:
        thread.start()
    wait_for(lambda: sandbox._waiting["greedy"] == MOST_EACH)
    with pytest.raises(RefusalError, match="other files"):
        sandbox.run(double, 1, source="greedy")
    other = Thread(target=sandbox.run, args=(double, 1), kwargs={"source": "other"})
    other.start()
    wait_for(lambda: sandbox._waiting["other"] == 1)
    done.set()
    for thread in (*waiting, other):
        thread.join()
    assert not sandbox._waiting
    sandbox.close()
