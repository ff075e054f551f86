"""The requests in docs/http-api.md and the URLs in docs/web.md work as shown."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest

from doc_commands import BLOCK, ROOT, ShownCommand, shown_commands
from web.serving import Served, Visitor

PAGE = ROOT / "docs" / "web.md"
API = ROOT / "docs" / "http-api.md"
REQUESTS = [command for command in shown_commands(API) if command.words[0] == "curl"]
LONG = {"-H": "header", "-d": "body", "-c": "jar", "-b": "jar"}


def send(client: Visitor, command: ShownCommand, ids: dict[str, str]) -> str:
    """The answer to a request of the page; `ids` has our id for each id of the page."""
    text = command.text
    for theirs, ours in ids.items():
        text = text.replace(theirs, ours)
    words = iter(ShownCommand(API, text, "", None).words[1:])
    given: dict[str, list[str]] = {"header": [], "body": [], "jar": [], "url": []}
    for word in words:
        if word != "-N":
            given[LONG.get(word, "url")].append(next(words) if word in LONG else word)
    (url,), (body,) = given["url"], given["body"]
    headers = dict(header.split(": ", 1) for header in given["header"])
    return client.post(urlsplit(url).path, content=body, headers=headers).text


def test_the_requests_are_answered_as_shown(site: Served) -> None:
    client, ids = site.visitor(), dict[str, str]()
    opening, move, analysis = REQUESTS
    shown, answer = (json.loads(text) for text in (opening.output, send(client, opening, ids)))
    assert shown.keys() == answer.keys()
    ids[shown["id"]] = answer["id"]
    assert json.loads(send(client, move, ids)) == json.loads(move.output)
    events = send(client, analysis, ids)
    name, data = analysis.output.splitlines()
    assert events.splitlines()[0] == name
    keys = re.findall(r'"(\w+)":', data)
    assert re.findall(r'"(\w+)":', events)[: len(keys)] == keys


def addresses() -> list[str]:
    """The URLs in the table of examples that are written in full."""
    blocks = (block["text"] for block in BLOCK.finditer(PAGE.read_text()))
    (block,) = (text for text in blocks if text.startswith("/p/"))
    listed = [line.split("  ")[0] for line in block.splitlines() if "…" not in line]
    return [*listed, *re.findall(r'<iframe src="https://games.example(.*?)"', PAGE.read_text())]


@pytest.mark.parametrize("address", addresses())
def test_the_urls_open_a_page(site: Served, address: str) -> None:
    assert site.visitor().get(address).status_code == 200
