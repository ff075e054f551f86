"""The list of compiled modules; everything else is in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = (
    "core.kit",
    "core.position",
    "core.playouts",
    "games.squex.rules",
    "games.lyngk.rules",
)
extensions = cythonize(
    [
        Extension(f"tabuleiro.{name}", [f"src/tabuleiro/{name.replace('.', '/')}.py"], extra_compile_args=["-O3", "-g0"])
        for name in MODULES
    ],
    compiler_directives={
        "language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True,
        "initializedcheck": False, "annotation_typing": False,
    },
)
setup(ext_modules=extensions)
