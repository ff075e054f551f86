"""Programs that tests need: found, installed if run as root, or listed with a command to run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import programs


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any programs; its PATH is this folder."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(programs, "LOG", tmp_path / "log")
    monkeypatch.setattr(programs, "ELSEWHERE", {"initdb": str(tmp_path / "postgresql")})
    return tmp_path


def add_program(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.extended
def test_the_programs_of_this_machine_are_here() -> None:
    assert programs.missing_packages() == []


def test_who_is_not_root_is_told_what_to_run(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(
        SystemExit, match="apt-get install chromium postgresql postgresql-client npm"
    ):
        programs.main()


def test_root_installs_what_is_missing(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    copies = "; ".join(f"/bin/cp $0 {bare}/{name}" for name in programs.PACKAGES)
    add_program(bare / "apt-get", copies)
    programs.main()
    assert programs.missing_packages() == []


def test_an_installation_that_fails_is_told(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    add_program(bare / "apt-get", "exit 100")
    told = rf"missing \(see {bare}/log\); to fix it: apt-get install chromium"
    with pytest.raises(SystemExit, match=told):
        programs.main()


def test_programs_off_the_path_are_found(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_program(bare / "postgresql" / "15" / "bin" / "initdb")
    add_program(bare / "elsewhere" / "browser")
    monkeypatch.setenv("CHROMIUM", str(bare / "elsewhere" / "browser"))
    assert programs.missing_packages() == ["postgresql-client", "npm"]


def test_a_browser_of_either_name_is_found(bare: Path) -> None:
    add_program(bare / "chromium-browser")
    assert "chromium" not in programs.missing_packages()
