"""Bootstrap intervals of means: over cases, over clusters, over raters × items.

Sources: Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 14; clusters:
Davison & Hinkley, Bootstrap Methods and their Application (1997), section 3.8; crossed factors:
Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1(2), 2007.

The same seed gives the same bytes, in whatever order the cases are listed, whatever the clusters
are called, and on any number of threads: units are sorted by their values before they are drawn,
and sums are exact (see `resampling`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from earwitness.domain import generator
from earwitness.errors import StudyError
from earwitness.statistics.interval import (
    Floats,
    Interval,
    Values,
    caution,
    check_lengths,
    check_level,
    check_resamples,
    few,
    no_interval,
    numbers,
    too_narrow,
)
from earwitness.statistics.resampling import block_rows, product, to_grid, weights

Method = Literal["bca", "percentile"]
Labels = Sequence[object] | np.ndarray
Limits = tuple[float | None, float | None]

RESAMPLES = 10_000
SEED = 42
LEVEL = 0.95
FEW_CROSSED = 20
MOST_COLUMNS = 256


def mean_interval(
    values: Values,
    *,
    clusters: Labels | None = None,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Interval:
    """The mean of the defined values with a bootstrap interval.

    With `clusters` (one label a case) whole clusters are drawn, and the mean of a resample is the
    sum of its values over their number.
    """
    column = numbers(values, "values")[:, None]
    return mean_intervals(
        column, clusters=clusters, method=method, resamples=resamples, seed=seed, level=level
    )[0]


def mean_intervals(
    values: Values,
    *,
    clusters: Labels | None = None,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> list[Interval]:
    """`mean_interval` of each column of values[case, measure], in one go.

    Columns with equally many units share their resamples. Each gets what it would get alone.
    """
    table = numbers(values, "values", dimensions=2)
    check_level(level)
    check_resamples(resamples)
    if method not in {"bca", "percentile"}:
        raise StudyError(f'The method is "{method}"; use "bca" or "percentile".')
    codes = None
    if clusters is not None:
        check_lengths(values=table, clusters=clusters)
        codes = np.unique(np.asarray(clusters), return_inverse=True)[1]
    columns = [_units(column, codes) for column in table.T]
    resampled = _resampled_means(columns, resamples, seed)
    unit = "cases" if clusters is None else "clusters"
    return [
        _mean_interval(column, means, method, level, unit)
        for column, means in zip(columns, resampled, strict=True)
    ]


def paired_interval(
    a: Values,
    b: Values,
    *,
    clusters: Labels | None = None,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Interval:
    """The mean of a − b with an interval, over the cases where both are defined.

    Swapping a and b changes the signs and nothing else (unless the mean is exactly zero, where
    the ends may differ within the error of the resampling).
    """
    x, y = numbers(a, "a"), numbers(b, "b")
    check_lengths(a=x, b=y)
    return paired_intervals(
        x[:, None],
        y[:, None],
        clusters=clusters,
        method=method,
        resamples=resamples,
        seed=seed,
        level=level,
    )[0]


def paired_intervals(
    a: Values,
    b: Values,
    *,
    clusters: Labels | None = None,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> list[Interval]:
    """`paired_interval` of each pair of columns of a[case, pair] and b[case, pair], in one go."""
    x, y = numbers(a, "a", 2), numbers(b, "b", 2)
    if x.shape != y.shape:
        raise StudyError(f"The shapes differ: a is {x.shape}, b is {y.shape}; give pairs.")
    differences = x - y
    # Units are drawn in sorted order, which negation reverses: so all are drawn on one side.
    signs = np.where(np.nansum(np.sort(differences, axis=0), axis=0) < 0, -1.0, 1.0)
    found = mean_intervals(
        signs * differences,
        clusters=clusters,
        method=method,
        resamples=resamples,
        seed=seed,
        level=level,
    )
    return [
        interval if sign > 0 else _negated(interval)
        for interval, sign in zip(found, signs, strict=True)
    ]


def crossed_interval(
    values: Values,
    raters: Labels,
    items: Labels,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Interval:
    """The mean of ratings with an interval over raters and items at once.

    One value a rating, with the labels of its rater and its item; not every rater need rate every
    item. Raters and items are drawn independently; a rating counts as often as its rater times
    its item was drawn; percentile interval (Owen 2007). It is mildly conservative: the noise of
    a single rating enters up to three times.
    """
    ratings = numbers(values, "values")
    check_lengths(values=ratings, raters=raters, items=items)
    check_level(level)
    check_resamples(resamples)
    method = "pigeonhole bootstrap over raters and items"
    defined = ~np.isnan(ratings)
    n, undefined = int(defined.sum()), int((~defined).sum())
    if n == 0:
        return Interval(None, None, None, level, 0, undefined, method)
    ratings = ratings[defined]
    sums, counts = _crossed_sums(ratings, np.asarray(raters)[defined], np.asarray(items)[defined])
    value = float(sums.sum() / n)
    if np.ptp(ratings) == 0:
        value = float(ratings[0])
        limits: Limits = value, value
    else:
        limits = percentile_limits(_crossed_means(sums, counts, resamples, seed), level)
    fewest, name = min(zip(sums.shape, ("raters", "items"), strict=True))
    warning = too_narrow(few(fewest, name, enough=FEW_CROSSED))
    return Interval(value, *limits, level, n, undefined, method, warning)


def percentile_limits(resampled: Floats, level: float) -> Limits:
    """The (1 − level)/2 and (1 + level)/2 quantiles of the resampled values, if there are any."""
    if len(resampled) == 0:
        return None, None
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def bca_limits(value: float, resampled: Floats, left_out: Floats, level: float) -> Limits:
    """Bias-corrected and accelerated limits (Efron & Tibshirani 1993, equations 14.9 to 14.15).

    The quantiles are α = Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))) for z = ±Φ⁻¹((1 + level)/2), where
    z₀ is Φ⁻¹ of the share of resampled values below `value` (equal ones count half), and
    a = Σd³ / (6 (Σd²)^1.5), d being the mean of the leave-one-out values minus each of them.
    """
    if len(resampled) == 0:
        return None, None
    rounding = 1e-9 * np.ptp(resampled)
    below = np.mean(resampled < value - rounding)
    not_above = np.mean(resampled <= value + rounding)
    # Half a resample from 0 and 1 keeps z₀ finite when the value lies outside all resamples.
    edge = 0.5 / len(resampled)
    z0 = ndtri(np.clip((below + not_above) / 2, edge, 1 - edge))
    d = left_out.mean() - left_out
    largest = np.abs(d).max()
    d = d / largest if largest > 0 else d
    a = np.sum(d**3) / (6 * max(1.0, np.sum(d**2)) ** 1.5)
    z = z0 + ndtri([(1 - level) / 2, (1 + level) / 2])
    shares = ndtr(z0 + z / np.maximum(1 - a * z, 1e-12))
    low, high = np.quantile(resampled, shares)
    return float(low), float(high)


class _Units(NamedTuple):
    """What is drawn, for one column: the sum and the number of defined values of each unit."""

    values: Floats
    undefined: int
    sums: Floats
    sizes: Floats


def _units(column: Floats, codes: np.ndarray | None) -> _Units:
    defined = ~np.isnan(column)
    undefined = int((~defined).sum())
    values = column[defined]
    if codes is None or len(values) == 0:
        values = np.sort(values)
        return _Units(values, undefined, values, np.ones(len(values)))
    kept = codes[defined]
    order = np.lexsort((values, kept))
    values, kept = values[order], kept[order]
    starts = np.flatnonzero(np.diff(kept, prepend=-1))
    sums = np.add.reduceat(values, starts)
    sizes = np.diff(starts, append=len(kept)).astype(np.float64)
    order = np.lexsort((sums, sizes))
    return _Units(np.sort(values), undefined, sums[order], sizes[order])


def _resampled_means(columns: list[_Units], resamples: int, seed: int) -> list[Floats]:
    """The resampled means of each column; columns with equally many units in one product."""
    found: list[Floats] = [np.empty(0)] * len(columns)
    for units in sorted({len(column.sums) for column in columns} - {0, 1}):
        alike = [i for i, column in enumerate(columns) if len(column.sums) == units]
        # In batches, each from the same draws, so that memory stays small.
        for start in range(0, len(alike), MOST_COLUMNS):
            batch = alike[start : start + MOST_COLUMNS]
            sums = np.column_stack([columns[i].sums for i in batch])
            sizes = np.column_stack([columns[i].sizes for i in batch])
            means = _resampled_ratios(sums, sizes, resamples, generator(seed, "bootstrap"))
            for i, row in zip(batch, means, strict=True):
                found[i] = row
    return found


def _resampled_ratios(
    sums: Floats, sizes: Floats, resamples: int, rng: np.random.Generator
) -> Floats:
    """Σ sums / Σ sizes of each column over resampled rows, as ratios[column, resample]."""
    units, columns = sums.shape
    equal = bool((sizes == sizes[0]).all())
    grid = to_grid(sums, units)
    sizes_by_column = np.ascontiguousarray(sizes.T)
    found = np.empty((columns, resamples))
    done = 0
    for drawn in weights(units, resamples, rng):
        size = units * sizes[0] if equal else product(drawn, sizes_by_column)
        found[:, done : done + len(drawn)] = (grid.sums(drawn, units) / size).T
        done += len(drawn)
    return found


def _mean_interval(
    column: _Units, resampled: Floats, method: Method, level: float, unit: str
) -> Interval:
    name = {"bca": "BCa", "percentile": "percentile"}[method] + f" bootstrap over {unit}"
    n, units = len(column.values), len(column.sums)
    if n == 0:
        return Interval(None, None, None, level, 0, column.undefined, name)
    value = float(column.sums.sum() / n)
    if units == 1:
        return Interval(value, None, None, level, n, column.undefined, name, no_interval(unit))
    if column.values[0] == column.values[-1]:
        value = float(column.values[0])
        limits: Limits = value, value
    elif method == "percentile":
        limits = percentile_limits(resampled, level)
    else:
        left_out = (column.sums.sum() - column.sums) / (n - column.sizes)
        limits = bca_limits(value, resampled, left_out, level)
    warning = caution(column.values, units, unit)
    return Interval(value, *limits, level, n, column.undefined, name, warning)


def _negated(interval: Interval) -> Interval:
    def minus(x: float | None) -> float | None:
        return None if x is None else 0.0 - x  # so that zero does not become −0.0

    value, low, high = minus(interval.value), minus(interval.high), minus(interval.low)
    return replace(interval, value=value, low=low, high=high)


def _crossed_sums(ratings: Floats, raters: np.ndarray, items: np.ndarray) -> tuple[Floats, Floats]:
    """Sums and numbers of ratings as tables[rater, item]."""
    names, rows = np.unique(raters, return_inverse=True)
    things, columns = np.unique(items, return_inverse=True)
    shape = (len(names), len(things))
    # Sorted, so that the sums do not hang on the order of the listing.
    order = np.lexsort((ratings, columns, rows))
    cells = np.ravel_multi_index((rows[order], columns[order]), shape)
    size = shape[0] * shape[1]
    sums = np.bincount(cells, weights=ratings[order], minlength=size).astype(np.float64)
    counts = np.bincount(cells, minlength=size).reshape(shape).astype(np.float64)
    return sums.reshape(shape), counts


def _crossed_means(sums: Floats, counts: Floats, resamples: int, seed: int) -> Floats:
    raters, items = sums.shape
    origin, step, ticks = to_grid(sums.reshape(-1, 1), raters * items)
    ticks_by_item = np.ascontiguousarray(ticks.reshape(sums.shape).T)
    counts_by_item = np.ascontiguousarray(counts.T)
    rows = block_rows(max(raters, items))
    blocks = []
    for row_weights, column_weights in zip(
        weights(raters, resamples, generator(seed, "bootstrap", "raters"), rows),
        weights(items, resamples, generator(seed, "bootstrap", "items"), rows),
        strict=True,
    ):
        total = np.sum(product(row_weights, ticks_by_item) * column_weights, axis=1)
        size = np.sum(product(row_weights, counts_by_item) * column_weights, axis=1)
        # A resample may hold no rating where the design is sparse; it is left out.
        kept = size > 0
        blocks.append((raters * items * origin + step * total[kept]) / size[kept])
    return np.concatenate(blocks)
