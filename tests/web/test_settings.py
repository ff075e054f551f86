"""The settings of a server: where they come from, and which values are refused."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from builds import ROOT
from tabuleiro.web.settings import ServerSettings, SettingError, read_settings


def test_one_person_on_one_machine_needs_no_settings(tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path)
    assert settings.host == "127.0.0.1"
    assert settings.database_url == f"sqlite:///{tmp_path}/tabuleiro.db"


def test_every_setting_is_read_from_the_environment(tmp_path: Path) -> None:
    environment = {
        "TABULEIRO_DATA": str(tmp_path),
        "TABULEIRO_PORT": "9000",
        "TABULEIRO_HTTPS": "yes",
        "TABULEIRO_HOSTS": "play.example.org, example.org",
        "TABULEIRO_EXPIRY_DAYS": "0.5",
        "TABULEIRO_DATABASE": "postgresql://me@db/games",
    }
    settings = read_settings(environment)
    assert settings.data == tmp_path
    assert (settings.port, settings.https, settings.expiry_days) == (9000, True, 0.5)
    assert settings.hosts == ("play.example.org", "example.org")
    assert settings.database_url == "postgresql://me@db/games"


def test_what_is_given_counts_more_than_the_environment() -> None:
    environment = {"TABULEIRO_PORT": "9000", "TABULEIRO_WORKERS": "2"}
    settings = read_settings(environment, port=9001, workers=None)
    assert (settings.port, settings.workers) == (9001, 2)


def test_an_empty_variable_is_as_good_as_none() -> None:
    assert read_settings({"TABULEIRO_PORT": ""}) == read_settings({})


def test_a_password_is_never_shown() -> None:
    assert "hidden" not in repr(ServerSettings(database="postgresql://me:hidden@db/games"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "high"),
        ("PORT", "8.5"),
        ("HTTPS", "perhaps"),
        ("EXPIRY_DAYS", "soon"),
    ],
)
def test_what_cannot_be_read_is_refused_by_the_name_of_its_variable(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=f"TABULEIRO_{name}: '{text}' is not"):
        read_settings({f"TABULEIRO_{name}": text})


@pytest.mark.parametrize(
    ("name", "value"),
    [("port", 70_000), ("workers", 0), ("expiry_days", float("nan")), ("name_length", -1)],
)
def test_a_number_out_of_range_is_refused(name: str, value: float) -> None:
    with pytest.raises(SettingError, match=f"{name}: .* is not a number from"):
        read_settings({}, **{name: value})


def test_a_proxy_that_is_no_address_is_refused() -> None:
    assert ServerSettings(proxies=("10.0.0.0/8", "::1")).proxies
    with pytest.raises(SettingError, match="proxies: 'gateway' is not an address"):
        ServerSettings(proxies=("gateway",))


def test_the_documentation_lists_every_setting() -> None:
    page = (ROOT / "docs" / "server.md").read_text()
    table = page.split("## Settings\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", table, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"[A-Z_]+", row)}
    assert listed == {field.name.upper() for field in fields(ServerSettings)}
