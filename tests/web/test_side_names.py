"""How puzzles call the player to move."""

from __future__ import annotations

import pytest

from tabuleiro.games import find_game
from tabuleiro.web.content.pictures import side_of


@pytest.mark.parametrize(
    ("game", "theme", "names"),
    [
        ("squex", "light", ["Blue", "Orange"]),
        ("squex", "classic", ["Blue", "Red"]),
        ("fuse", "classic", ["White", "Black"]),
        ("eigenstate", "dark", ["Blue", "Orange"]),
        ("eigenstate", "classic", ["Player 1", "Player 2"]),  # its first program has green and red
        ("control_v", "classic", ["Player 1", "Player 2"]),
        ("lyngk", "light", ["Player 1", "Player 2"]),
    ],
)
def test_a_player_has_the_name_of_their_colour_on_the_page(
    game: str, theme: str, names: list[str]
) -> None:
    assert [str(side_of(find_game(game), player, theme)) for player in range(2)] == names
