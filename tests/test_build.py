"""The compiled modules of a clone lie beside their sources, and Python prefers them."""

from __future__ import annotations

from build import SHARED
from workshop import ROOT


def test_no_compiled_module_is_older_than_its_source() -> None:
    for compiled in (ROOT / "src").rglob("*.so"):
        module = compiled.with_name(compiled.name.partition(".")[0])
        if module.name == SHARED:  # it has no source of ours
            continue
        for source in (module.with_suffix(".py"), module.with_suffix(".pxd")):
            made = source.exists() and source.stat().st_mtime <= compiled.stat().st_mtime
            assert made, f"{compiled.name} is not made from {source.name} as it is: make build"
