"""Resamples as weights, and sums over them that are exact.

A resample of m units is a row of m counts, and the sum over it is a product of matrices. Its
rounding would hang on the processor and its number of threads. So values are first put on a grid
of whole numbers, fine enough to lose nothing that matters and coarse enough that every sum stays
below 2⁵³: then no sum is rounded, and its bytes are the same everywhere.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from earwitness.statistics.interval import Floats

BLOCK = 2**17
"""Weights held at one time: 1 MB, so that they stay near the processor."""
PIECE = 2**12
"""Length of the inner products: short enough for one thread and the nearest cache."""


class Grid(NamedTuple):
    """values[i, j] = origin[j] + step[j] · ticks[j, i], where the ticks are whole numbers."""

    origin: Floats
    step: Floats
    ticks: Floats

    def sums(self, drawn: Floats, draws: int) -> Floats:
        """Sums of the values, weighted by rows of weights that each add up to `draws`."""
        return draws * self.origin + self.step * product(drawn, self.ticks)


def to_grid(values: Floats, draws: int) -> Grid:
    """Put each column on the finest binary grid where a sum of `draws` ticks is exact.

    The error is at most 2⁻⁵² · draws of the column's span: 2·10⁻¹² for 10,000 draws. Scores that
    are 0 or 1 and other whole numbers have none.
    """
    origin = values.min(axis=0)
    span = values.max(axis=0) - origin
    wide = np.where(span > 0, span, 1.0) * draws
    step = np.ldexp(1.0, np.ceil(np.log2(wide)).astype(int) - 52)
    ticks = np.rint((values - origin) / step)
    return Grid(origin, step, np.ascontiguousarray(ticks.T))


def product(rows: Floats, columns: Floats) -> Floats:
    """The matrix product rows · columnsᵀ, as inner products of short pieces.

    A product by BLAS starts threads for matrices of this size, which wait for each other where
    other processes are at work; for so few columns they gain little at best.
    """
    found = np.zeros((len(rows), len(columns)))
    for start in range(0, rows.shape[1], PIECE):
        piece = slice(start, start + PIECE)
        found += np.vecdot(rows[:, None, piece], columns[None, :, piece])
    return found


def weights(
    units: int, resamples: int, rng: np.random.Generator, rows: int | None = None
) -> Iterator[Floats]:
    """Blocks of weights[resample, unit]: how often each unit was drawn, out of `units` draws."""
    rows = rows or block_rows(units)
    for start in range(0, resamples, rows):
        count = min(rows, resamples - start)
        drawn = rng.integers(0, units, (count, units), dtype=np.int32)
        cells = drawn + (np.arange(count) * units)[:, None]
        counts = np.bincount(cells.ravel(), minlength=count * units)
        yield counts.reshape(count, units).astype(np.float64)


def left_out_weights(units: int) -> Iterator[Floats]:
    """Blocks of weights that leave out one unit each: 0 for it and 1 for the others."""
    rows = block_rows(units)
    for start in range(0, units, rows):
        count = min(rows, units - start)
        kept = np.ones((count, units))
        kept[np.arange(count), np.arange(start, start + count)] = 0.0
        yield kept


def block_rows(units: int) -> int:
    """How many resamples of `units` go into a block."""
    return max(1, BLOCK // units)
