"""Everything that is said to people is said in every language; `make messages` helps."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog, Message

from messages import TRANSLATED, read_translations, said, stale, templates_in, undone


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_has_its_translation(code: str) -> None:
    """Not fuzzy, with the same names in braces, and none is kept that is no longer said."""
    left = undone(said(), read_translations(code))
    assert not left, "run make messages and edit the .po:\n" + "\n".join(left)


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_read_at_run_time_is_what_was_translated(code: str) -> None:
    assert not stale(code), "run make messages"


def test_a_message_among_the_values_of_another_is_found() -> None:
    module = 'say("a {b}", b=tuple(\n    say("c " "d") for _ in range(2)))\nprint("e")\n'
    assert templates_in(module) == [(1, "a {b}"), (2, "c d")]


def test_whatever_a_translator_has_left_to_do_is_named() -> None:
    wanted, done = Catalog(), Catalog()
    for template in ("right {a}", "missing", "empty", "fuzzy", "{a}", "{b}", "{c}"):
        wanted.add(template)
    done.add("right {a}", "certo {a}")
    done.add("empty")
    done.add("fuzzy", "talvez", flags=["fuzzy"])
    done.add("{a}", "{b}")
    done.add("{b}", "b")
    done.add("{c}", "{c")
    done.add("spare", "a mais")
    done.obsolete["old"] = Message("old", "velho")
    assert undone(wanted, done) == [
        "not translated: 'missing'",
        "not translated: 'empty'",
        "fuzzy: 'fuzzy'",
        "not the same names in braces: '{a}' and '{b}'",
        "not the same names in braces: '{b}' and 'b'",
        "not the same names in braces: '{c}' and '{c'",
        "no longer said: 'old'",
        "no longer said: 'spare'",
    ]
