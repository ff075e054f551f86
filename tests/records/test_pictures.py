"""Pictures of records: frames, labels, sizes, and replay pages without other files."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from records.test_record import WON
from tabuleiro.core.drawing.theme import DARK, LIGHT
from tabuleiro.core.game import Game
from tabuleiro.core.message import TabuleiroError
from tabuleiro.games import start
from tabuleiro.records import Ply, Record
from tabuleiro.records.pictures import frames, gif, picture, replay_page

EARLY = replace(WON, plies=WON.plies[:2], result="none")  # nothing stands in its lowest row
NEAR = 6  # of 255: a palette has not every colour of a smooth edge


def pictures_of(data: bytes) -> list[Image.Image]:
    """The frames of an animation."""
    movie = Image.open(BytesIO(data))
    found = []
    for number in range(getattr(movie, "n_frames", 1)):
        movie.seek(number)
        found.append(movie.convert("RGB"))
    return found


def short_record(game: Game[Any]) -> Record:
    """The first three moves of a game."""
    position, plies = game.start(), []
    for _ in range(3):
        move = position.legal_moves()[0]
        plies.append(Ply(position.move_text(move)))
        position = position.play(move)
    names = tuple("ABCD"[: position.players])
    return Record(game.start(), names, tuple(plies))


def test_there_is_a_frame_for_the_start_and_for_every_move(game: Game[Any]) -> None:
    record = short_record(game)
    scenes = frames(record)
    assert len(scenes) == 4
    for ply, scene, position in zip(record.plies, scenes[1:], record.positions(), strict=False):
        move = position.move(ply.move)
        assert scene == position.play(move).scene(position, move)


@pytest.mark.parametrize(("at", "number"), [(0, 0), (3, 3), (-1, 5), (-6, 0), (None, 5)])
def test_a_place_is_counted_from_either_end(at: int | None, number: int) -> None:
    svg = picture(WON, at).decode()
    assert svg == picture(WON, number).decode()
    assert ("Player 1 has won" in svg) == (number == 5)


@pytest.mark.parametrize("at", [6, -7])
def test_a_place_beyond_the_game_is_refused(at: int) -> None:
    with pytest.raises(TabuleiroError, match=f"the game has 5 moves: there is no move {at}"):
        picture(WON, at)


def test_a_picture_is_svg_or_png() -> None:
    assert picture(WON, form="png", width=100).startswith(b"\x89PNG")
    with pytest.raises(TabuleiroError, match="a picture is svg or png, not 'bmp'"):
        picture(WON, form="bmp")


def test_a_moving_picture_shows_every_position_of_the_game() -> None:
    movie = pictures_of(gif(WON, width=240))
    assert len(movie) == len(WON.plies) + 1
    assert len({frame.size for frame in movie}) == 1
    assert movie[0].width == 240
    for before, after in pairwise(movie):
        assert ImageChops.difference(before, after).getbbox() is not None


def test_a_moving_picture_marks_the_last_move_where_it_was_made() -> None:
    """The first octagon appears on b1, and only there above the captions."""
    begin, first = pictures_of(gif(WON, width=240))[:2]
    board = (0, 0, 240, 200)
    changed = ImageChops.difference(begin.crop(board), first.crop(board)).getbbox()
    assert changed is not None
    left, _, right, bottom = changed
    assert (80 < left < right < 170) and bottom < 110


def test_labels_are_drawn_in_a_moving_picture() -> None:
    """The strips left of and above the board, where the labels are, are not empty."""
    board = pictures_of(gif(Record(start("squex"), ("Ana", "Rui")), width=400))[0]
    for strip in ((0, 30, 20, 400), (30, 0, 400, 22)):
        dark = [
            count
            for count, colour in board.crop(strip).convert("L").getcolors(256) or ()
            if isinstance(colour, int) and colour < 160
        ]
        assert sum(dark) > 8 * 5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_colours_of_a_moving_picture_are_those_of_the_theme(theme: Any) -> None:
    last = pictures_of(gif(WON, theme=theme, width=240))[-1]
    colours = [colour for _, colour in last.getcolors(10_000) or ()]
    for token in ("p1", "p2", "board"):
        wanted = tuple(int(theme[token][i : i + 2], 16) for i in (1, 3, 5))
        assert any(
            max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) <= NEAR
            for colour in colours
            if isinstance(colour, tuple)
        )


def test_the_board_stays_where_it_is() -> None:
    """Captions of more or fewer lines below it move nothing: where no move was made, the board is
    the same in every frame."""
    lower = (0, 170, 240, 200)
    first, *others = (frame.crop(lower) for frame in pictures_of(gif(EARLY, width=240)))
    assert first.getcolors(10_000) != [(240 * 30, first.getpixel((0, 0)))]
    assert all(other.tobytes() == first.tobytes() for other in others)


def test_each_position_is_shown_for_as_long_as_asked() -> None:
    movie = Image.open(BytesIO(gif(WON, width=100, seconds=0.5)))
    assert movie.info["duration"] == 500
    assert movie.info["loop"] == 0
    movie.seek(len(WON.plies))
    assert movie.info["duration"] == 3000


@pytest.mark.parametrize("seconds", [0, -1, 61, float("nan")])
def test_a_time_that_no_move_is_shown_for_is_refused(seconds: float) -> None:
    with pytest.raises(TabuleiroError, match="more than 0 and at most 60"):
        gif(WON, seconds=seconds)


@pytest.mark.parametrize("width", [0, 9000])
def test_a_width_that_no_picture_has_is_refused(width: int) -> None:
    with pytest.raises(TabuleiroError, match="1 to 8192 pixels wide"):
        gif(WON, width=width)


def data_of(page: str) -> dict[str, Any]:
    """The data that a page unpacks."""
    found = re.search(r'const packed = "([^"]*)"', page)
    assert found
    value: dict[str, Any] = json.loads(zlib.decompress(b64decode(found[1])))
    return value


def test_a_page_holds_every_picture_and_every_move(game: Game[Any]) -> None:
    record = replace(short_record(game), comment="so it begins")
    data = data_of(replay_page(record))
    assert [move for move, _ in data["moves"]] == [ply.move for ply in record.plies]
    assert data["comment"] == "so it begins"
    pictures = ["".join(data["parts"][part] for part in frame) for frame in data["frames"]]
    assert len(pictures) == 4
    assert len({re.findall(r'viewBox="([^"]*)"', one)[0] for one in pictures}) == 1
    assert all(one.startswith("<svg") and one.endswith("</svg>") for one in pictures)


def test_a_page_needs_no_other_file() -> None:
    page = replay_page(WON)
    assert not re.findall(
        r"""(?:src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", page
    )
    assert len(page) < 40_000


def test_whatever_people_wrote_stays_text_in_a_page() -> None:
    wild = "</script><b>"
    record = Record(WON.start, (wild, "$data"), WON.plies, "p1win", {"Event": wild}, wild)
    page = replay_page(record)
    assert wild not in page
    assert page.count("</script>") == 1
    assert "$data" in page
