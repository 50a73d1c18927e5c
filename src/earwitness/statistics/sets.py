"""Intervals for measures of a whole set of cases, such as the share of a catalogue it reaches.

A bootstrap does not serve here. A resample holds only about 63 % of the distinct cases, so its
union is smaller than the union that it imitates, and spreads differently. The jackknife leaves
out one unit at a time, and its variance is never too small on average (Efron & Stein, The
jackknife estimate of variance, Annals of Statistics 9(3), 1981).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from earwitness.errors import StudyError
from earwitness.statistics.bootstrap import LEVEL, Labels
from earwitness.statistics.interval import (
    Interval,
    caution_few,
    caution_one,
    check_lengths,
    check_level,
)


def coverage_interval(
    cases: Sequence[Sequence[int] | NDArray[np.integer]],
    catalogue: int,
    *,
    clusters: Labels | None = None,
    level: float = LEVEL,
) -> Interval:
    """The share of a catalogue's items that at least one case holds.

    `cases` holds the item numbers, 0 to catalogue − 1, of each case. The interval is for the
    expected coverage of equally many cases of the same kind: coverage ± t · s, where
    s² = (m − 1)/m · Σ(cᵢ − c̄)² over the coverages cᵢ without case (or cluster) i, and t is
    Student's quantile for m − 1 degrees of freedom (Efron & Tibshirani 1993, section 11.5). It is
    conservative: up to about twice as wide as it need be where most items are held many times.
    """
    check_level(level)
    if catalogue < 1:
        raise StudyError(f"The catalogue has {catalogue} items; it needs at least one.")
    labels = np.arange(len(cases)) if clusters is None else np.asarray(clusters)
    check_lengths(cases=cases, clusters=labels)
    unit = "cases" if clusters is None else "clusters"
    method = f"jackknife over {unit}"
    n = len(cases)
    if n == 0:
        return Interval(None, None, None, level, 0, 0, method)
    total, lost = _lost_without(cases, catalogue, np.unique(labels, return_inverse=True)[1])
    value = total / catalogue
    units = len(lost)
    if units == 1:
        return Interval(value, None, None, level, n, 0, method, caution_one(unit))
    spread = np.sqrt((units - 1) / units * np.sum((lost - lost.mean()) ** 2)) / catalogue
    half = float(stdtrit(units - 1, (1 + level) / 2) * spread)
    low, high = max(0.0, value - half), min(1.0, value + half)
    return Interval(value, low, high, level, n, 0, method, caution_few(units, unit))


def _lost_without(
    cases: Sequence[Sequence[int] | NDArray[np.integer]], catalogue: int, owners: NDArray[np.intp]
) -> tuple[int, NDArray[np.intp]]:
    """How many items all units hold together, and how many of them only unit u holds."""
    items = np.concatenate([np.asarray(case, dtype=np.intp) for case in cases])
    if items.size and not 0 <= items.min() <= items.max() < catalogue:
        raise StudyError(f"An item number lies outside 0 to {catalogue - 1}.")
    units = int(owners.max()) + 1
    holder = np.repeat(owners, [len(case) for case in cases])
    item, unit = np.divmod(np.unique(items * units + holder), units)
    holders = np.bincount(item, minlength=catalogue)
    lost = np.bincount(unit[holders[item] == 1], minlength=units)
    return int(np.count_nonzero(holders)), lost
