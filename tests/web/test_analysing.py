"""Analyses over HTTP: streamed, one per viewer, ended when the viewer leaves; studies over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Barrier
from typing import Any

import httpx
import pytest

from tabuleiro.games import start
from tabuleiro.records import Record
from tabuleiro.records.json import as_object
from tabuleiro.web.secrets import new_secret
from tabuleiro.web.workers.tasks import WorkerResult
from waiting import wait_for
from web.players_at_server import QuickPool, glimpse
from web.serving import Browser, Data, Served

SMALL = start("squex rows=3 columns=3")
POSITION = SMALL.full_text
RECORD = as_object(Record(SMALL, ("Ana", "Rui")))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pool = QuickPool()
    served = Served(tmp_path_factory.mktemp("site"), lambda settings: pool, analyses_per_address=2)
    yield served
    served.close()


@pytest.fixture
def pool(site: Served) -> Iterator[QuickPool]:
    """A pool that answers only when a test allows it."""
    pool = site.app.state.services.pool
    pool.hold_back = True
    yield pool
    pool.hold_back = False
    pool.held.clear()


def viewer(site: Served, **headers: str) -> Browser:
    browser = site.browser(**headers)
    browser.cookies["tabuleiro"] = new_secret()
    return browser


@contextmanager
def analysing(browser: Browser, **more: Any) -> Iterator[Iterator[tuple[str, Data]]]:
    body = {"position": POSITION, **more}
    with browser.stream("POST", "analysis", json=body) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield events(answer)


def events(answer: httpx.Response) -> Iterator[tuple[str, Data]]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def analysis(browser: Browser, **more: Any) -> list[tuple[str, Data]]:
    with analysing(browser, **more) as told:
        return list(told)


# --- streams -------------------------------------------------------------------------------


def test_an_analysis_is_streamed_with_lines_in_the_readers_language(site: Served) -> None:
    reader, position = viewer(site, **{"Accept-Language": "pt"}), start("squex").full_text
    *some, (last, end) = analysis(reader, position=position, lines=2)
    assert (last, end) == ("end", {"replaced": False})
    name, found = some[-1]
    assert name == "analysis"
    assert sum(found["values"]) == pytest.approx(1, abs=0.001)
    assert len(found["lines"]) == 2
    best = found["lines"][0]
    assert set(best) == {"value", "mate", "proved", "share", "said", "line"}
    assert best["line"][0]["player"] == 0
    assert best["line"][0]["sites"] == [best["line"][0]["move"]]


def test_a_game_that_is_over_is_known_at_once(site: Served) -> None:
    over = SMALL
    for move in "b1 a1 b2 a2 b3".split():
        over = over.play(move)
    (_, found), _ = analysis(viewer(site), position=over.full_text)
    assert found["values"] == [1, 0] and found["proved"] and found["lines"] == []


@pytest.mark.parametrize(
    ("broken", "status"),
    [
        ({"position": "squex"}, 404),
        ({"position": "squex | nonsense"}, 422),
        ({"position": "chess | e4"}, 404),
        ({"lines": 0}, 422),
        ({"lines": 11}, 422),
        ({"seconds": 0}, 422),
        ({"seconds": "1"}, 422),
        ({"more": 1}, 422),
    ],
    ids=str,
)
def test_what_cannot_be_analysed_is_refused(site: Served, broken: Data, status: int) -> None:
    answer = viewer(site).post("analysis", json={"position": POSITION, **broken})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_pages_of_others_cannot_ask(site: Served) -> None:
    answer = site.visitor().post("/api/v1/analysis", json={"position": POSITION})
    assert answer.status_code == 403


def test_it_goes_on_turn_after_turn_until_its_time_is_over(site: Served, pool: QuickPool) -> None:
    with analysing(viewer(site), seconds=2) as told:
        for spent in (1.0, 2.0):
            wait_for(lambda: pool.held)
            task, future = pool.held.pop()
            assert task.limit.movetime == 1000
            future.set_result(unfinished(task, spent))
        assert [name for name, _ in told][-2:] == ["analysis", "end"]
    assert not pool.held


def unfinished(task: Any, spent: float) -> WorkerResult:
    analysis = glimpse(task).analysis
    assert analysis
    return WorkerResult.of(analysis.position, replace(analysis, seconds=spent, done=False))


def test_it_stops_when_its_viewer_leaves(site: Served, pool: QuickPool) -> None:
    with analysing(viewer(site)) as told:
        next(told)
        ((_, future),) = pool.held
        assert not future.done()
    wait_for(future.cancelled)


def test_a_review_stops_when_its_viewer_leaves(site: Served, pool: QuickPool) -> None:
    body = {"position": POSITION, "moves": ["b2", "a1"]}
    with viewer(site).stream("POST", "review", json=body) as answer:
        told = events(answer)
        assert next(told) == ("progress", {"done": 0, "all": 3})
        wait_for(lambda: pool.held)
        ((_, future),) = pool.held
        assert not future.done()
    wait_for(future.cancelled)
    assert len(pool.held) == 1, "no later position is asked about"
    with analysing(viewer(site)) as one, analysing(viewer(site)) as other:
        assert next(one) and next(other), "the places of its address are free"


def test_another_position_takes_the_place_of_the_one_before(site: Served, pool: QuickPool) -> None:
    ana = viewer(site)
    with analysing(ana) as first:
        next(first)
        with analysing(ana, position=SMALL.play("b2").full_text) as second:
            next(second)
            assert list(first) == [("end", {"replaced": True})]
            (_, before), (_, after) = pool.held
            assert before.cancelled() and not after.done()


def test_an_address_has_only_so_many_at_a_time(site: Served, pool: QuickPool) -> None:
    ana = viewer(site)
    with analysing(ana) as one, analysing(viewer(site)) as other:
        assert next(one) and next(other)
        refused = viewer(site).post("analysis", json={"position": POSITION})
        assert refused.status_code == 429 and refused.headers["Retry-After"]
        with analysing(ana) as instead:
            assert next(instead)[0] == "analysis", "the place of one's own is free"


def test_the_limit_of_an_address_holds_for_many_who_ask_at_once(
    site: Served, pool: QuickPool
) -> None:
    def first_event(browser: Browser) -> str:
        with browser.stream("POST", "analysis", json={"position": POSITION}) as answer:
            if answer.status_code != 200:
                return str(answer.status_code)
            told = events(answer)  # the connection is closed with it
            name, _ = next(told)
            if name == "analysis":  # stays until all have asked
                asked.wait()
            return name

    asked = Barrier(3)
    with ThreadPoolExecutor(30) as threads:
        found = [threads.submit(first_event, viewer(site)) for _ in range(30)]
        wait_for(lambda: sum(each.done() for each in found) == 28)
        asked.wait()
    outcomes = Counter(each.result() for each in found)
    assert outcomes.pop("analysis") == 2
    assert set(outcomes) <= {"429", "trouble"}


def test_who_waits_for_a_turn_gets_a_sign_of_life(
    site: Served, pool: QuickPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses = site.app.state.services.analyses
    wait_for(lambda: analyses.count == 0)  # those of other tests give their turns back
    monkeypatch.setattr(analyses, "turns", asyncio.Semaphore(0))
    monkeypatch.setattr("tabuleiro.web.live.analyses.ALIVE", 0.01)
    body = {"position": start("squex rows=4 columns=7").full_text}  # nobody has analysed it
    with viewer(site).stream("POST", "analysis", json=body) as answer:
        lines = answer.iter_lines()
        assert [next(lines), next(lines), next(lines)] == [":", "", ":"]
        assert not pool.held


def test_a_position_between_people_is_refused_also_when_it_comes_up_meanwhile(
    site: Served, pool: QuickPool
) -> None:
    ana, rui = viewer(site), viewer(site)
    game_id = ana.opens("squex rows=4 columns=4", "me", "open")
    ana.invites(game_id, rui)
    position = start("squex rows=4 columns=4").play("b2").play("a1")
    with analysing(viewer(site), position=position.full_text) as told:
        wait_for(lambda: pool.held)
        assert ana.does(game_id, "move", move="b2").status_code == 200
        task, future = pool.held.pop()
        future.set_result(unfinished(task, 1.0))
        *_, (name, trouble) = told
    assert name == "trouble" and "people are playing now" in trouble["message"]
    refused = viewer(site).post("analysis", json={"position": position.full_text})
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "not_allowed"


# --- studies -------------------------------------------------------------------------------


def test_a_study_is_kept_changed_shared_and_deleted(site: Served) -> None:
    ana, rui = site.browser(), site.browser()
    made = ana.post("studies", json={"record": RECORD, "title": "Mine"})
    assert made.status_code == 201
    path = f"studies/{made.json()['id']}"
    changed = RECORD | {"comment": "the start", "plies": [{"move": "b2", "comment": "<b>"}]}
    body = {"record": changed, "title": "Again", "version": 1}
    assert ana.put(path, json=body).json() == {"version": 2}
    stale = ana.put(path, json=body)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    found = ana.get(path).json()
    assert found["record"]["plies"] == changed["plies"] and found["version"] == 2
    assert rui.get(path).json()["error"]["code"] == "no_such_study"
    shared = ana.post(f"{path}/link", json={}).json()["shared"]
    seen = rui.get(f"shared/{shared}").json()
    assert seen["record"] == found["record"]
    assert seen["id"] is seen["version"] is seen["shared"] is None
    assert rui.put(path, json=body).status_code == 404
    assert ana.delete(f"{path}/link").status_code == 204
    assert rui.get(f"shared/{shared}").status_code == 404
    (listed,) = ana.get("studies").json()["studies"]
    assert (listed["title"], listed["game"]) == ("Again", "squex rows=3 columns=3")
    assert ana.delete(path).status_code == 204
    assert ana.get("studies").json() == {"studies": []}


def test_hostile_studies_change_nothing(site: Served) -> None:
    ana = site.browser()
    deep: Any = []
    for _ in range(200):
        deep = [{"move": "b2", "variations": [deep]}]
    hostile: list[Any] = [
        RECORD | {"plies": deep},
        RECORD | {"plies": [{"move": "b2", "comment": "\x00"}]},
        RECORD | {"plies": [{"move": "<script>"}]},
        RECORD | {"headers": {"<b>": "x"}},
        {},
        [],
        "record",
    ]
    for record in hostile:
        answer = ana.post("studies", json={"record": record})
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"]
    nested = b'{"record": ' + b"[" * 60_000
    raw = ana.post("studies", content=nested, headers={"Content-Type": "application/json"})
    assert raw.status_code in (400, 422)
    huge = ana.post("studies", json={"record": RECORD | {"comment": "x" * 70_000}})
    assert huge.status_code == 413
    assert ana.get("studies").json() == {"studies": []}
