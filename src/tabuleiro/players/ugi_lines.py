"""The UGI lines that are sent to an engine, and those that are read from it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tabuleiro.core.message import MoveError
from tabuleiro.core.position import Position
from tabuleiro.search.limit import Limit
from tabuleiro.search.progress import Progress

OPTION = re.compile(r"option name (?P<name>.+?) type (?P<kind>\S+)(?P<rest>.*)")
FIELD = re.compile(r"\b(depth|multipv|nodes|cp|mate|time) (-?\d{1,15})\b")
LONGEST_PV = 200  # moves


@dataclass(frozen=True)
class EngineOption:
    """An option that an engine lists; `values` are those it lists for a choice."""

    name: str
    kind: str
    values: tuple[str, ...]

    def setoption_line(self, text: str) -> str:
        """The line that sets it to a value. Other engines expect true and false for switches; ours
        accept these too."""
        if self.kind == "check":
            text = {"on": "true", "off": "false"}.get(text, text)
        return f"setoption name {self.name} value {text}"


def parse_option(line: str) -> EngineOption | None:
    """The option that a line lists, if it lists one."""
    match = OPTION.fullmatch(line)
    if not match:
        return None
    values = re.findall(r"\bvar (\S+)", match["rest"])
    return EngineOption(match["name"], match["kind"], tuple(values))


def position_line(start: Position, moves: Sequence[str]) -> str:
    """The line that sets the position after these moves. A random start is always written out,
    since not every engine draws the same one."""
    options, game = start.options(), start.game
    fixed = all(option.name in options for option in game.options)
    text = "startpos" if fixed and start == game.start(**options) else f"fen {start.text}"
    return " ".join(["position", text, *(["moves", *moves] if moves else [])])


def go_line(limit: Limit) -> str:
    """The line that starts a search within the limit, with the clocks of all players."""
    clocks = [(n, clock) for n, clock in enumerate(limit.clocks, start=1) if clock]
    numbers = {
        **{f"p{n}time": clock.left for n, clock in clocks},
        **{f"p{n}inc": clock.increment for n, clock in clocks},
        "movetime": limit.movetime,
        "nodes": limit.nodes,
        "depth": limit.depth,
    }
    given = [f"{name} {number}" for name, number in numbers.items() if number is not None]
    return " ".join(["go", *given, *(["infinite"] if limit.infinite else [])])


def parse_info(position: Position, line: str, seconds: float) -> Progress | None:
    """What a line reports about a search that has run for `seconds`; None if it has no score
    or no line of legal moves, or if it is not the best of several. The time is our own: that of the
    engine is not trusted."""
    before, _, moves = line.partition(" pv ")
    fields = {name: int(number) for name, number in FIELD.findall(before)}
    pv = legal_line(position, moves.split())
    mate = fields.get("mate")
    is_best = fields.get("multipv", 1) == 1
    if not line.startswith("info ") or not pv or not is_best or not (mate or "cp" in fields):
        return None
    value = float(mate > 0) if mate else expected_score(fields["cp"])
    depth, nodes = (max(0, fields.get(name, 0)) for name in ("depth", "nodes"))
    return Progress(depth, value, mate or None, nodes, seconds, pv)


def expected_score(centipawns: int) -> float:
    """The expected score for `score cp`, which goes from -1000 to 1000."""
    return min(1.0, max(0.0, (centipawns + 1000) / 2000))


def legal_line(position: Position, texts: list[str]) -> tuple[int, ...]:
    """The moves of these texts, up to the first illegal one."""
    line: list[int] = []
    for text in islice(texts, LONGEST_PV):
        try:
            line.append(position.move(text))
        except MoveError:
            break
        position = position.play(line[-1])
    return tuple(line)
