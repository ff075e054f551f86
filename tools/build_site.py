"""Builds the static site: the app, its Python, its files, ready for any static file server.

Run by `make site`. The folder has the pages, scripts and networks of Tabuleiro, the packages that
the app imports, compiled by the Python of the site, and that Python itself.
"""

import argparse
import asyncio
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

TOOLS = Path(__file__).parent
REPOSITORY = TOOLS.parent
SOURCE = REPOSITORY / "src" / "tabuleiro"
OWN = TOOLS / "tabuleiro_site"
NPM = OWN / "npm"
MODULES = NPM / "node_modules"
WHEELS = REPOSITORY / "build" / "site-wheels"
PLATFORM = "pyemscripten_2026_0_wasm32"  # of the Python in package.json, 3.14

PACKAGES = (
    "annotated-doc", "annotated-types", "anyio", "fastapi", "filelock", "idna", "jinja2",
    "markupsafe", "opentelemetry-api", "platformdirs", "pydantic", "python-multipart", "segno",
    "sqlalchemy", "starlette", "typing-extensions", "typing-inspection",
)  # fmt: skip
"""Packages that the app imports; they are copied from this environment."""
COMPILED = "pydantic-core"  # downloaded for the platform of the site
CYTHON = ("cython.py", "Cython/__init__.py", "Cython/Shadow.py")  # for uncompiled modules
UNUSED = (
    "sqlalchemy/orm/", "sqlalchemy/ext/", "sqlalchemy/testing/", "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/",
    "pydantic/v1/", "pydantic/mypy.py", "multipart/",
    "tabuleiro/arena/", "tabuleiro/bench/", "tabuleiro/cli/", "tabuleiro/engine/",
    "tabuleiro/environments/", "tabuleiro/learning/", "tabuleiro/terminal/", "tabuleiro/base_cli/",
    "tabuleiro/web/server.py", "tabuleiro/players/networks/", "tabuleiro_site/shell/",
    "tabuleiro_site/npm/",
)  # fmt: skip
"""What the app does not import of its packages."""
UNUSED_STANDARD = (
    "_pyrepl", "unittest", "xmlrpc", "pdb", "doctest", "pydoc", "imaplib", "mailbox", "smtplib",
    "wsgiref", "optparse", "ensurepip", "venv", "idlelib", "turtle", "ftplib", "poplib", "cmd",
    "pickletools", "_pydatetime", "_pyio", "tarfile_", "sqlite3/__main__", "pstats", "profile",
    "cProfile", "timeit", "trace", "zipapp", "webbrowser", "this", "antigravity", "netrc",
    "nturl2path", "ctypes/macholib",
)  # fmt: skip
KEPT_FILES = (".py", ".html", ".svg", ".toml", ".mo", ".md", ".puzzles", ".js")
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"
NETWORK_RUNTIME = (
    "ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm",
)  # fmt: skip
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive
STARTS = ("/",)
"""Pages that are shown until the app has started."""
LANGUAGES = ("en", "pt")


def main() -> None:
    """Builds the folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=REPOSITORY / "build" / "site")
    folder: Path = parser.parse_args().folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as staging:
        add_python(folder, Path(staging))
    for name in PYTHON:
        copy(MODULES / "pyodide" / name, folder / "pyodide" / name)
    add_lock(folder / "pyodide" / LOCK)
    for name in NETWORK_RUNTIME:
        copy(MODULES / "onnxruntime-web" / "dist" / name, folder / "ort" / name)
    for path in (SOURCE / "players" / "networks").glob("*.onnx"):
        copy(path, folder / "networks" / path.name)
    shutil.copytree(SOURCE / "web" / "static", folder / "static")
    for path in (OWN / "shell").iterdir():
        if path.name != "tsconfig.json":
            copy(path, folder / path.name)
    starts = dict(asyncio.run(add_starts(folder)))
    add_service_worker(folder, starts)
    files = [path for path in folder.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"{folder}: {len(files)} files, {packed / 1e6:.1f} MB compressed")


def copy(source: Path, target: Path) -> None:
    """Copies a file; the folder is created if necessary."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


# --- Python -----------------------------------------------------------------------------------


def add_python(folder: Path, staging: Path) -> None:
    """The archives with Tabuleiro, with the packages of the app and with the standard library, as
    bytecode."""
    own, packages, standard = (staging / name for name in ("own", "packages", "standard"))
    for tree in (SOURCE, OWN):
        for path in tree.rglob("*"):
            add_module(own, str(path.relative_to(tree.parent)), path)
    environment = Path(str(metadata.distribution("cython").locate_file("")))
    for name in CYTHON:
        add_module(own, name, environment / name)
    add_networks(own / "tabuleiro" / "players" / "networks")
    for name in PACKAGES:
        for part in metadata.files(name) or ():
            add_module(packages, str(part), Path(str(part.locate())))
    with zipfile.ZipFile(wheel(COMPILED)) as archive:
        archive.extractall(packages)
    add_version(packages)
    with zipfile.ZipFile(MODULES / "pyodide" / "python_stdlib.zip") as archive:
        archive.extractall(standard)
    for name in UNUSED_STANDARD:
        shutil.rmtree(standard / name, ignore_errors=True)
        (standard / f"{name}.py").unlink(missing_ok=True)
    folders = (own, packages, standard)
    subprocess.run([program("node"), "compile.mjs", *folders], cwd=NPM, check=True)
    pack(own, folder / "tabuleiro.zip")
    pack(packages, folder / "packages.zip")
    pack(standard, folder / "pyodide" / "python_stdlib.zip")


def add_module(packages: Path, name: str, path: Path) -> None:
    """Adds a file of a package, if the app may need it."""
    inside = not name.startswith("..") and ".dist-info" not in name and "__pycache__" not in name
    if inside and not name.startswith(UNUSED) and path.suffix in KEPT_FILES and path.is_file():
        copy(path, packages / name)


def add_lock(target: Path) -> None:
    """The list of the packages that Python may load elsewhere: none."""
    facts = json.loads((MODULES / "pyodide" / LOCK).read_text("utf-8"))
    target.write_text(json.dumps({**facts, "packages": {}}), "utf-8")


def add_networks(folder: Path) -> None:
    """In place of each network a short file: its URL, and the settings that it brings along."""
    from tabuleiro.games import games
    from tabuleiro.players.networks import find_network, has_network

    folder.mkdir(parents=True, exist_ok=True)
    for game in filter(has_network, games().values()):
        settings = dict(find_network(game).settings)
        facts = {"url": f"networks/{game.id}.onnx", "settings": settings}
        (folder / f"{game.id}.onnx").write_text(json.dumps(facts), "utf-8")


def add_version(packages: Path) -> None:
    """What `importlib.metadata` needs to know about the packages that are asked for it."""
    for name in ("tabuleiro", "pydantic", "pydantic-core", "opentelemetry-api"):
        version = metadata.version(name)
        about = packages / f"{name.replace('-', '_')}-{version}.dist-info"
        about.mkdir(exist_ok=True)
        facts = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (about / "METADATA").write_text(facts, "utf-8")
        entries = metadata.distribution(name).read_text("entry_points.txt")
        if name == "opentelemetry-api" and entries:
            (about / "entry_points.txt").write_text(entries, "utf-8")


def wheel(name: str) -> Path:
    """The wheel of a compiled package for the site, in the version that is installed here."""
    version = metadata.version(name)
    pattern = f"{name.replace('-', '_')}-{version}-*{PLATFORM}.whl"
    if not any(WHEELS.glob(pattern)):
        platform = ("--platform", PLATFORM, "--python-version", "3.14", "--only-binary=:all:")
        subprocess.run(
            [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "download",
             "--no-deps", *platform, "-d", str(WHEELS), f"{name}=={version}"],
            check=True,
        )  # fmt: skip
    return next(WHEELS.glob(pattern))


def program(name: str) -> str:
    """The path of a program; an error names it if it is missing."""
    path = shutil.which(name)
    if path is None:
        sys.exit(f"{name} is missing; install Node.js with npm, then run make site")
    return path


def pack(folder: Path, archive: Path) -> None:
    """Packs a folder, in such a way that the same files give the same archive."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(part.endswith("__pycache__") for part in path.parts):
                entry = zipfile.ZipInfo(str(path.relative_to(folder)), ZIP_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())


# --- pages ------------------------------------------------------------------------------------


async def add_starts(folder: Path) -> Iterable[tuple[str, str]]:
    """Draws the pages that are shown until the app has started, and the stylesheet of the colours;
    returns the pages and languages with the files."""
    from tabuleiro_site.levels import limit_levels
    from tabuleiro_site.server import SiteServer

    limit_levels()

    async def none(*_: object) -> object:
        raise RuntimeError("no player is asked")

    files: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as games:
        server = SiteServer("http://localhost/ROOT/", games, none)
        await server.start()
        for page in (*STARTS, "/themes.css"):
            for language in LANGUAGES:
                parts: list[bytes] = []
                headers = [("accept-language", language)]
                await server.respond(
                    "GET", page, headers, b"", lambda status, sent: None, parts.append
                )
                name = page[1:] or "home"
                path = folder / (name if "." in name else f"starts/{name}.{language}.html")
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(b"".join(parts))
                if "." not in name:
                    files[f"{page} {language}"] = str(path.relative_to(folder))
        await server.close()
    return files.items()


def add_service_worker(folder: Path, starts: dict[str, str]) -> None:
    """Fills in the files, with their hashes, and the start pages in the service worker."""
    worker = folder / "service_worker.js"
    text = worker.read_text("utf-8")
    for pattern, value in (("/* files */ {}", dict(hashes(folder))), ("/* starts */ {}", starts)):
        assert text.count(pattern) == 1, pattern
        text = text.replace(pattern, json.dumps(value))
    worker.write_text(text, "utf-8")


def hashes(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of the site, with their hashes."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "service_worker.js":
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
            yield path.relative_to(folder).as_posix(), digest


if __name__ == "__main__":
    main()
