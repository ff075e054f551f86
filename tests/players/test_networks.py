"""Networks as files: their input, their output, and the errors of invalid files."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import network_settings
from players.untrained import name_game, plainly_unpacked, some_positions, write_form, write_network
from tabuleiro.core.encoding import Encoding
from tabuleiro.core.game import Game
from tabuleiro.core.playouts import random_walk
from tabuleiro.core.position import Position
from tabuleiro.games import GAMES, games, start
from tabuleiro.players.networks import NetworkError, find_network, shipped_network
from tabuleiro.players.onnx_network import unpack_planes
from tabuleiro.players.player import PlayerError
from tabuleiro.players.policy import values_by_player
from tabuleiro.players.searches import SEARCHES, SearchSpec
from tabuleiro.search.network_mcts import BATCH, EXPLORATION, NetworkMcts

SQUEX = games()["squex"]
MEGABYTE = 1_000_000
SIGHTED = [game for game in games().values() if game.encoding]


def form_of(game: Game[Any]) -> tuple[int, int, int]:
    """Planes in, planes out and seats of the networks of a game."""
    encoding = encoding_of(game)
    inputs = len(encoding.planes) + len(encoding.numbers)
    return inputs, len(encoding.policy_planes), max(game.players)


def encoding_of(game: Game[Any]) -> Encoding:
    assert game.encoding
    return game.encoding


FORM = form_of(SQUEX)


def questions_of(positions: list[Position]) -> memoryview:
    return memoryview(array("Q", [word for each in positions for word in each.encode()]))


def printed_by(program: str) -> str:
    """The output of a program in its own process."""
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-c", program]
    return subprocess.run(
        words, capture_output=True, text=True, check=True, env=paths
    ).stdout.strip()


def refused(path: Path, game: Game[Any] = SQUEX) -> str:
    """The error for a file that is not a network of the game."""
    with pytest.raises(NetworkError) as error:
        find_network(game, str(path))
    assert str(path) in str(error.value)
    return str(error.value)


# --- questions and answers -------------------------------------------------------------------


@pytest.mark.parametrize("game", SIGHTED, ids=lambda game: game.id)
def test_questions_are_unpacked_plane_by_plane_and_number_by_number(game: Game[Any]) -> None:
    positions = some_positions(game)
    shape = encoding_of(game).shape(positions[0].options())
    shown = unpack_planes(questions_of(positions), encoding_of(game), shape)
    assert shown.shape[0] == len(positions) >= 3
    for seen, position in zip(shown, positions, strict=True):
        np.testing.assert_allclose(seen, plainly_unpacked(position), rtol=1e-6)


@pytest.mark.parametrize("game", SIGHTED, ids=lambda game: game.id)
def test_a_batch_is_answered_as_each_question_by_itself(game: Game[Any], tmp_path: Path) -> None:
    network = find_network(game, str(write_network(game, tmp_path / "some.onnx")))
    positions = some_positions(game)
    shape = encoding_of(game).shape(positions[0].options())
    together = np.asarray(network.evaluate(questions_of(positions), shape))
    alone = [np.asarray(network.evaluate(questions_of([each]), shape))[0] for each in positions]
    np.testing.assert_allclose(together, np.array(alone), rtol=1e-5, atol=1e-6)


def test_one_network_serves_boards_of_every_size(tmp_path: Path) -> None:
    network = find_network(SQUEX, str(write_network(SQUEX, tmp_path / "some.onnx")))
    for side in (3, 8, 15):
        position = start(f"squex rows={side} columns={side}")
        answer = np.asarray(network.evaluate(questions_of([position]), (side, side)))
        assert answer.shape == (1, FORM[1] * side * side + 2)
        assert answer[0, -2:].sum() == pytest.approx(1)


def turn_of(player: int, text: str) -> Position:
    """A position in which that player is to move."""
    walks = (random_walk(start(text), moves, 1) for moves in range(50))
    return next(position for position in walks if position.player == player)


def test_values_of_seats_that_nobody_has_count_for_nothing() -> None:
    answer = [0.1, 0.3, 0.4, 0.2]
    assert values_by_player(answer, turn_of(1, "control_v players=2")) == pytest.approx(
        (0.75, 0.25)
    )
    assert values_by_player(answer, turn_of(2, "control_v players=4")) == pytest.approx(
        (0.4, 0.2, 0.1, 0.3)
    )


# --- files -----------------------------------------------------------------------------------


def test_a_file_is_opened_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    path = write_network(SQUEX, tmp_path / "some.onnx")
    first = find_network(SQUEX, str(path))
    assert find_network(SQUEX, str(path)) is first
    write_network(SQUEX, tmp_path / "new.onnx", seed=2).replace(path)
    assert find_network(SQUEX, str(path)) is not first


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path / "none.onnx")
    assert "there is no such file" in refused(tmp_path)


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99])
def test_a_file_that_was_cut_off_is_damaged(part: float, tmp_path: Path) -> None:
    whole = write_network(SQUEX, tmp_path / "whole.onnx").read_bytes()
    path = tmp_path / "damaged.onnx"
    path.write_bytes(whole[: int(part * len(whole))])
    assert "damaged" in refused(path)


def test_any_other_file_is_no_network(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("The empty board is won by the first player.")
    assert "not an ONNX network" in refused(path)


def test_a_network_that_does_not_fit_the_game_is_refused(tmp_path: Path) -> None:
    planes, answers, seats = FORM
    other = write_form(tmp_path / "planes.onnx", planes + 1, answers, seats)
    assert f"takes {planes + 1} planes, and the game has {planes}" in refused(other)
    more = write_form(tmp_path / "seats.onnx", planes, answers, 4)
    assert "values for 4 players, and the game takes 2" in refused(more)
    large = write_form(tmp_path / "answers.onnx", planes, answers + 1, seats)
    wanted = 64 * answers + 2
    assert f"gave {wanted + 64} numbers instead of {wanted}" in refused(large)


def test_a_network_of_another_game_is_refused_even_if_it_would_fit(tmp_path: Path) -> None:
    path = write_form(tmp_path / "other.onnx", *FORM)
    assert find_network(SQUEX, str(path))
    assert "it was trained for hex" in refused(name_game(path, "hex"))


def test_a_network_whose_answers_are_no_numbers_is_refused(tmp_path: Path) -> None:
    broken = write_form(tmp_path / "nan.onnx", *FORM, spread=np.inf)
    assert "must be numbers" in refused(broken)


def test_without_onnx_runtime_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_network(SQUEX, tmp_path / "some.onnx")
    monkeypatch.delitem(sys.modules, "tabuleiro.players.onnx_network", raising=False)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NetworkError, match="pip install 'tabuleiro\\[net\\]'"):
        find_network(SQUEX, str(path))


def test_nothing_of_this_is_loaded_before_a_network_is_asked_for() -> None:
    program = (
        "import sys; from tabuleiro.players import make_player, player_names\n"
        "from tabuleiro.games import find_game\n"
        "game = find_game('squex'); player_names(game); make_player('guided:nodes=5', game)\n"
        "print({'numpy', 'onnxruntime'} & set(sys.modules))"
    )
    assert printed_by(program) == "set()"


def test_a_worker_of_the_web_has_room_for_networks(tmp_path: Path) -> None:
    name = f"net:nodes=20,megabytes=8,file={write_network(SQUEX, tmp_path / 'some.onnx')}"
    program = (
        "from tabuleiro.games import games, start\n"
        "from tabuleiro.players import make_player\n"
        "from tabuleiro.web.workers.worker import limit_memory\n"
        "games(); limit_memory(64)\n"
        f"player = make_player({name!r}, games()['squex'])\n"
        "print(player.choose(start('squex')).progress.nodes)"
    )
    assert printed_by(program) == "20"


# --- those that come with the games ----------------------------------------------------------


def shipped_files() -> list[Path]:
    """The networks of the package."""
    return sorted(Path(str(shipped_network(SQUEX))).parent.glob("*.onnx"))


def test_the_networks_of_the_package_are_small_together() -> None:
    assert sum(path.stat().st_size for path in shipped_files()) < 12 * MEGABYTE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_network_of_the_package_has_a_card_and_serves_its_game(game: Game[Any]) -> None:
    path = Path(str(shipped_network(game)))
    if not path.is_file():
        with pytest.raises(NetworkError, match="name a file of yours"):
            find_network(game)
        return
    assert find_network(game).seats == max(game.players)
    card = path.with_suffix(".md").read_text("utf-8")
    for heading in ("Data", "Training", "Command", "Strength", "Licence"):
        assert f"## {heading}\n" in card


def test_a_search_uses_the_settings_of_its_network_unless_it_is_given_others(
    tmp_path: Path,
) -> None:
    path = write_network(SQUEX, tmp_path / "some.onnx")
    network_settings.main([str(path), "batch=3", "exploration=0.25"])
    assert find_network(SQUEX, str(path)).settings == {"batch": 3, "exploration": 0.25}

    def settings_of(**numbers: float) -> tuple[float, float]:
        search = SEARCHES["net"].make(SearchSpec(SQUEX, numbers, file=str(path)))
        assert isinstance(search, NetworkMcts)
        return search.batch_size, search.exploration

    assert settings_of() == (3, 0.25)
    assert settings_of(batch=2) == (2, 0.25)
    assert settings_of(exploration=1.5) == (3, 1.5)
    network_settings.main([str(path)])
    assert settings_of() == (BATCH, EXPLORATION)


def test_a_network_with_settings_that_are_no_numbers_is_refused(tmp_path: Path) -> None:
    path = write_network(SQUEX, tmp_path / "some.onnx")
    model = onnx.load(path)
    onnx.helper.set_model_props(model, {"tabuleiro.batch": "0"})
    onnx.save(model, path)
    assert "batch cannot be '0': it takes a whole number from 1 to 256" in refused(path)
    with pytest.raises(PlayerError, match="exploration cannot be '11'"):
        network_settings.main([str(path), "exploration=11"])
    with pytest.raises(SystemExit):
        network_settings.main([str(path), "temperature=1"])
