"""Ranks where equal values share the mean of their places."""

import numpy as np

from earwitness.statistics.interval import Floats


def midranks(values: Floats) -> Floats:
    """1 for the smallest value; equal values get the mean of the ranks that they span."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], dtype=np.float64)


def row_midranks(table: Floats) -> Floats:
    """Midranks within each row of table[row, column]; nan keeps its place and is not ranked."""
    below = table[:, :, None] > table[:, None, :]
    equal = table[:, :, None] == table[:, None, :]
    ranks = below.sum(axis=2) + (equal.sum(axis=2) + 1) / 2
    return np.where(np.isnan(table), np.nan, ranks)
