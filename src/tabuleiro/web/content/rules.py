"""The rules of a game as blocks for a page, with pictures of the examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message
from tabuleiro.core.rulebook import (
    Block,
    Code,
    Example,
    Heading,
    Items,
    Paragraph,
    RulesTable,
    Text,
)
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.games import read, rulebook
from tabuleiro.language import translator
from tabuleiro.web.content.pictures import draw

KINDS = {
    Heading: "heading",
    Paragraph: "paragraph",
    Items: "items",
    RulesTable: "table",
    Code: "code",
}


@dataclass(frozen=True, slots=True)
class RulesBlock:
    """A block of the rules; `kind` says which part of the template shows it."""

    kind: str
    block: Block


@dataclass(frozen=True, slots=True)
class ExampleFrame:
    """A picture of an example, the moves that led to it, and the text about it."""

    title: tuple[Message, ...]
    picture: Markup
    captions: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayedExample:
    """An example: its pictures, and how to try it."""

    frames: tuple[ExampleFrame, ...]
    position: str
    moves: tuple[str, ...]
    kind: str = "example"


def rules_of(game: Game[Any], language: str) -> tuple[str, list[RulesBlock | PlayedExample]]:
    """The title of the rules in that language, and their other blocks."""
    book = rulebook(game, language, translator(language))
    return book.title, [
        played_example(block, language)
        if isinstance(block, Example)
        else RulesBlock(KINDS[type(block)], block)
        for block in book.blocks[1:]
    ]


def played_example(example: Example, language: str) -> PlayedExample:
    """An example, played."""
    start = read(example.position)
    frames = [ExampleFrame((), draw(start.scene(), language), ())]
    for claim, position, scene in play_claims(example, start):
        said = tuple(describe_claim(claim, position))
        if scene:
            frames.append(ExampleFrame(said, draw(scene, language), ()))
        else:
            frames[-1] = replace(frames[-1], captions=frames[-1].captions + said)
    return PlayedExample(tuple(frames), example.position, example.plays)


def headings(parts: list[RulesBlock | PlayedExample]) -> Iterator[tuple[int, Text]]:
    """The headings of sections with their numbers, for a list of contents."""
    for number, part in enumerate(parts):
        if isinstance(part, RulesBlock) and isinstance(part.block, Heading):
            yield number, part.block.text
