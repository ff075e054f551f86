"""How long `import tabuleiro` takes, and the first game, next to a bare Python.

Each figure is the least CPU time of several processes, in milliseconds.
"""

from __future__ import annotations

import resource
import subprocess
import sys

ROUNDS = 20
PROGRAMS = {
    "bare Python": "",
    "import tabuleiro": "import tabuleiro",
    'tb.start("squex")': "import tabuleiro as tb; tb.start('squex')",
    'tb.make_player("mcts", "squex")': "import tabuleiro as tb; tb.make_player('mcts', 'squex')",
}


def milliseconds(code: str) -> float:
    """The CPU time of a Python process that runs this code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * seconds


def main() -> None:
    """Measure all programs in turns, and print them with the difference to a bare Python."""
    least = dict.fromkeys(PROGRAMS, float("inf"))
    for _ in range(ROUNDS):
        for name, code in PROGRAMS.items():
            least[name] = min(least[name], milliseconds(code))
    bare = least["bare Python"]
    for name, time in least.items():
        print(f"{name:32} {time:6.1f} ms  {time - bare:+6.1f} ms")


if __name__ == "__main__":
    main()
