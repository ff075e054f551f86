"""Run the notebooks in docs/notebooks and write what their cells show into them.

Without arguments, all of them. It needs no Jupyter: a cell is Python code, and what it shows is
printed, or the value of its last line.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def run_notebook(path: Path) -> dict[str, Any]:
    """The notebook with the outputs of its cells."""
    notebook: dict[str, Any] = json.loads(path.read_text())
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        printed = io.StringIO()
        with redirect_stdout(printed):
            value = run_cell("".join(cell["source"]), names)
        cell["execution_count"] = number
        cell["outputs"] = [*stream(printed.getvalue()), *shown(value, number)]
    return notebook


def run_cell(code: str, names: dict[str, Any]) -> Any:
    """Runs the code of a cell; returns the value of its last line if that is an expression."""
    *body, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        exec(compile(code, "cell", "exec"), names)  # noqa: S102 - our own notebooks
        return None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102 - our own notebooks
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - likewise


def stream(text: str) -> list[dict[str, Any]]:
    """The output of what a cell printed."""
    if not text:
        return []
    return [{"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}]


def shown(value: Any, number: int) -> list[dict[str, Any]]:
    """The output of the value of a cell."""
    if value is None:
        return []
    data = {"text/plain": [repr(value)[:500]]}
    for kind, method in RICH.items():
        if hasattr(value, method):
            data[kind] = getattr(value, method)().splitlines(keepends=True)
    facts = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
    return [facts | {"data": data}]


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb")):
        path.write_text(json.dumps(run_notebook(path), indent=1, ensure_ascii=False) + "\n")
        print(path.name)
