from pathlib import Path

from tabuleiro.core.game_file import read_game
from tabuleiro.core.options import Choice, Number, Switch

OPTIONS = """
id = "pairs"
[[option]]
name = "size"
default = 3
low = 2
high = 5
title = "Size"
description = "rows and columns"
[[option]]
name = "wraps"
default = false
title = "Wraps"
description = "whether the edges meet"
[[option]]
name = "start"
default = "empty"
values = ["empty", "full"]
title = "Start"
description = "what is on the board"
"""


def test_a_file_needs_only_what_the_game_has(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text('id = "pairs"')
    assert read_game(str(tmp_path / "module.py")) == {"id": "pairs", "options": ()}


def test_the_default_of_an_option_decides_its_kind(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(OPTIONS)
    options = read_game(str(tmp_path / "module.py"))["options"]
    assert [type(each) for each in options] == [Number, Switch, Choice]
    assert [each.name for each in options] == ["size", "wraps", "start"]
