"""Random commands of all kinds, including stale and repeated ones and those for seats of others:
the API accepts what a table in memory accepts, once, and nothing else has an effect."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import httpx
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from strategies import few_and_many
from tabuleiro.core.message import MoveError, say
from tabuleiro.games import start
from tabuleiro.play import Seat, Setup, Table, TableError, new_record
from web.serving import Browser, Served

MANY = int(os.environ.get("EXAMPLES", "80")) // 10  # games, with many requests each
GAMES = {"squex rows=3 columns=3": 2, "control_v players=3 size=6 castles=1": 3}
PEOPLE = st.integers(0, 3)  # the last one has no seat
CELLS = st.sampled_from(["a1", "b2", "c3", "z9", "", "swap"])


def do_at(table: Table, seat: int, do: str, command: dict[str, Any]) -> None:
    """Apply a command to a table."""
    if do == "move":
        table.move(seat, command["move"], 0)
    elif do in ("takeback", "draw", "rematch"):
        table.propose(seat, do, 0)  # type: ignore[arg-type]  # one of these
    elif do == "answer":
        table.answer(seat, command["agrees"], 0)
    elif do == "resign":
        table.resign(seat, 0)
    elif do == "redo":
        raise TableError(say("nobody takes back alone where people play each other"))


class Commands(RuleBasedStateMachine):
    """A game between people over HTTP, and the same game as a table in memory."""

    def __init__(self, served: Served) -> None:
        super().__init__()
        self.served = served
        self.people: list[Browser] = []
        self.answered: dict[tuple[int, str], int] = {}
        self.number = 0

    @initialize(game=st.sampled_from(sorted(GAMES)))
    def begin(self, game: str) -> None:
        count = GAMES[game]
        self.people = [self.served.browser() for _ in range(count)]
        self.people += [self.served.browser() for _ in range(4 - count)]
        opener, *guests = self.people[:count]
        self.game_id = opener.opens(game, "me", *["open"] * len(guests))
        tokens = opener.get(f"games/{self.game_id}/invitations").json()["invitations"]
        seats = tuple(Seat("", free=bool(seat)) for seat in range(count))
        self.table = Table.open(new_record(start(game), Setup(seats), "2026-11-15"), 0)
        for guest, invitation in zip(guests, tokens, strict=True):
            body = {"token": invitation["token"], "name": "Rui"}
            assert guest.post("join", json=body).status_code == 200
            self.table.join(invitation["seat"], "Rui", 0)

    @rule(person=PEOPLE, behind=st.sampled_from([0, 0, 0, 0, 1, -1]), data=st.data())
    def move(self, person: int, behind: int, data: st.DataObject) -> None:
        legal = [self.table.position.move_text(each) for each in self.table.position.legal_moves()]
        known = st.sampled_from(legal) if legal else CELLS
        on_turn = not self.table.position.over and data.draw(st.booleans())
        mover = self.table.position.player if on_turn else person
        self.send(mover, {"do": "move", "move": data.draw(known | CELLS)}, behind)

    @rule(
        person=PEOPLE,
        do=st.sampled_from(["takeback", "redo", "draw", "answer", "rematch"]),
        agrees=st.booleans(),
        behind=st.sampled_from([0, 0, 0, 1]),
    )
    def talk(self, person: int, do: str, agrees: bool, behind: int) -> None:
        self.send(person, {"do": do, "agrees": agrees}, behind)

    @rule(person=PEOPLE, sure=st.integers(0, 4))
    def resign(self, person: int, sure: int) -> None:
        if not sure and self.table.position.players == 2:  # with three, a computer would take over
            self.send(person, {"do": "resign"}, 0)

    @rule(person=PEOPLE, seat=st.integers(0, 3))
    def move_for_another(self, person: int, seat: int) -> None:
        if seat != person:
            body = {"request": "foreign", "version": self.table.version, "do": "resign"}
            answer = self.ask(person, {**body, "seat": seat})
            assert answer.status_code == 403, answer.text

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        if self.answered:
            person, request = data.draw(st.sampled_from(sorted(self.answered)))
            answer = self.ask(person, {"request": request, "version": 0, "do": "resign"})
            assert answer.json()["accepted"] == self.answered[person, request]

    @invariant()
    def everybody_sees_what_the_table_has(self) -> None:
        if not self.people:
            return
        state = self.people[3].sees(self.game_id)
        assert state["version"] == self.table.version and state["you"] == []
        assert [each["text"] for each in state["moves"]] == [ply.move for ply in self.table.plies]
        finish = self.table.finish
        assert (state["finish"] or {}).get("result") == (finish.result if finish else None)

    def send(self, person: int, command: dict[str, Any], behind: int) -> None:
        """Send a command and compare the response with the table."""
        self.number += 1
        request, version = f"r{self.number}", max(0, self.table.version - behind)
        answer = self.ask(person, {"request": request, "version": version, **command})
        expected = self.expected(person, version, command)
        assert answer.status_code == expected, answer.text
        if expected == 200:
            assert answer.json()["accepted"] == self.table.version
            self.answered[person, request] = self.table.version
        elif "state" in answer.json()["error"]:
            assert answer.json()["error"]["state"]["version"] == self.table.version

    def expected(self, person: int, version: int, command: dict[str, Any]) -> int:
        """The expected status of the response; an accepted command is applied to the table."""
        if person >= self.table.position.players:
            return 403
        if version != self.table.version:
            return 409
        try:
            do_at(self.table, person, command["do"], command)
        except MoveError:
            return 422
        except TableError:
            return 409
        if self.table.rematch_agreed:
            self.table.announce_next_game("next", 0)
        return 200

    def ask(self, person: int, body: dict[str, Any]) -> httpx.Response:
        return self.people[person].post(f"games/{self.game_id}/commands", json=body)

    def teardown(self) -> None:
        for browser in self.people:
            browser.close()


@few_and_many(4, MANY)
def test_commands_at_random_do_what_a_table_allows_and_nothing_else(
    served: Served, examples: int
) -> None:
    machine: Any = partial(Commands, served)
    how = settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        phases=[Phase.generate],  # shrinking a failure over HTTP would take minutes
    )
    run_state_machine_as_test(machine, settings=how)
