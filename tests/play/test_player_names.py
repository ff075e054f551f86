"""What players are called on pages."""

from __future__ import annotations

import pytest

from tabuleiro.core.message import say
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game, start
from tabuleiro.play.player_names import side_of, sides_of, told_to, with_names


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


def test_numbers_of_players_become_names_in_every_sentence() -> None:
    translate = with_names(str, [say("{name}", name="Ana"), say("Orange")])
    cut = say("{player} takes {squares} from {other}", player=player_name(1), other=player_name(0))
    cut.values["squares"] = (say("the square of {player}", player=player_name(0)),)
    assert cut.text(translate) == "Orange takes the square of Ana from Ana"


@pytest.mark.parametrize(
    ("seats", "told"), [((0,), "You resigned"), ((1,), "Player 1 resigned"), ((0, 1), None)]
)
def test_a_player_with_one_seat_is_told_about_themselves(
    seats: tuple[int, ...], told: str | None
) -> None:
    resigned = say("{player} resigned", player=player_name(0))
    assert [str(each) for each in told_to(seats, [resigned])] == [told or str(resigned)]


def test_three_players_have_numbers_because_not_all_colours_have_names() -> None:
    names = [str(side) for side in sides_of(start("control_v", players=3), "light")]
    assert names == ["Player 1", "Player 2", "Player 3"]
