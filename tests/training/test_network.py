"""The network: a folded copy gives the same answers, and boards of every size work."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.network import Architecture, InferenceModel, Net, folded_copy
from tabuleiro.learning.replay_buffer import FIELDS, ReplayBuffer, SampleShapes
from tabuleiro.learning.sample_buffer import Samples
from tabuleiro.learning.settings import TrainingSettings, settings_for
from tabuleiro.learning.training import learning_rate

FORM = Architecture(inputs=7, answers=3, seats=4, blocks=3, channels=8)


def worn_net() -> Net:
    """A network whose running averages differ from their first values."""
    torch.manual_seed(1)
    net = Net(FORM).train()
    for _ in range(20):
        net(torch.rand(16, FORM.inputs, 5, 5))
    return net.eval()


@torch.inference_mode()
def test_a_folded_network_answers_as_its_twin_does() -> None:
    net = worn_net()
    planes = torch.rand(9, FORM.inputs, 6, 4)
    for own, folded in zip(net(planes), folded_copy(net)(planes), strict=True):
        assert torch.allclose(own, folded, atol=1e-5)


@torch.inference_mode()
@pytest.mark.parametrize("shape", [(3, 3), (8, 8), (5, 9), (13, 13)])
def test_one_network_answers_on_boards_of_every_size(shape: tuple[int, int]) -> None:
    logits, values = InferenceModel(worn_net())(torch.rand(2, FORM.inputs, *shape))
    assert logits.shape == (2, FORM.answers * shape[0] * shape[1])
    assert torch.allclose(values.sum(1), torch.ones(2))


@torch.inference_mode()
def test_the_whole_board_reaches_every_answer() -> None:
    net = worn_net()
    planes = torch.zeros(1, FORM.inputs, 17, 17)
    far = planes.clone()
    far[0, 0, 16, 16] = 1
    assert not torch.equal(net(planes)[0][0, 0], net(far)[0][0, 0])


def test_a_batch_is_seen_as_the_network_sees_it_in_play() -> None:
    net = worn_net()
    planes = torch.rand(16, FORM.inputs, 5, 5)
    planes[:, 0] = 1  # which all positions of the batch share
    with torch.no_grad():
        learning = net.train()(planes)[0]
        playing = net.eval()(planes)[0]
    assert torch.allclose(playing, learning, atol=1e-4)


def some(first: int, count: int) -> Samples:
    """Samples that differ from each other."""
    return Samples(
        np.arange(first, first + count, dtype=np.uint64)[:, None],
        np.zeros((count, 2, 1), np.int16),
        np.ones((count, 2), np.uint8),
        np.ones((count, 2), np.float32),
        np.ones((count, 2), np.float32),
    )


def test_a_replay_keeps_the_newest_samples_and_draws_from_a_window_of_them() -> None:
    replay = ReplayBuffer(10, SampleShapes(1, 2, 1, 2), torch.device("cpu"))
    for first in range(0, 28, 4):
        replay.add(some(first, 4), 0)
    kept = replay.kept[FIELDS.index("questions")][:, 0]
    assert len(replay) == 10 and replay.total == 28
    assert sorted(kept.tolist()) == list(range(18, 28))
    places = replay.sample(1000, 5, torch.Generator().manual_seed(1))
    assert sorted(set(kept[places].tolist())) == list(range(23, 28))


def test_a_replay_takes_back_what_it_has_kept() -> None:
    first, second = (
        ReplayBuffer(10, SampleShapes(1, 2, 1, 2), torch.device("cpu")) for _ in range(2)
    )
    first.add(some(0, 14), 1)
    second.restore(first.state())
    assert second.total == 14
    assert all(torch.equal(a, b) for a, b in zip(first.kept, second.kept, strict=True))


def test_the_learning_rate_grows_and_then_falls_to_its_last_part() -> None:
    settings = TrainingSettings(rate=1.0, warm_up=10, last_rate=0.02)
    assert learning_rate(settings, 1, 0.0) == pytest.approx(0.1)
    assert learning_rate(settings, 10, 0.0) == pytest.approx(1.0)
    assert learning_rate(settings, 500, 0.5) == pytest.approx(0.5)
    assert learning_rate(settings, 1000, 1.0) == pytest.approx(0.02)


def test_settings_come_from_the_device_and_from_the_caller() -> None:
    assert settings_for("squex", "cpu").games < settings_for("squex", "cuda").games
    assert settings_for("squex", "cpu", ["games=12", "rate=0.5"]).games == 12
    stages = settings_for("squex", "cpu", ["searches=[[0.0, 8, 2], [0.5, 32, 8]]"])
    assert stages.searches_at(0.4) == (8, 2) and stages.searches_at(0.5) == (32, 8)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("games", "NAME=VALUE"),
        ("game=3", "no setting 'game'"),
        ("games=0", "games cannot be '0'"),
        ("games=many", "games cannot be 'many'"),
        ("games=2.5", "games cannot be '2.5'"),
        ("full_share=1.5", "full_share cannot be '1.5'"),
        ("searches=[[0.5, 8, 2]]", "searches cannot be"),
        ("searches=8", "searches cannot be '8'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(text: str, reason: str) -> None:
    with pytest.raises(LearningError, match=reason.replace("[", r"\[")):
        settings_for("squex", "cpu", [text])
