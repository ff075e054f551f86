"""Scenes as coloured characters: every site has its own characters, and arrows reach all sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from tabuleiro.core.drawing.canvas import Spot
from tabuleiro.core.drawing.cells import CellPicture, dot_pattern, draw_cells, draw_lens
from tabuleiro.core.drawing.grid import Size
from tabuleiro.core.drawing.navigation import Direction, next_site
from tabuleiro.core.drawing.pixels import Cell, PixelCanvas, contrast, legible
from tabuleiro.core.drawing.theme import LIGHT, THEMES, Theme
from tabuleiro.core.game import Game
from tabuleiro.core.message import say
from tabuleiro.core.scene import OVERLAYS, Piece, Scene
from tabuleiro.games import GAMES, find_game, read
from tabuleiro.games.eigenstate.view import TILE
from variants import variants

SMALL, LARGE = Size(52, 20), Size(110, 44)
DIRECTIONS: tuple[Direction, ...] = ("left", "right", "up", "down")
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
BOTH_SIZES = pytest.mark.parametrize("room", [SMALL, LARGE], ids=["small", "large"])


def scenes(game: Game[Any]) -> Iterator[Scene]:
    """The start, the middle and the end of a random game."""
    chance = Random(5)
    drawn = [game.start().scene()]
    position = game.start()
    while not position.over:
        move = chance.choice(position.legal_moves())
        position, previous = position.play(move), position
        drawn.append(position.scene(previous, move))
    yield from (drawn[0], drawn[len(drawn) // 2], drawn[-1])


def pictures(scene: Scene, room: Size) -> list[CellPicture]:
    """The picture and, if holes are too small, the lens of every tile."""
    picture = draw_cells(scene, room)
    if all(site.name in picture.spots for site in scene.all_sites()):
        return [picture]
    tiles = dict.fromkeys(site.inside for site in scene.sites if site.inside)
    lenses = (draw_lens(scene, tile) for tile in tiles)
    return [picture, *(lens for lens in lenses if lens is not None)]


def characters_of(picture: CellPicture, site: str) -> list[Spot]:
    return [spot for spot, names in picture.sites.items() if site in names]


def fits(picture: CellPicture, room: Size) -> bool:
    return picture.size.width <= room.width and picture.size.height <= room.height


@BOTH_SIZES
@EVERY_GAME
def test_every_site_has_a_character_of_its_own(game: Game[Any], room: Size) -> None:
    for scene in scenes(game):
        found = {}
        for picture in pictures(scene, room):
            for name, spot in picture.spots.items():
                found[name] = characters_of(picture, name)
                assert spot in found[name]
        assert set(found) == {site.name for site in scene.all_sites()}
        assert all(found.values())


@EVERY_GAME
def test_every_site_of_every_variant_has_one_too_and_fits(game: Game[Any]) -> None:
    for values in variants(game):
        scene = game.start(**values).scene()
        found = {name for picture in pictures(scene, SMALL) for name in picture.spots}
        assert found == {site.name for site in scene.all_sites()}
        assert fits(draw_cells(scene, SMALL), SMALL)


@BOTH_SIZES
@EVERY_GAME
def test_no_character_belongs_to_two_sites_of_a_layer(game: Game[Any], room: Size) -> None:
    for scene in scenes(game):
        for picture in pictures(scene, room):
            over = {site.name for site in scene.all_sites() if site.shape in OVERLAYS}
            layers = [[name in over for name in names] for names in picture.sites.values()]
            assert all(layer in ([True], [False], [True, False]) for layer in layers)


@BOTH_SIZES
@EVERY_GAME
def test_every_game_fits(game: Game[Any], room: Size) -> None:
    for scene in scenes(game):
        assert fits(draw_cells(scene, room), room)


@BOTH_SIZES
@EVERY_GAME
def test_arrows_reach_every_site_from_every_site(game: Game[Any], room: Size) -> None:
    for scene in scenes(game):
        for picture in pictures(scene, room):
            shapes = {site.name: site.shape for site in scene.all_sites()}
            for kinds in ({"octagon", "square", "circle", "point"}, {"handle", "none"}, {"dot"}):
                spots = {n: spot for n, spot in picture.spots.items() if shapes[n] in kinds}
                if not any(site.inside for site in scene.sites) or "dot" not in kinds:
                    assert_reachable(spots)


def test_arrows_reach_every_hole_of_a_lens() -> None:
    lens = draw_lens(find_game("eigenstate").start().scene(), "a1")
    assert lens is not None
    assert len(lens.spots) == 24
    assert_reachable(lens.spots)


def assert_reachable(spots: Mapping[str, Spot]) -> None:
    """Every site can be reached from the first one, and the first one from every other."""
    ways = {
        name: {found for d in DIRECTIONS if (found := next_site(spots, spots[name], d)) is not None}
        for name in spots
    }
    back: dict[str, set[str]] = {name: set() for name in spots}
    for name, others in ways.items():
        for other in others:
            back[other].add(name)
    for graph in (ways, back):
        met = list(spots)[:1]
        for name in met:
            met += [other for other in graph[name] if other not in met]
        assert set(met) == set(spots)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@EVERY_GAME
def test_everything_written_can_be_read(game: Game[Any], theme: Theme) -> None:
    for scene in scenes(game):
        for row in draw_cells(scene, LARGE, theme).rows:
            letters = [cell for cell in row if cell.letter.isalnum()]
            assert all(contrast(cell.ink, cell.paper) >= 3 for cell in letters)


@BOTH_SIZES
@EVERY_GAME
def test_every_piece_shows_more_than_its_colour(game: Game[Any], room: Size) -> None:
    for scene in scenes(game):
        picture = draw_cells(scene, room)
        board = {site.name for site in scene.sites}
        shown = {name: signs(picture, name) for name in board if name in picture.spots}
        for piece in scene.pieces:
            if piece.site in board and piece.form.kind != "outline":
                assert shown[piece.site], f"no sign on {piece.site}"


def signs(picture: CellPicture, site: str) -> str:
    """The letters and signs on a site, without blanks and filled quarters."""
    spots = characters_of(picture, site)
    cells = [picture.rows[row][column].letter for row, column in spots]
    return "".join(letter for letter in cells if letter.isalnum() or letter in "●○◆◇■□♔♚×▲△")


def test_a_large_room_has_a_larger_picture() -> None:
    scene = find_game("fuse").start().scene()
    assert draw_cells(scene, LARGE).scale > draw_cells(scene, SMALL).scale


def test_a_character_shows_two_colours_in_its_quarters() -> None:
    sheet = PixelCanvas(1, 1, "#FFFFFF")
    sheet.fill(((0, 0, 1), (1, 0, 2)), 0, 0, "#000000")
    assert sheet.cells() == [[Cell("▝", "#FFFFFF", "#000000")]]


def test_a_third_colour_becomes_the_more_like_of_the_two_that_are_shown() -> None:
    sheet = PixelCanvas(1, 1, "#FFFFFF")
    sheet.fill(((1, 0, 2),), 0, 0, "#000000")
    sheet.fill(((0, 0, 1),), 0, 0, "#F0F0F0")
    assert sheet.cells()[0][0].letter in "▀▄"


def test_ink_that_could_not_be_read_is_black_or_white() -> None:
    assert legible("#111111", "#000000") == "#FFFFFF"
    assert legible("#FFFF00", "#000000") == "#FFFF00"


def test_the_pegs_of_a_tile_are_a_pattern_of_dots() -> None:
    pegs = tuple(i in (0, 23) for i in range(24))
    tile = Piece("a1", TILE, "p1", "x", say("piece"), dots=pegs)
    assert dot_pattern(tile) == ["⠂⠀⠀", "⠀⠀⠂"]


@BOTH_SIZES
def test_empty_squares_between_octagons_can_be_seen(room: Size) -> None:
    scene = find_game("squex").start().scene()
    picture = draw_cells(scene, room)
    squares = [site.name for site in scene.sites if site.shape == "diamond"]
    spots = [picture.spots[name] for name in squares]
    letters = {picture.rows[row][column].letter for row, column in spots}
    assert squares and letters == {"+"}


def test_an_axis_between_two_rows_of_characters_has_a_line_to_the_board() -> None:
    """The letter is on the upper row, and the line is at its lower edge."""
    picture = draw_cells(find_game("control_v").start().scene(), SMALL)
    assert picture.scale.down == 1
    rows = ["".join(cell.letter for cell in row) for row in picture.rows]
    for first, letter in (("1", "a"), ("2", "b"), ("9", "i")):
        row = next(row for row in rows if row.split("▐")[0].strip() == first)
        assert row.endswith(f"▁{letter}")
    upper, lower = picture.spots["a1"][1], picture.spots["b1"][1]
    axes = next(row for row in rows if row.split()[:1] == ["r"])
    assert upper < axes.index("r") < lower, "an axis between two columns is between them"


def test_an_axis_with_a_row_of_its_own_needs_no_line() -> None:
    picture = draw_cells(find_game("control_v").start().scene(), LARGE)
    assert picture.scale.down > 1
    assert not any(cell.letter == "▁" for row in picture.rows for cell in row)


def test_a_label_is_whole_or_left_out_where_a_stack_reaches_over_it() -> None:
    rows = "-,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/-,-/"
    texts = []
    for stack in ("r", "rbgid"):
        scene = read(f"lyngk | {rows}-,{stack},- r:g 1:1 - -").scene()
        picture = draw_cells(scene, SMALL)
        texts.append("".join(cell.letter for cell in picture.rows[picture.spots["e1"][0]]))
    assert "f1" in texts[0]
    assert "rbgid" in texts[1]
    assert "1" not in texts[1].partition("rbgid")[2][:3]


def test_a_stack_in_little_room_has_a_disc_of_its_top_colour() -> None:
    """The disc is wider than the letters, so its colour is seen above and below them."""
    rows = "-,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/-,-/"
    scene = read(f"lyngk | {rows}-,rb,- r:g 1:1 - -").scene()
    picture = draw_cells(scene, Size(76, 34), LIGHT)
    row, column = picture.spots["e1"]
    around = [picture.rows[row + step][column] for step in (-1, 1)]
    assert all(LIGHT["r"] in (cell.paper, cell.ink) for cell in around)
