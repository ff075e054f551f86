"""Positions set up by hand, for every game with an editor: there is always a text and a picture,
and a reason if the position is not legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from strategies import last_of, positions_of, random_game
from tabuleiro.core.drawing.svg import draw_svg
from tabuleiro.core.editing import Draft, Editing, empty_draft, find_problem, with_legal_turn
from tabuleiro.core.game import Game
from tabuleiro.core.message import PositionError
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, find_game, read

EDITABLE = [game for game in GAMES if game.editing]
every_game = pytest.mark.parametrize("game", EDITABLE, ids=lambda game: game.id)
few = settings(max_examples=15)
FAR = 1_000  # from what is wanted
MOST_TOUCHES = 60  # of a site


def editing_of(game: Game[Any]) -> Editing:
    assert game.editing
    return game.editing


def draft_of(position: Position) -> Draft:
    return editing_of(position.game).read(
        position.text, position.game.resolve_options(position.options())
    )


def test_all_games_of_ours_can_be_set_up_by_hand() -> None:
    assert [game.id for game in EDITABLE] == [game.id for game in GAMES]


@every_game
def test_a_draft_of_a_position_is_written_as_the_position_is(game: Game[Any]) -> None:
    @few
    @given(positions_of(game))
    def check(position: Position) -> None:
        draft = draft_of(position)
        assert editing_of(game).write(draft) == position.text
        assert with_legal_turn(game, draft) == draft

    check()


# --- from an empty board to any position ----------------------------------------------------


def away(there: str, wanted: str) -> int:
    """The distance between what is on a site and what should be there: a stack grows from its
    bottom, and every peg of a piece counts."""
    if there and wanted.endswith(there):
        return len(wanted) - len(there)
    if len(wanted) > 1 and there[:1] == wanted[0] and len(there) == len(wanted):
        return (int(there[1:], 16) ^ int(wanted[1:], 16)).bit_count()
    return FAR


def nearer(game: Game[Any], draft: Draft, site: str, wanted: str) -> Draft:
    """The draft after the touch of a site, or of something inside it, that brings it closest."""
    editing = editing_of(game)
    drafts = [
        editing.touch(draft, tool.name, way[-1][0])
        for tool in editing.tools(draft.options)
        for way in editing.touches(draft, tool.name)
        if way[0][0] == site
    ]
    return min(drafts, key=lambda found: away(found.at(site), wanted))


def set_up(game: Game[Any], target: Draft) -> Draft:
    """A position set up from an empty board, site by site."""
    draft = empty_draft(editing_of(game), target.options)
    for site, wanted in sorted(target.board.items(), key=lambda entry: ("-" in entry[0], entry)):
        for _ in range(MOST_TOUCHES):
            if draft.at(site) == wanted:
                break
            draft = nearer(game, draft, site, wanted)
    for name, value in target.fields.items():
        draft = draft.set(name, value)
    return draft


@every_game
def test_every_position_can_be_set_up_from_an_empty_board(game: Game[Any]) -> None:
    for seed in range(3):
        start = game.start()
        position = last_of(random_game(start, seed, 15 * seed + 10), start)
        draft = set_up(game, draft_of(position))
        assert editing_of(game).write(draft) == position.text


# --- impossible drafts ----------------------------------------------------------------------


@every_game
def test_whatever_is_touched_has_a_text_and_a_picture(game: Game[Any]) -> None:
    editing, chance = editing_of(game), Random(8)
    draft = empty_draft(editing, game.resolve_options({}))
    for count in range(150):
        tool = chance.choice(editing.tools(draft.options)).name
        ways = editing.touches(draft, tool)
        if not ways:
            continue
        draft = editing.touch(draft, tool, chance.choice(ways)[-1][0])
        text = editing.write(draft)
        assert editing.read(text, draft.options) == draft
        if count % 25 == 0:
            scene = editing.scene(draft)
            assert draw_svg(scene).startswith("<svg")
            names = {site.name for site in scene.all_sites()}
            assert set(draft.board) <= names


IMPOSSIBLE = {
    "squex | 8/8/3x4/4x3/8/8/8/8 7/7/7/7/7/7/7 x 1": "make it x",
    "control_v | #####5/10/10/10/10/10/10/10/10/10 x": "5 castles",
    "fuse | 1X6/8/8/8/8/8/8/8 x": "1 kings",
    "eigenstate | 6/6/6/6/6/xo4 000080,010000 x m": "at most one piece",
    "lyngk | wd,-,-/-,-/-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-/-,-,-/-,-,-,-/-,-,-/-,-/-,-,-"
    " -:- 0:0 - -": "joker lies on top",
}


@pytest.mark.parametrize("text", IMPOSSIBLE, ids=lambda text: text.split()[0])
def test_an_impossible_draft_is_shown_and_said_to_be_one(text: str) -> None:
    game_id, _, position = text.partition(" | ")
    game = find_game(game_id)
    draft = editing_of(game).read(position, game.resolve_options({}))
    assert draw_svg(editing_of(game).scene(draft)).startswith("<svg")
    wrong = find_problem(game, position, game.resolve_options({}))
    assert wrong and IMPOSSIBLE[text] in str(wrong)


@every_game
def test_a_text_without_the_form_of_a_position_is_refused_with_the_reason(game: Game[Any]) -> None:
    options = game.resolve_options({})
    for text in ("", "x", " ".join("?" * len(game.start().text.split(" ")))):
        with pytest.raises(PositionError):
            editing_of(game).read(text, options)


# --- the turn follows the board -------------------------------------------------------------


def test_the_turn_is_settled_with_as_little_change_as_can_be() -> None:
    fuse = find_game("fuse")
    empty = with_legal_turn(fuse, empty_draft(editing_of(fuse), fuse.resolve_options({})))
    assert empty.fields["player"] == "-"
    assert with_legal_turn(fuse, empty.put("b0", "o")).fields["player"] == "o"
    both = empty.put("b0", "o").put("c0", "x").set("player", "x")
    assert with_legal_turn(fuse, both) == both


def test_a_turn_that_was_chosen_is_kept_and_the_rest_follows() -> None:
    squex = find_game("squex")
    over = draft_of(read("squex rows=3 columns=3 | xo1/x2/x1o 2/2 - -"))
    opened = with_legal_turn(squex, over.put("a3", "").set("player", "o"), fixed="player")
    assert opened.fields == {"player": "o", "left": "1"}
    hopeless = with_legal_turn(squex, over.set("player", "o"), fixed="player")
    assert hopeless.fields["player"] == "o", "what is impossible is not mended behind one's back"


# --- games have their own ways ---------------------------------------------------------------


def test_squares_of_squex_follow_the_octagons_and_a_disputed_one_can_be_given_away() -> None:
    squex = editing_of(find_game("squex"))
    draft = empty_draft(squex, find_game("squex").resolve_options({"rows": 3, "columns": 3}))
    for tool, site in (("x", "a1"), ("x", "b2"), ("o", "b1")):
        draft = squex.touch(draft, tool, site)
    assert draft.at("a1-b2") == "x"
    draft = squex.touch(draft, "o", "a2")
    assert draft.at("a1-b2") == "o", "the octagon just put cuts"
    assert (("a1-b2",),) in squex.touches(draft, "x")
    assert squex.touch(draft, "x", "a1-b2").at("a1-b2") == "x"
    assert squex.touch(draft, "erase", "b1").at("a1-b2") == "x"


def test_pegs_go_in_and_out_and_stay_with_their_piece() -> None:
    eigenstate = editing_of(find_game("eigenstate"))
    draft = draft_of(find_game("eigenstate").start())
    assert (("a1",), ("a1:a1",)) in eigenstate.touches(draft, "peg")
    pegged = eigenstate.touch(draft, "peg", "a1:a1")
    assert pegged.at("a1") == "x800080"
    assert dict(eigenstate.touch(pegged, "peg", "a1:a1").board) == dict(draft.board)
    assert eigenstate.touch(pegged, "x", "a1").at("a1") == ""


def test_a_peg_that_is_touched_is_the_peg_that_a_move_places() -> None:
    before = find_game("eigenstate").start().play("a1a2")
    for move in before.legal_moves():
        text = before.move_text(move)
        touched = editing_of(before.game).touch(draft_of(before), "peg", text)
        assert touched.board == draft_of(before.play(move)).board


def test_colours_of_lyngk_go_from_hand_to_hand_and_nobody_has_three() -> None:
    lyngk = editing_of(find_game("lyngk"))
    draft = empty_draft(lyngk, find_game("lyngk").resolve_options({}))
    for colour in ("red", "blue", "green"):
        draft = lyngk.touch(draft, "r", f"claim-{colour}")
    claimers = [draft.at(f"claim-{colour}") for colour in ("red", "blue", "green")]
    assert claimers == ["x", "x", "o"]
    assert lyngk.write(draft).split(" ")[1] == "br:g"
    assert lyngk.touch(draft, "r", "claim-green").at("claim-green") == ""


def test_stacks_of_lyngk_grow_and_shrink_at_the_top() -> None:
    lyngk = editing_of(find_game("lyngk"))
    draft = empty_draft(lyngk, find_game("lyngk").resolve_options({}))
    for letter in "bgr":
        draft = lyngk.touch(draft, letter, "e4")
    assert draft.at("e4") == "rgb"
    assert lyngk.touch(draft, "erase", "e4").at("e4") == "gb"
