"""Exports networks to ONNX, also quantised, and measures how close the files are to the network.

The input of a file is `planes` (questions, planes and numbers, rows, columns); the outputs are
`logits` (questions, entries) and `values` (questions, seats), for batches and boards of any size.
Files are compared with the network on positions from self-play.
"""

import io
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from tabuleiro.core.extras import import_extra
from tabuleiro.core.message import say
from tabuleiro.learning.checkpoints import load_network
from tabuleiro.learning.curriculum import encoding_of
from tabuleiro.learning.errors import LearningError
from tabuleiro.learning.network import InferenceModel, Net, folded_copy
from tabuleiro.learning.plan import Plan, plan_from_state
from tabuleiro.learning.planes import Planes
from tabuleiro.learning.replay_buffer import as_tensor
from tabuleiro.learning.self_play_pool import SelfPlayPool
from tabuleiro.learning.training import move_logits
from tabuleiro.records.files import atomic_writer

OPSET = 17
INPUT = "planes"
OUTPUTS = ["logits", "values"]
BATCH = 64  # questions that are evaluated together to compare files
QUICK: dict[str, Any] = {"games": 64, "groups": 1, "searches": ((0.0, 32, 8),)}
"""Settings of self-play for the positions to compare on."""
SAMPLES = 512
PREFIX = "tabuleiro."
CALIBRATION_BATCH = 32
CALIBRATION = {"CalibMovingAverage": True}
"""The ranges of activations are averages over batches. With the extremes of all positions, a few
rare activations would leave too few of the 256 steps to all others."""

Model = Callable[[Tensor], tuple[Tensor, Tensor]]
"""Logits and values of planes."""


@dataclass(frozen=True)
class Fidelity:
    """How close the answers of a copy are to those of a model: the share of positions with the same
    best move, the mean Kullback-Leibler divergence of the policy in nats, and the root mean square
    and the largest error of values."""

    agreement: float
    divergence: float
    value_error: float
    value_worst: float


@dataclass(frozen=True)
class Examples:
    """Planes of positions on boards of one shape, with the policy indices of their moves."""

    planes: Tensor
    entries: Tensor


def export_run(folder: Path, *, samples: int = SAMPLES) -> dict[str, Fidelity]:
    """Writes the network of a run as `network.onnx` and, quantised, as `network-int8.onnx`. Returns
    how close the first is to the network of the run, and the second to the first."""
    torch.set_num_threads(1)
    state, net = load_network(folder)
    if state["learner"]["steps"] == 0:
        reason = say("the run in {path} has made no training step: resume it", path=folder)
        raise LearningError(reason)
    plan = plan_from_state(state, torch.device("cpu"))
    facts = {"game": plan.game.id, "seconds": f"{state['seconds']:.0f}"}
    facts["steps"] = str(state["learner"]["steps"])
    full, small = folder / "network.onnx", folder / "network-int8.onnx"
    export(net, full, facts)
    examples = examples_of(plan, net, samples)
    quantise(full, small, examples)
    own = InferenceModel(folded_copy(net))
    files = open_model(full), open_model(small)
    return {
        full.name: measure_fidelity(own, files[0], examples),
        small.name: measure_fidelity(files[0], files[1], examples),
    }


def export(net: Net, path: Path, facts: dict[str, str]) -> None:
    """Writes a network as an ONNX file, with facts as metadata."""
    onnx = import_extra("onnx")
    written = io.BytesIO()
    axes = {INPUT: {0: "questions", 2: "rows", 3: "columns"}}
    axes |= {"logits": {0: "questions", 1: "entries"}, "values": {0: "questions"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # this exporter is old; the new one needs a package
        torch.onnx.export(
            InferenceModel(folded_copy(net)).eval(),
            (torch.zeros(2, net.architecture.inputs, 5, 6),),
            written,
            input_names=[INPUT],
            output_names=OUTPUTS,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    model = onnx.load_from_string(written.getvalue())
    onnx.helper.set_model_props(model, {PREFIX + name: text for name, text in facts.items()})
    with atomic_writer(path) as file:
        file.write(model.SerializeToString())


def quantise(path: Path, small: Path, examples: Sequence[Examples]) -> None:
    """Writes the network of a file with convolutions in 8 bits, calibrated with these examples."""
    quantization = import_extra("onnxruntime.quantization")
    prepared, spare = (small.with_name(f"{small.name}.{part}") for part in ("prepared", "part"))
    try:
        quantization.quant_pre_process(path, prepared, skip_symbolic_shape=True)
        quantization.quantize_static(
            prepared,
            spare,
            _reader(quantization, examples),
            quant_format=quantization.QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            per_channel=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            extra_options=CALIBRATION,
        )
        spare.replace(small)
    finally:
        prepared.unlink(missing_ok=True)
        spare.unlink(missing_ok=True)


def _reader(quantization: Any, examples: Sequence[Examples]) -> Any:
    """The examples in the form that ONNX Runtime needs, one batch after the other."""
    batches = iter(
        [batch.numpy() for one in examples for batch in one.planes.split(CALIBRATION_BATCH)]
    )

    class CalibrationReader(quantization.CalibrationDataReader):
        """Returns batches until there are no more."""

        def get_next(self) -> dict[str, Any] | None:
            batch = next(batches, None)
            return None if batch is None else {INPUT: batch}

    return CalibrationReader()


def open_model(path: Path) -> Model:
    """An ONNX file as a function of planes."""
    from tabuleiro.players.onnx_network import open_session, session_runner  # needs ONNX Runtime

    run = session_runner(open_session(path))

    def model(planes: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = run(planes.numpy())
        return torch.from_numpy(logits), torch.from_numpy(values)

    return model


@torch.inference_mode()
def measure_fidelity(model: Model, copy: Model, examples: Sequence[Examples]) -> Fidelity:
    """How close a copy is to its model on these examples."""
    rows = torch.cat([_differences(model, copy, one) for one in examples])
    agreement, divergence, squares, worst = rows.unbind(1)
    return Fidelity(
        float(agreement.mean()),
        float(divergence.mean()),
        float(squares.mean().sqrt()),
        float(worst.max()),
    )


def _differences(model: Model, copy: Model, examples: Examples) -> Tensor:
    """For each example: whether the best move is the same, the divergence, the mean square error
    and the largest error of its values."""
    found = []
    batches = zip(examples.planes.split(BATCH), examples.entries.split(BATCH), strict=True)
    for planes, entries in batches:
        right, wrong = model(planes), copy(planes)
        logs, others = (
            torch.log_softmax(move_logits(one[0], entries), 1) for one in (right, wrong)
        )
        errors = right[1] - wrong[1]
        columns = [
            (logs.argmax(1) == others.argmax(1)).float(),
            (logs.exp() * (logs - others)).sum(1),
            errors.square().mean(1),
            errors.abs().amax(1),
        ]
        found.append(torch.stack(columns, 1))
    return torch.cat(found)


def examples_of(plan: Plan, net: Net, count: int) -> list[Examples]:
    """Positions of self-play of a network, `count` in all courses together."""
    encoding = encoding_of(plan.game)
    pool = SelfPlayPool(replace(plan, settings=replace(plan.settings, **QUICK), threads=1), net)
    try:
        found = _gather(pool, len(plan.courses), -(-count // len(plan.courses)))
    finally:
        pool.close()
    examples = []
    for course, (questions, entries) in zip(plan.courses, found, strict=True):
        planes = Planes(encoding, encoding.shape(course.options), plan.device)
        examples.append(Examples(planes.unpack(questions), entries))
    return examples


def _gather(pool: SelfPlayPool, courses: int, count: int) -> list[tuple[Tensor, Tensor]]:
    """Questions and entries of every course, `count` of each."""
    found: list[list[Any]] = [[] for _ in range(courses)]
    while any(sum(len(one.questions) for one in samples) < count for samples in found):
        for course, samples in pool.play_turn():
            found[course].append(samples)
    return [
        (
            torch.cat([as_tensor(one.questions) for one in samples])[:count],
            torch.cat([as_tensor(one.entries) for one in samples])[:count],
        )
        for samples in found
    ]
