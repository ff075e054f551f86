"""Which modules are compiled, and how; everything else is in pyproject.toml.

Modules with a `.pxd` file, which holds their C types, are compiled. TABULEIRO_BUILD says how:
`native` for the Python of this machine, `abi3` for one wheel for Python 3.11 and later, `checked`
for the tests (an index out of bounds stops the program), `plain` to compile nothing. If it is not
set, `native` is used where possible; without a C compiler the same source is installed as plain
Python, which is slower. TABULEIRO_LEAVE_OUT names a package that is not compiled yet.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FAST = ["-O3", "-g0"]
TRAPS = ["-fsanitize=bounds-strict,shift", "-fsanitize-undefined-trap-on-error"]
PARALLEL = {"tabuleiro.learning.parallel_batches": ["-fopenmp"]} if sys.platform == "linux" else {}
FLAGS = {"native": FAST, "abi3": FAST, "checked": ["-O1", "-g0", *TRAPS], "plain": []}

BUILD = os.environ.get("TABULEIRO_BUILD", "native")
if BUILD not in FLAGS:
    raise SystemExit(f"TABULEIRO_BUILD is {BUILD!r}: it takes {', '.join(FLAGS)}")
for name in PARALLEL:  # a wrong name would build self-play with one thread, without an error
    if not Path("src", *name.split(".")).with_suffix(".pxd").exists():
        raise SystemExit(f"PARALLEL names {name}, and there is no such module to compile")

LEFT_OUT = os.environ.get("TABULEIRO_LEAVE_OUT")

# Python's own structures end in arrays of length 1, which the traps would report as overruns. The
# checked build uses the limited API too, which hides these structures.
LIMITED = BUILD in ("abi3", "checked")
# The code that Cython adds to every module is compiled only once; this halves the build time.
SHARED = "tabuleiro._shared"
FOLDER = f"build/{BUILD}"  # the generated C differs, so each build has its own folder
JOBS = os.cpu_count() or 1
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": BUILD == "checked",
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "auto_pickle": False,  # code that nothing uses, and a sixth of what the C compiler reads
}


def extension(name: str, sources: list[str]) -> Extension:
    """The compiled form of a module."""
    parallel = PARALLEL.get(name, [])
    return Extension(
        name,
        sources,
        extra_compile_args=FLAGS[BUILD] + parallel,
        extra_link_args=parallel,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
        py_limited_api=LIMITED,
    )


def compiled_modules() -> Iterator[Extension]:
    """The modules that have a `.pxd` file, and the one with the code that they share."""
    yield extension(SHARED, [])
    for types in sorted(Path("src").rglob("*.pxd")):
        name = ".".join(types.relative_to("src").with_suffix("").parts)
        if name.rpartition(".")[0] != LEFT_OUT:
            yield extension(name, [str(types.with_suffix(".py"))])


if __name__ == "__main__":
    extensions = cythonize(
        [] if BUILD == "plain" else list(compiled_modules()),
        build_dir=FOLDER,
        shared_utility_qualified_name=SHARED,
        nthreads=JOBS,
        compiler_directives=DIRECTIVES,
    )
    for compiled in extensions:
        # Set here because cythonize drops it from the extensions that it is given.
        compiled.optional = "TABULEIRO_BUILD" not in os.environ
    setup(
        ext_modules=extensions,
        options={
            "build": {"build_base": FOLDER},
            "build_ext": {"parallel": JOBS},
            "bdist_wheel": {"py_limited_api": "cp311"} if LIMITED else {},
        },
    )
