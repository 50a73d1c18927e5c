"""Intervals for measures of a whole set of cases, such as the share of a catalogue it reaches.

A bootstrap does not serve here. A resample holds only about 63 % of the distinct cases, so its
union is smaller than the union that it imitates, and spreads differently. The jackknife leaves
out one unit at a time. Its variance is too large, never too small, on average, and leaving out
two at a time tells by how much (Efron & Stein, The jackknife estimate of variance, Annals of
Statistics 9(3), 1981).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from earwitness.errors import StudyError
from earwitness.statistics.bootstrap import LEVEL, Labels
from earwitness.statistics.interval import (
    Interval,
    check_lengths,
    check_level,
    few,
    no_interval,
    too_narrow,
)

FEW_HOLDERS = 10


def coverage_interval(
    cases: Sequence[Sequence[int] | NDArray[np.integer]],
    catalogue: int,
    *,
    clusters: Labels | None = None,
    level: float = LEVEL,
) -> Interval:
    """The share of a catalogue's items that at least one case holds.

    `cases` holds the item numbers, 0 to catalogue − 1, of each case. The interval is for the
    expected coverage of equally many cases of the same kind: coverage ± t · s / catalogue, with
    Student's t for m − 1 degrees of freedom over the m cases (or clusters).

    s² = A₁ / (1 + A₂/A₁), where A₁ = (m − 1)/m · Σ(uᵢ − ū)² is the jackknife variance, uᵢ being the
    number of items that only case i holds, and A₂ = Σ dᵢⱼ² over pairs of cases, dᵢⱼ being the
    number of items that just these two hold. Efron and Stein's correction of second order is
    A₁ − A₂; the ratio agrees with it to that order and cannot fall below zero.
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
    owners = np.unique(labels, return_inverse=True)[1]
    units = int(owners.max()) + 1
    total, alone, pairs = _held_by_few(cases, catalogue, owners)
    value = total / catalogue
    if units == 1:
        return Interval(value, None, None, level, n, 0, method, no_interval(unit))
    first = (units - 1) / units * float(np.sum((alone - alone.mean()) ** 2))
    second = float(np.sum(pairs**2))
    spread = np.sqrt(first / (1 + second / first)) / catalogue if first > 0 else 0.0
    half = float(stdtrit(units - 1, (1 + level) / 2) * spread)
    low, high = max(0.0, value - half), min(1.0, value + half)
    warning = too_narrow(few(units, unit), _little_to_go_by(alone, unit))
    return Interval(value, low, high, level, n, 0, method, warning)


def _little_to_go_by(alone: NDArray[np.intp], unit: str) -> str | None:
    holders = int(np.count_nonzero(alone))
    if holders < FEW_HOLDERS:
        return f"only {holders} {unit} hold an item that no other holds"
    return f"all {unit} add equally many items" if np.ptp(alone) == 0 else None


def _held_by_few(
    cases: Sequence[Sequence[int] | NDArray[np.integer]], catalogue: int, owners: NDArray[np.intp]
) -> tuple[int, NDArray[np.intp], NDArray[np.intp]]:
    """How many items are held at all, by unit u alone, and by each pair of units alone.

    Pairs that hold nothing alone are left out.
    """
    items = np.concatenate([np.asarray(case, dtype=np.intp) for case in cases])
    if items.size and not 0 <= items.min() <= items.max() < catalogue:
        raise StudyError(f"An item number lies outside 0 to {catalogue - 1}.")
    units = int(owners.max()) + 1
    holder = np.repeat(owners, [len(case) for case in cases])
    # Sorted by item, so that the two holders of an item stand side by side.
    item, unit = np.divmod(np.unique(items * units + holder), units)
    holders = np.bincount(item, minlength=catalogue)
    alone = np.bincount(unit[holders[item] == 1], minlength=units)
    both = unit[holders[item] == 2].reshape(-1, 2)
    pairs = np.unique(both, axis=0, return_counts=True)[1]
    return int(np.count_nonzero(holders)), alone, pairs
