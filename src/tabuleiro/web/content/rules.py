"""The rules of a game as blocks for a page, with pictures of the examples."""

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from tabuleiro.core.game import Game
from tabuleiro.core.message import Message
from tabuleiro.core.rulebook import Block, Example
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.games import read, rulebook
from tabuleiro.language import translator
from tabuleiro.web.content.pictures import draw, sample_picture


@dataclass(frozen=True, slots=True)
class ExampleFrame:
    """A picture of an example, the moves that led to it, and the text about it."""

    title: tuple[Message, ...]
    picture: Markup
    captions: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedExample:
    """An example: its pictures, and how to try it."""

    frames: tuple[ExampleFrame, ...]
    position: str
    moves: tuple[str, ...]


def rules_of(game: Game[Any], language: str) -> tuple[str, list[tuple[str, Block | PlayedExample]]]:
    """The title of the rules in that language, and their other blocks, each with the name of its
    class, by which the template chooses how to show it."""
    book = rulebook(game, language, translator(language))
    blocks = [
        played_example(block, language) if isinstance(block, Example) else block
        for block in book.blocks[1:]
    ]
    return book.title, [(type(block).__name__, block) for block in blocks]


def played_example(example: Example, language: str) -> PlayedExample:
    """An example, played."""
    start = read(example.position)
    frames = [ExampleFrame((), draw(start.scene(), language))]
    for claim, position, scene in play_claims(example, start):
        said = tuple(describe_claim(claim, position))
        if scene:
            frames.append(ExampleFrame(said, draw(scene, language)))
        else:
            frames[-1] = replace(frames[-1], captions=frames[-1].captions + said)
    return PlayedExample(tuple(frames), example.position, example.plays)


def brief_pictures(game: Game[Any], language: str) -> list[Markup]:
    """Pictures of the game, of a turn and of the end, from the lesson if there is one."""
    found = [sample_picture(game, language)]
    for step in game.lesson[1:2] + game.lesson[-1:]:
        start = read(step.position)
        move = start.move(step.move)
        scene = start.play(move).scene(start, move).at_rest()
        found.append(draw(replace(scene, labels=(), supplies=(), captions=()), language))
    return found
