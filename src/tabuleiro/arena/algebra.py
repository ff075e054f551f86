"""Linear algebra and root finding for the statistics, in plain Python."""

from collections.abc import Callable, Sequence

Vector = list[float]
Matrix = list[Vector]


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """The product of two vectors."""
    return sum(a * b for a, b in zip(first, second, strict=True))


def solve_linear(matrix: Matrix, *sides: Vector) -> list[Vector]:
    """Solves a linear system for each right side by Gaussian elimination. The matrix is positive
    definite, so that no pivoting is needed."""
    size = len(matrix)
    rows = [[*row, *(side[i] for side in sides)] for i, row in enumerate(matrix)]
    for pivot in range(size):
        own = rows[pivot]
        for row in rows[pivot + 1 :]:
            factor = row[pivot] / own[pivot]
            for column in range(pivot, len(row)):
                row[column] -= factor * own[column]
    return [_substituted(rows, size + number) for number in range(len(sides))]


def _substituted(rows: Matrix, side: int) -> Vector:
    """The solution for one side, once everything below the diagonal is 0."""
    found = [0.0] * len(rows)
    for number in reversed(range(len(rows))):
        row = rows[number]
        known = sum(row[i] * found[i] for i in range(number + 1, len(rows)))
        found[number] = (row[side] - known) / row[number]
    return found


def find_root(function: Callable[[float], float], tolerance: float) -> float:
    """The root of a growing function that is negative at 0."""
    low, high = 0.0, 0.25
    while function(high) < 0:
        low, high = high, 2 * high
    while high - low > tolerance:
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return (low + high) / 2
