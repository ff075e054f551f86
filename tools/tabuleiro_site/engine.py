"""Computer players that think in a web worker."""

import pickle
from collections.abc import Callable

from tabuleiro.core.primitives import StopFlag
from tabuleiro.players import make_player
from tabuleiro.web.workers.tasks import WorkerMessage, WorkerTask
from tabuleiro.web.workers.worker import PlayerCache, answer_task

MEGABYTES = 8  # of a player: more than the offered levels use

players = PlayerCache(make_player, MEGABYTES)


def answer(task: bytes, report: Callable[[bytes], None]) -> bytes:
    """The last message about a task; partial results are reported. All are pickled."""

    def send(message: WorkerMessage) -> None:
        report(pickle.dumps(message))

    asked: WorkerTask = pickle.loads(bytes(task))
    return pickle.dumps(answer_task(players, asked, StopFlag(), send))
