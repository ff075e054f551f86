"""The packages of the extras; an error says which extra to install if one is missing."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tabuleiro.core.message import TabuleiroError, say

EXTRAS = {
    "cli": ("typer", "rich", "jinja2"),
    "terminal": ("textual",),
    "web": ("fastapi", "multipart", "python_multipart", "segno", "sqlalchemy", "uvicorn"),
    "net": ("numpy", "onnxruntime"),
    "explorer": ("tabuleiro_explorer",),
    "pictures": ("PIL", "resvg_py"),
    "data": ("pyarrow",),
    "environments": ("gymnasium", "pettingzoo"),
    "bench": ("pyspiel", "open_spiel"),
    "learn": ("onnx", "torch"),
    "postgres": ("psycopg",),
    "ray": ("ray",),
    "uncompiled": ("cython",),
}
"""The modules that each extra brings, as `pyproject.toml` lists their packages."""


class MissingPackageError(TabuleiroError):
    """A package that is not installed."""


def import_extra(name: str) -> Any:
    """A module; if it needs a package of an extra that is missing, the error names the extra."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise missing_package(error) from error


def has_package(name: str) -> bool:
    """Whether a package is installed; it is not imported."""
    return find_spec(name) is not None


def missing_package(error: ModuleNotFoundError) -> MissingPackageError:
    """The error with the command that installs a missing package; other errors are raised again."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in EXTRAS.items():
        if package in packages:
            facts = {"package": package, "command": f"pip install 'tabuleiro[{extra}]'"}
            reason = say("{package} is not installed; to fix it: {command}", **facts)
            return MissingPackageError(reason)
    raise error
