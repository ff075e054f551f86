"""The documentation is correct: its code runs, its positions are legal, the names in it exist."""

from __future__ import annotations

import doctest
import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from builds import ROOT, run
from module_list import PAGE, module_list
from notebooks import FOLDER, run_notebook
from rulebook_checks import check_example
from tabuleiro.core.game import Game
from tabuleiro.core.rulebook import read_example
from tabuleiro.games import GAMES, start
from tabuleiro.players.external import EngineCommand, ExternalPlayer
from tabuleiro.records import read_record, write_record
from tabuleiro.search.limit import Limit
from waiting import PATIENCE

READMES = [ROOT / "README.md", ROOT / "docs" / "README.pt.md"]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKING = [ROOT / "CHANGELOG.md", ROOT / ".github" / "SECURITY.md"]
LIBRARY = ROOT / "docs" / "library.md"
RECORDS = ROOT / "docs" / "records.md"
ANALYSIS = ROOT / "docs" / "analysis.md"
ENVIRONMENTS = ROOT / "docs" / "environments.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
FIRST_BOT = ROOT / "docs" / "first-bot.md"
STARTED = ROOT / "docs" / "getting-started.md"
CODE = [*READMES, STARTED, FIRST_BOT, LIBRARY, RECORDS, ANALYSIS]
SESSIONS = [*CODE, ENVIRONMENTS, ROOT / "docs" / "new-game.md", ROOT / "docs" / "origins.md"]
PROGRAMS = [*CODE, ROOT / "docs" / "players.md", ROOT / "docs" / "engine.md"]


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in a language."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fence.findall(page.read_text())


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.extended
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    site = tmp_path / "site"  # not --quiet, which hides the warnings that --strict counts
    mkdocs = (sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "tools/mkdocs.yml")
    run(*mkdocs, "-d", site, cwd=ROOT)
    assert (site / "index.html").exists()
    for game in GAMES:
        for folder in (site / "rules", site / "rules" / "pt"):
            page = (folder / f"{game.id}.html").read_text()
            assert "data:image/svg+xml" in page
            assert "```" not in page


@pytest.mark.parametrize("page", SESSIONS, ids=name_of)
def test_sessions_run_as_shown(page: Path) -> None:
    text = "\n".join(blocks(page, "pycon"))
    text = re.sub(r"\n\n(?!>>>|$)", "\n<BLANKLINE>\n", text)  # an empty line of an output
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, page.name, 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(session, out=said.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("page", PROGRAMS, ids=name_of)
def test_programs_run(page: Path) -> None:
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), {})


def test_the_bot_of_the_tutorial_is_an_engine(tmp_path: Path) -> None:
    (program,) = blocks(FIRST_BOT, "python")
    (tmp_path / "bot.py").write_text(program)
    bot = EngineCommand(
        (sys.executable, str(tmp_path / "bot.py")), start_seconds=PATIENCE, margin=PATIENCE
    )
    position = start("fuse seed=2")
    player = ExternalPlayer(bot, position.game, seed=1)
    try:
        for _ in range(3):  # the first position has no moves, the others have
            move = player.choose(position, Limit(movetime=1000)).move
            assert move in position.legal_moves()
            player.observe(position, move)
            position = position.play(move)
    finally:
        player.close()


@pytest.mark.extended
@pytest.mark.parametrize("name", ["matches", "report"])
def test_programs_that_start_processes_run(name: str, tmp_path: Path) -> None:
    for program in blocks(ROOT / "docs" / f"{name}.md", "python"):
        (tmp_path / "program.py").write_text(program)
        run(sys.executable, tmp_path / "program.py", cwd=tmp_path)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run_and_show_something(path: Path) -> None:
    cells = run_notebook(path)["cells"]
    assert sum(bool(cell.get("outputs")) for cell in cells) >= 3


def test_every_page_with_a_session_or_a_program_is_run() -> None:
    others = {
        "arena",
        "environments",
        "matches",
        "report",
        "train-agent",
    }  # by other tests; new-game shows a file that tests use
    for page in PAGES:
        assert page in SESSIONS or not blocks(page, "pycon"), page
        is_run = page in PROGRAMS or page.stem in {*others, "new-game"}
        assert is_run or not blocks(page, "python"), page


def test_links_lead_to_files_and_headings() -> None:
    code = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
    for page in (*PAGES, *LINKING):
        for link in re.findall(r"\]\(([^)\s]+)\)", code.sub("", page.read_text())):
            name, _, heading = link.partition("#")
            file = page.parent / name if name else page
            if "://" not in link:
                assert file.exists(), f"{page.name}: {link}"
                assert not heading or heading in headings(file), f"{page.name}: {link}"


def headings(page: Path) -> set[str]:
    """The anchors of the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w-]+", "-", title.lower().replace("`", "")).strip("-") for title in titles}


def test_positions_shown_are_positions() -> None:
    for page in PAGES:
        for block in blocks(page, "position"):
            check_example(read_example(block, name_of(page)))


def test_records_shown_are_as_they_are_written() -> None:
    for page in PAGES:
        for block in blocks(page, "record"):
            assert write_record(read_record(block)) == block, page


def test_the_list_of_modules_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == module_list(), "run python tools/module_list.py"


def test_the_source_files_that_a_page_names_exist() -> None:
    folders = (ROOT, ROOT / "src" / "tabuleiro", ROOT / "src" / "tabuleiro" / "games" / "squex")
    for page in PAGES:
        for name in re.findall(r"`([\w<>./]+/[\w<>]+\.(?:py|pxd|toml|js))`", page.read_text()):
            path = re.sub("<(game|name)>", "squex", name)
            found = any((folder / path).exists() for folder in folders)
            assert found, f"{page.name}: there is no {name}"


@pytest.mark.parametrize("page", [GLOSSARY, ARCHITECTURE], ids=name_of)
def test_the_classes_and_functions_that_a_page_names_exist(page: Path) -> None:
    for name, file in re.findall(r"`(\w+)` in `([\w/]+\.py)`", page.read_text()):
        text = (ROOT / "src" / "tabuleiro" / file).read_text()
        assert re.search(rf"^ *(class |def )?{name}\b", text, re.MULTILINE), f"{file}: {name}"


def test_the_modules_on_the_walks_exist() -> None:
    walks = "".join(blocks(ARCHITECTURE, "text")[1:]).replace("<game>", "squex")
    named = re.findall(r"\b(?:web|play|cli|arena|players|search|core|games|terminal)/[\w/]+", walks)
    assert len(named) > 25
    for name in named:
        path = ROOT / "src" / "tabuleiro" / name
        assert path.is_dir() or path.with_suffix(".py").exists(), f"there is no {name}"


def test_the_index_of_decisions_links_every_decision() -> None:
    folder = ROOT / "docs" / "decisions"
    for page in set(folder.glob("*.md")) - {folder / "index.md"}:
        title = page.read_text().splitlines()[0].removeprefix("# ")
        assert f"* [{title}]({page.name})" in (folder / "index.md").read_text()


def test_the_new_names_on_the_page_of_renames_exist() -> None:
    text = (ROOT / "docs" / "renames.md").read_text()
    rows = re.findall(r"^\|.*\| `(tabuleiro\.[\w.]+)`(.*)\|$", text, re.MULTILINE)
    assert len(rows) > 50
    for name, others in rows:
        source, *names = defined_at(name)
        for one in (*names, *re.findall(r"`(\w+)(?:\(\))?`", others)):
            assert re.search(rf"\b{one}\b", source), f"{name}: {one}"


def defined_at(name: str) -> tuple[str, ...]:
    """The source of the module in a dotted name, and the names after it."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath("src", *parts[:count])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.exists():
                return (file.read_text(), *parts[count:])
    raise AssertionError(f"there is no {name}")


def test_the_fields_of_a_game_are_documented_one_by_one() -> None:
    page = (ROOT / "docs" / "new-game.md").read_text()
    table = page.split("## The fields of `Game`")[1].split("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    assert documented == [field.name for field in fields(Game)]


def test_the_readme_states_the_measured_speeds() -> None:
    page = (ROOT / "docs" / "performance.md").read_text()
    table = page.split("## Search against search")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \| ([\d,]+) \| ([\d.]+) \|$", table, re.MULTILINE)
    speeds = {game: (count, ratio) for game, count, ratio in rows}
    count, ratio = speeds["Squex 8 × 8"]
    slowest = min((ratio for _, ratio in speeds.values()), key=float)
    thousands = round(int(count.replace(",", "")), -3)
    for readme, separator, point in zip(READMES, (",", " "), (".", ","), strict=True):
        (stated,) = re.findall(r"\* \*\*(?:Speed|Velocidade)\*\*: .*\n.*", readme.read_text())
        times = [each.replace(".", point) for each in (ratio, slowest)]
        figures = re.findall(r"\d[\d., ]*\d", stated)
        assert figures == [f"{thousands:,}".replace(",", separator), *times], readme
