"""The rules of a game as a page: blocks for a template, examples with pictures and moves to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tabuleiro.core.examples import follow
from tabuleiro.core.game import Game
from tabuleiro.core.message import Message
from tabuleiro.core.rulebook import Block, Code, Example, Heading, Items, Paragraph, Table, Text
from tabuleiro.games import read, rulebook
from tabuleiro.language import translator
from tabuleiro.terminal.rules import captions
from tabuleiro.web.pictures import draw

KINDS = {Heading: "heading", Paragraph: "paragraph", Items: "items", Table: "table", Code: "code"}


@dataclass(frozen=True, slots=True)
class Part:
    """A block of the rules; `kind` says which part of the template shows it."""

    kind: str
    block: Block


@dataclass(frozen=True, slots=True)
class Played:
    """An example: its pictures, what is said of them, and how to try it."""

    pictures: tuple[Markup, ...]
    captions: tuple[Message, ...]
    position: str
    moves: tuple[str, ...]
    kind: str = "example"


def title_of(game: Game[Any], language: str) -> str:
    """The title of a game's rules."""
    return rulebook(game, language, translator(language)).title


def rules_of(game: Game[Any], language: str) -> list[Part | Played]:
    """The rules in that language, without their title."""
    book = rulebook(game, language, translator(language))
    return [part_of(block, language) for block in book.blocks[1:]]


def part_of(block: Block, language: str) -> Part | Played:
    """A block as it is shown."""
    if isinstance(block, Example):
        return played(block, language)
    return Part(KINDS[type(block)], block)


def played(example: Example, language: str) -> Played:
    """An example, played."""
    start = read(example.position)
    scenes = [start.scene()]
    said: list[Message] = []
    for claim, position, scene in follow(example, start):
        said += captions(claim, position)
        scenes += [scene] if scene else []
    pictures = tuple(draw(scene, language) for scene in scenes)
    return Played(pictures, tuple(said), example.position, example.plays)


def headings(parts: list[Part | Played]) -> Iterator[tuple[int, Text]]:
    """The headings of sections with their numbers, for a list of contents."""
    for number, part in enumerate(parts):
        if isinstance(part, Part) and isinstance(part.block, Heading):
            yield number, part.block.text
