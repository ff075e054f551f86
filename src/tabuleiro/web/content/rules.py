"""The rules of a game as blocks for a page, with pictures of the examples."""

from dataclasses import replace
from typing import Any

from markupsafe import Markup

from tabuleiro.core.game import Game
from tabuleiro.core.rulebook import Example
from tabuleiro.core.rulebook_examples import describe_claim, play_claims
from tabuleiro.games import read, rulebook
from tabuleiro.language import translator
from tabuleiro.web.content.pictures import draw, sample_picture


def rules_of(game: Game[Any], language: str) -> tuple[str, list[tuple[str, Any]]]:
    """The title of the rules in that language, and their other blocks, each with the name of its
    class, by which the template chooses how to show it."""
    book = rulebook(game, language, translator(language))
    return book.title, [
        (type(block).__name__, block)
        if not isinstance(block, Example)
        else ("Example", played_example(block, language))
        for block in book.blocks[1:]
    ]


def played_example(example: Example, language: str) -> dict[str, Any]:
    """An example, played: its pictures with the moves that led to them and the text about them,
    and how to try it."""
    start = read(example.position)
    frames: list[dict[str, Any]] = [
        {"title": (), "picture": draw(start.scene(), language), "captions": ()}
    ]
    for claim, position, scene in play_claims(example, start):
        said = tuple(describe_claim(claim, position))
        if scene:
            frames.append({"title": said, "picture": draw(scene, language), "captions": ()})
        else:
            frames[-1]["captions"] += said
    return {"frames": frames, "position": example.position, "moves": example.plays}


def brief_pictures(game: Game[Any], language: str) -> list[Markup]:
    """Pictures of the game, of a turn and of the end, from the lesson if there is one."""
    found = [sample_picture(game, language)]
    for step in game.lesson[1:2] + game.lesson[-1:]:
        start = read(step.position)
        move = start.move(step.move)
        scene = start.play(move).scene(start, move).at_rest()
        found.append(draw(replace(scene, labels=(), supplies=(), captions=()), language))
    return found
