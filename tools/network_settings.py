"""Write the settings that a search with a network plays best with into the file of the network.

    python tools/network_settings.py FILE exploration=0.7 batch=4
    python tools/network_settings.py FILE

Players that do not set them use these. Without settings, the file loses those it has, and the
defaults apply again. A match of `net:file=FILE,exploration=0.7` against `net:file=FILE` says
whether a setting is worth it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import onnx

from tabuleiro.core.options import split_words
from tabuleiro.players.onnx_network import NETWORK_SETTINGS, PREFIX, read_settings


def main(words: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("settings", nargs="*")
    given = parser.parse_args(words)
    settings = split_words(given.settings)
    if not set(settings) <= set(NETWORK_SETTINGS):
        parser.error(f"the settings of a network are {' and '.join(NETWORK_SETTINGS)}")
    added = {PREFIX + name: text for name, text in settings.items()}
    read_settings(added, given.file)
    model = onnx.load(given.file)
    known = {each.key: each.value for each in model.metadata_props}
    kept = {
        key: value for key, value in known.items() if key[len(PREFIX) :] not in NETWORK_SETTINGS
    }
    onnx.helper.set_model_props(model, {**kept, **added})
    onnx.save(model, given.file)


if __name__ == "__main__":
    main()
