"""The process beside the server: what takes long is done there, and ends whatever it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from tabuleiro.core.message import TabuleiroError
from tabuleiro.web.http.errors import RefusalError
from tabuleiro.web.workers.sandbox import MOST_WAITING, Sandbox
from waiting import PATIENCE, wait_for
from web.labour import die, double, grow, hang, refuse


@pytest.fixture(scope="module")
def workroom() -> Iterator[Sandbox]:
    room = Sandbox(timeout=PATIENCE)
    yield room
    room.close()


def test_work_is_done_in_one_other_process(workroom: Sandbox) -> None:
    (first, there), (second, again) = workroom.run(double, 2), workroom.run(double, 21)
    assert (first, second) == (4, 42)
    assert there == again != os.getpid()


def test_what_the_work_refuses_is_refused_in_its_words(workroom: Sandbox) -> None:
    with pytest.raises(TabuleiroError, match="not this"):
        workroom.run(refuse)
    assert workroom.run(double, 1)[0] == 2


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
    room = Sandbox(apart=False)
    done = Event()
    waiting = [Thread(target=room.run, args=(done.wait, PATIENCE)) for _ in range(MOST_WAITING)]
    for thread in waiting:
        thread.start()
    wait_for(lambda: room._places._value == 0)  # how many are free
    with pytest.raises(RefusalError, match="too much to do"):
        room.run(double, 1)
    done.set()
    for thread in waiting:
        thread.join()
    assert room.run(double, 3)[0] == 6
    room.close()
