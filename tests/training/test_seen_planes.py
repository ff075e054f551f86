"""Questions as planes, and policy indices of moves, under every symmetry."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import torch
from torch import Tensor

from tabuleiro.core.encoding import Symmetry
from tabuleiro.core.game import Game
from tabuleiro.core.options import Options
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES
from tabuleiro.learning.curriculum import Course, courses_of, encoding_of
from tabuleiro.learning.planes import NO_ENTRY, Planes
from tabuleiro.learning.replay_buffer import as_tensor

CPU = torch.device("cpu")
COURSES = [course for game in GAMES if game.encoding for course in courses_of(game, {})]


def ways_of(course: Course) -> list[Symmetry | None]:
    return [None, *encoding_of(course.game).symmetries(course.options)]


def planes_of(course: Course) -> Planes:
    encoding = encoding_of(course.game)
    return Planes(encoding, encoding.shape(course.options), CPU, ways_of(course))


def questions(words: int, count: int = 5) -> list[list[int]]:
    chance = Random(1)
    return [[chance.getrandbits(64) for _ in range(words)] for _ in range(count)]


def tensor_of(rows: list[list[int]]) -> Tensor:
    return as_tensor(np.array(rows, np.uint64))


def naive_planes(game: Game[Position], options: Options, question: list[int]) -> list[list[float]]:
    """The planes of a question, plane by plane and cell by cell, as core/encoding.py says."""
    encoding = encoding_of(game)
    rows, columns = encoding.shape(options)
    words = encoding.plane_words(options)
    bits = [
        sum(word << 64 * n for n, word in enumerate(question[at:])) for at in range(len(question))
    ]
    planes = [
        [float(bits[plane * words] >> cell & 1) for cell in range(rows * columns)]
        for plane in range(len(encoding.planes))
    ]
    numbers = bits[len(encoding.planes) * words] if encoding.numbers else 0
    for place, scale in enumerate(encoding.numbers.values()):
        planes.append([(numbers >> 8 * place & 255) / scale] * rows * columns)
    return planes


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_planes_are_the_bits_and_bytes_of_a_question(course: Course) -> None:
    options = course.options
    asked = questions(encoding_of(course.game).question_words(options))
    planes = planes_of(course).unpack(tensor_of(asked))
    expected = [naive_planes(course.game, options, question) for question in asked]
    assert torch.allclose(planes.flatten(2), torch.tensor(expected))


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_each_question_is_seen_in_its_own_way(course: Course) -> None:
    options = course.options
    encoding = encoding_of(course.game)
    planes = planes_of(course)
    asked = tensor_of(questions(encoding.question_words(options), count=len(ways_of(course))))
    plain = planes.unpack(asked)
    turned = planes.unpack(asked, torch.arange(len(ways_of(course))))
    assert torch.equal(turned[0], plain[0])
    count = len(encoding.planes)
    for way, symmetry in enumerate(encoding.symmetries(options), start=1):
        bits = plain[way, :count].flatten()
        assert torch.equal(turned[way, :count].flatten(), bits[list(symmetry.planes)])
        assert torch.equal(turned[way, count:], plain[way, count:])


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_entries_are_found_again_in_answers_seen_in_another_way(course: Course) -> None:
    options = course.options
    encoding = encoding_of(course.game)
    planes = planes_of(course)
    answer = torch.rand(planes.entries)
    chance = Random(2)
    entries = [[chance.randrange(planes.entries), NO_ENTRY] for _ in range(20)]
    for way, symmetry in enumerate(encoding.symmetries(options), start=1):
        seen = answer[list(symmetry.policy)]
        turned = planes.map_entries(
            torch.tensor([entries], dtype=torch.int16), torch.tensor([way])
        )[0]
        for (entry, _), (place, none) in zip(entries, turned.tolist(), strict=True):
            assert seen[place] == answer[entry] and none == NO_ENTRY
