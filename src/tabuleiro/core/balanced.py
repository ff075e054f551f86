"""Balanced starts: random starts that a long search judges as even, as the file `balanced.toml` of
a game lists them. It has, by options, the seeds and the score that the first player expects."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.core.message import OptionError, say
from tabuleiro.core.options import Options

FILE = "balanced.toml"
BALANCED, SEED = "balanced", "seed"

SeedsByOptions = Mapping[str, Sequence[int]]
"""The seeds of balanced starts by the options that differ from their defaults."""


def read_seeds(text: str) -> SeedsByOptions:
    """The seeds of a file."""
    lists: dict[str, list[list[Any]]] = tomllib.loads(text)
    return {words: tuple(seed for seed, _ in starts) for words, starts in lists.items()}


def seeds_for(words: str, known: SeedsByOptions) -> Sequence[int]:
    """The seeds for the options of a game, written as text; OptionError if there are none."""
    if words not in known:
        usual = say("the usual options")
        reason = say(
            "there are no balanced starts with {options}, only with {known}",
            options=words or usual,
            known=tuple(each or usual for each in known),
        )
        raise OptionError(reason, BALANCED)
    return known[words]


def with_balanced_seed(options: Options, seeds: Sequence[int]) -> Options:
    """The options with the seed of a balanced start: the given one if it is one, else the one that
    the given one numbers."""
    seed = int(options[SEED])
    return {**options, SEED: seed if seed in seeds else seeds[seed % len(seeds)]}
