"""What players are called on pages."""

from __future__ import annotations

import pytest

from tabuleiro.core.message import say
from tabuleiro.core.scene import player_name
from tabuleiro.games import find_game, start
from tabuleiro.language import translator
from tabuleiro.play.player_names import (
    names_in_sentences,
    names_of_seats,
    side_of,
    sides_of,
    told_to,
    with_names,
    with_pronouns,
)
from tabuleiro.play.setup import seats_of


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


OWN = say("{player} moves a piece and passes", player=player_name(0))
OTHER = say("{player} copies {piece}", player=player_name(1), piece=say("their piece"))


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (
            (0,),
            ["You move a piece and pass", "Player 2 copies their piece", "They copy their piece"],
        ),
        ((1,), ["Player 1 moves a piece and passes", *["You copy your piece"] * 2]),
        ((), [str(OWN), str(OTHER), "They copy their piece"]),
    ],
)
def test_a_player_is_named_once_in_a_row_and_the_reader_is_you(
    seats: tuple[int, ...], told: list[str]
) -> None:
    assert [str(each) for each in with_pronouns(seats, [OWN, OTHER, OTHER])] == told


def test_portuguese_leaves_pronouns_out() -> None:
    placed = say("{player} places an octagon on {cell}", player=player_name(0), cell="b2")
    (told,) = with_pronouns((0,), [placed])
    assert told.text(translator("pt")) == "Pôs um octógono em b2"


def test_portuguese_names_a_player_after_a_sentence_about_another() -> None:
    placed, stuck = (
        say("{player} places {piece} on {cell}", player=player_name(1), piece="a", cell="b2"),
        say("{player} has no moves left", player=player_name(0)),
    )
    told = with_pronouns((0,), [placed, stuck, stuck])
    assert [str(each) for each in told[1:]] == ["You have no moves left"] * 2
    translated = [each.text(translator("pt")) for each in told[1:]]
    assert translated == ["Jogador 1 já não tem jogadas", "Já não tem jogadas"]


def test_players_with_the_same_name_are_called_by_their_sides() -> None:
    seats, position = seats_of(["", "level:1", "level:1"]), start("control_v", players=3)
    called = [str(name) for name in names_in_sentences(position, seats, "light")]
    assert called == ["Player 1", "Player 2", "Player 3"]
    full = [str(name) for name in names_of_seats(position, seats, "light")]
    assert full == ["Player 1", "Player 2 (Level 1)", "Player 3 (Level 1)"]
    (_, called_short) = names_in_sentences(start("squex"), seats_of(["", "level:3"]), "light")
    assert str(called_short) == "Level 3"
