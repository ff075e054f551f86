"""The rules of a game as a page: blocks for a template, examples with pictures and moves to try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
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
class Frame:
    """A picture of an example: which moves led to it, and what is said of it."""

    title: tuple[Message, ...]
    picture: Markup
    captions: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """An example: its pictures, and how to try it."""

    frames: tuple[Frame, ...]
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
    frames = [Frame((), draw(start.scene(), language), ())]
    for claim, position, scene in follow(example, start):
        said = tuple(captions(claim, position))
        if scene:
            frames.append(Frame(said, draw(scene, language), ()))
        else:
            frames[-1] = replace(frames[-1], captions=frames[-1].captions + said)
    return Played(tuple(frames), example.position, example.plays)


def headings(parts: list[Part | Played]) -> Iterator[tuple[int, Text]]:
    """The headings of sections with their numbers, for a list of contents."""
    for number, part in enumerate(parts):
        if isinstance(part, Part) and isinstance(part.block, Heading):
            yield number, part.block.text
