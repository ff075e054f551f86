"""Update the translations for the messages in the source: `make messages`.

Every template of `say` and every sentence of a data file in src goes into the `.po` file of each
language. Translations are kept; a new template that resembles another gets its translation, marked
`fuzzy`; unused ones are dropped.
The `.po` file is compiled to the `.mo` file, and open tasks are listed: edit the `.po` file, remove
the mark `fuzzy` from correct translations, and run the command again.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.nodes import Call, Name

from tabuleiro.language import DOMAIN, ENGLISH, LANGUAGES

SOURCE = Path(__file__).parents[1] / "src" / "tabuleiro"
PAGES = tuple(SOURCE / part / "templates" for part in ("web", "arena", "report"))
SENTENCES = {
    "step": ("task", "lesson"),
    "command": ("usage", "explanation"),
    "puzzle": ("usage", "explanation"),
    "key": ("label",),
    "option": ("title", "description", "words"),
}
"""The sentences for people in data files, by table."""
OF_GAMES = ("summary", "rules", "roles", "legend")
"""The sentences of games that are in no table."""
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)


def said() -> Catalog:
    """The templates to translate, file by file."""
    catalog = Catalog()
    pages = (page for folder in PAGES for page in folder.iterdir() if page.suffix in FORMS)
    for path in sorted((*SOURCE.rglob("*.py"), *pages, *SOURCE.rglob("*.toml"))):
        for line, template in FINDERS[path.suffix](path.read_text("utf-8")):
            catalog.add(template, locations=[(path.relative_to(SOURCE).as_posix(), line)])
    return catalog


def templates_in(text: str) -> list[tuple[int, str]]:
    """The templates of a module, with their lines.

    Babel's own extraction misses a `say` that is a value of another one.
    """
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return sorted(
        (call.lineno, ast.literal_eval(call.args[0]))
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "say"
    )


def templates_in_page(text: str) -> list[tuple[int, str]]:
    """The templates of a page, with their lines."""
    calls = Environment(autoescape=True).parse(text).find_all(Call)
    return sorted(
        (call.lineno, call.args[0].as_const())
        for call in calls
        if isinstance(call.node, Name) and call.node.name == "say"
    )


def templates_in_data(text: str) -> list[tuple[int, str]]:
    """The sentences of games, options, lessons, commands and keys, counted from 1."""
    data = tomllib.loads(text)
    said = [data[key] for key in OF_GAMES if key in data and "summary" in data]
    said += [
        one[key]
        for table in SENTENCES
        for one in data.get(table, ())
        for key in SENTENCES[table]
        if key in one
    ]
    return list(enumerate(chain.from_iterable(map(_each, said)), start=1))


def _each(said: str | list[str] | dict[str, str]) -> list[str]:
    """One sentence, several, or some by the values that they explain."""
    if isinstance(said, str):
        return [said]
    return list(said.values() if isinstance(said, dict) else said)


FORMS = dict.fromkeys((".html", ".md"), templates_in_page)
FINDERS = {".py": templates_in, ".toml": templates_in_data, **FORMS}


def file_of(code: str, suffix: str) -> Path:
    """The `.po` or `.mo` of a language."""
    return SOURCE / "language" / code / "LC_MESSAGES" / f"{DOMAIN}{suffix}"


def read_translations(code: str) -> Catalog:
    """The `.po` of a language."""
    with file_of(code, ".po").open("rb") as file:
        return read_po(file, code, DOMAIN)


def undone(wanted: Catalog, translations: Catalog) -> list[str]:
    """The open tasks of a translation, one per line."""
    faults = [line for template in templates(wanted) for line in _faults(template, translations)]
    spare = set(templates(translations)) - set(templates(wanted))
    gone = sorted({*spare, *map(str, translations.obsolete)})
    return faults + [f"no longer said: {template!r}" for template in gone]


def templates(catalog: Catalog) -> list[str]:
    """The English templates, without the empty one of the header."""
    return [str(message.id) for message in catalog if message.id]


def _faults(template: str, translations: Catalog) -> Iterator[str]:
    found = translations.get(template)
    if found is None or not found.string:
        yield f"not translated: {template!r}"
    elif found.fuzzy:
        yield f"fuzzy: {template!r}"
    elif names_in(str(found.string)) != names_in(template):
        yield f"not the same names in braces: {template!r} and {found.string!r}"


def names_in(template: str) -> set[str] | None:
    """The names in braces, or None if the braces do not match."""
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


def stale(code: str) -> bool:
    """Whether the `.mo` file of a language differs from its `.po` file."""
    with file_of(code, ".mo").open("rb") as file:
        return valid(read_mo(file)) != valid(read_translations(code))


def valid(catalog: Catalog) -> dict[str, str]:
    """The valid translations, by template."""
    return {
        str(message.id): str(message.string)
        for message in catalog
        if message.id and message.string and not message.fuzzy
    }


def renew(code: str, wanted: Catalog) -> Catalog:
    """Update both files of a language, and return its translations."""
    translations = read_translations(code)
    translations.update(wanted, update_creation_date=False)
    with file_of(code, ".po").open("wb") as file:
        write_po(file, translations, width=100, include_lineno=False, ignore_obsolete=True)
    with file_of(code, ".mo").open("wb") as file:
        write_mo(file, translations)
    return read_translations(code)


def main() -> int:
    """Update every language; fail if tasks are left."""
    wanted = said()
    left = [
        f"{code}: {line}" for code in TRANSLATED for line in undone(wanted, renew(code, wanted))
    ]
    print("\n".join(left) or f"All {len(wanted)} messages are translated.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
