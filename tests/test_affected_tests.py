"""`make quick`: which tests run for which change."""

from __future__ import annotations

from itertools import chain

import pytest

import affected_tests
from affected_tests import (
    ALWAYS,
    OTHERS,
    OWN,
    PACKAGE,
    QUICK,
    ROOT,
    affected_by,
    own_tests,
    users_of,
)

PACKAGES = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_tests_and_quick_ones(package: str) -> None:
    assert own_tests(package) and QUICK[package]


def test_every_path_in_the_tables_exists() -> None:
    tests = chain(ALWAYS, *OWN.values(), *QUICK.values(), *OTHERS.values())
    tests = chain(tests, *map(own_tests, PACKAGES))
    assert [test for test in tests if not (ROOT / test).exists()] == []


def test_a_change_runs_affected_by_the_packages_that_import_the_changed_one() -> None:
    assert {"games", "search", "web"} <= set(users_of("core"))
    assert set(QUICK["web"]) <= set(affected_by("src/tabuleiro/analysis/review.py"))
    assert "web" not in users_of("learning")


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("src/tabuleiro/web/server.py", {"tests/web"}),
        ("src/tabuleiro/__main__.py", {"tests/test_cli.py"}),
        ("tests/web/test_api.py", {"tests/web/test_api.py"}),
        ("tests/web/serving.py", {"tests/web"}),
        ("tests/waiting.py", {"tests/web/test_live.py", "tests/core/test_scene_description.py"}),
        ("tests/conftest.py", {"tests/web/test_live.py", "tests/core/test_scene_description.py"}),
        ("tests/growth.py", {"tests/records/test_record_text.py"}),
        ("tools/programs.py", {"tests/test_programs.py"}),
        ("tools/build.py", {"tests/web/test_make_play.py"}),
        ("benchmarks/web_drops.py", {"tests/web/test_drops.py"}),
        ("Makefile", {"tests/web/test_make_play.py"}),
        ("docs/web.md", {"tests/test_docs.py"}),
        ("src/tabuleiro/games/squex/rules.en.md", {"tests/games"}),
        ("LICENSE", set()),
    ],
)
def test_a_changed_file_runs_these_tests(file: str, tests: set[str]) -> None:
    assert tests <= set(affected_by(file))


def test_what_needs_more_than_python_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = ["tests/web/browser/test_pages.py", "tests/training/conftest.py", "tests/gone.py"]
    monkeypatch.setattr(affected_tests, "changed_files", lambda: changed)
    monkeypatch.setattr("sys.argv", ["affected_tests.py", "tests/web/browser", "tests/training"])
    affected_tests.main()
    out, err = capsys.readouterr()
    assert out.split() == list(ALWAYS)
    assert "Left out: tests/web/browser/test_pages.py; make test-all runs it" in err
    assert "Left out: tests/training; make test-all runs it" in err
