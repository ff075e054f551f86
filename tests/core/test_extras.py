"""Errors for missing packages: each names the extra that brings it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from builds import ROOT
from tabuleiro.cli import run
from tabuleiro.core.extras import EXTRAS, MissingPackageError, import_extra

NAMES = {"PIL": "pillow", "multipart": "python-multipart", "pyspiel": "open-spiel"}


def test_every_module_is_of_a_package_that_its_extra_lists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extra, modules in EXTRAS.items():
        for module in modules:
            package = NAMES.get(module, module).replace("_", "-")
            assert any(line.startswith(package) for line in project["optional-dependencies"][extra])


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_error_names_the_extra_in_quotes(monkeypatch: pytest.MonkeyPatch, extra: str) -> None:
    monkeypatch.setitem(sys.modules, EXTRAS[extra][0], None)
    with pytest.raises(MissingPackageError) as error:
        import_extra(EXTRAS[extra][0])
    assert str(error.value).endswith(f"to fix it: pip install 'tabuleiro[{extra}]'")


def test_other_modules_raise_the_usual_error() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_extra("no_such_module")


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("fastapi", ["web", "--no-browser"], "web"),
        ("resvg_py", ["show", "squex", "--format", "png", "--out", "{folder}/x"], "pictures"),
        ("torch", ["train", "squex", "--out", "{folder}", "--minutes", "1"], "learn"),
    ],
)
def test_a_command_names_the_extra_that_it_needs(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    module: str,
    words: list[str],
    extra: str,
) -> None:
    monkeypatch.delitem(sys.modules, "tabuleiro.web.server", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    assert run([word.format(folder=tmp_path) for word in words]) == 2
    assert f"pip install 'tabuleiro[{extra}]'" in capsys.readouterr().err
