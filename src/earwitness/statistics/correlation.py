"""Correlations of pairs of scores, and their mean over runs.

Pairs with an undefined score are left out. A correlation is undefined with fewer than two pairs
or where either score is constant.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np

from earwitness.domain import generator
from earwitness.errors import StudyError
from earwitness.statistics.bootstrap import (
    LEVEL,
    RESAMPLES,
    SEED,
    bca_limits,
    mean_interval,
)
from earwitness.statistics.interval import (
    Floats,
    Interval,
    Values,
    check_lengths,
    check_level,
    check_resamples,
    few,
    numbers,
    too_narrow,
)
from earwitness.statistics.midranks import midranks
from earwitness.statistics.resampling import left_out_weights, to_grid, weights

Kind = Literal["pearson", "spearman"]

LARGEST = 0.9999
"""Beyond it a correlation counts as this one where Fisher's z would run to infinity."""


def pearson(x: Values, y: Values) -> float | None:
    """Pearson's r = Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²)."""
    a, b = _pairs(x, y)
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    u, v = a - a.mean(), b - b.mean()
    r = np.sum(u * v) / np.sqrt(np.sum(u * u) * np.sum(v * v))
    return float(np.clip(r, -1.0, 1.0))


def spearman(x: Values, y: Values) -> float | None:
    """Spearman's ρ: Pearson's r of the midranks."""
    a, b = _pairs(x, y)
    return pearson(midranks(a), midranks(b))


def correlation_interval(
    x: Values,
    y: Values,
    kind: Kind = "pearson",
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Interval:
    """A correlation with a BCa bootstrap interval over pairs (Efron & Tibshirani 1993, chapter 14).

    For Spearman's ρ each resample is ranked anew. Resamples in which a score is constant have no
    correlation and are left out.
    """
    if kind not in {"pearson", "spearman"}:
        raise StudyError(f'The kind of correlation is "{kind}"; use "pearson" or "spearman".')
    check_level(level)
    check_resamples(resamples)
    a, b = _pairs(x, y)
    value = (pearson if kind == "pearson" else spearman)(a, b)
    n, undefined = len(a), len(numbers(x, "x")) - len(a)
    method = "BCa bootstrap over pairs"
    warning = too_narrow(few(n, "pairs"))
    if value is None or n < 3:
        return Interval(value, None, None, level, n, undefined, method, warning)
    order = np.lexsort((b, a))
    of_weights = (_weighted_pearson if kind == "pearson" else _weighted_spearman)(
        a[order], b[order]
    )
    rng = generator(seed, "bootstrap", "correlation")
    resampled = np.concatenate([of_weights(drawn, n) for drawn in weights(n, resamples, rng)])
    left_out = np.concatenate([of_weights(kept, n - 1) for kept in left_out_weights(n)])
    low, high = bca_limits(
        value, resampled[~np.isnan(resampled)], left_out[~np.isnan(left_out)], level
    )
    return Interval(value, low, high, level, n, undefined, method, warning)


def fisher_mean(
    correlations: Values,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Interval:
    """The mean of correlations over runs: tanh of the mean of z = artanh r (Fisher 1921).

    The interval is a BCa bootstrap of z over runs, taken back by tanh. Undefined correlations
    (nan or None) are left out and counted. As artanh ±1 is infinite, correlations beyond ±0.9999
    count as ±0.9999.
    """
    r = numbers(correlations, "correlations")
    if np.any(np.abs(r) > 1):
        raise StudyError("A correlation lies outside −1 to 1.")
    z = np.arctanh(np.clip(r, -LARGEST, LARGEST))
    found = mean_interval(z, resamples=resamples, seed=seed, level=level)
    value, low, high = (
        None if end is None else float(np.tanh(end)) for end in (found.value, found.low, found.high)
    )
    method = "BCa bootstrap of Fisher's z over runs"
    return replace(found, value=value, low=low, high=high, method=method)


def _pairs(x: Values, y: Values) -> tuple[Floats, Floats]:
    a, b = numbers(x, "x"), numbers(y, "y")
    check_lengths(x=a, y=b)
    defined = ~(np.isnan(a) | np.isnan(b))
    return a[defined], b[defined]


def _weighted_pearson(a: Floats, b: Floats) -> Callable[[Floats, int], Floats]:
    """Pearson's r as a function of weights[resample, pair], whose rows add up to `draws`."""
    u, v = (a - a.mean()) / a.std(), (b - b.mean()) / b.std()
    grid = to_grid(np.column_stack([u, v, u * u, v * v, u * v]), len(a))

    def of_weights(drawn: Floats, draws: int) -> Floats:
        mu, mv, uu, vv, uv = grid.sums(drawn, draws).T / draws
        return _ratio(uv - mu * mv, uu - mu * mu, vv - mv * mv)

    return of_weights


def _weighted_spearman(a: Floats, b: Floats) -> Callable[[Floats, int], Floats]:
    """Spearman's ρ as a function of weights[resample, pair], whose rows add up to `draws`."""

    def ranks(values: Floats, drawn: Floats) -> Floats:
        order = np.argsort(values, kind="stable")
        starts = np.flatnonzero(np.diff(values[order], prepend=np.nan) != 0)
        counts = np.add.reduceat(drawn[:, order], starts, axis=1)
        places = np.cumsum(counts, axis=1) - (counts - 1) / 2
        return np.asarray(places[:, np.searchsorted(values[order][starts], values)])

    def of_weights(drawn: Floats, draws: int) -> Floats:
        u, v = (ranks(values, drawn) - (draws + 1) / 2 for values in (a, b))
        cross, uu, vv = (np.sum(drawn * s * t, axis=1) for s, t in ((u, v), (u, u), (v, v)))
        return _ratio(cross / draws**3, uu / draws**3, vv / draws**3)

    return of_weights


def _ratio(covariance: Floats, variance_u: Floats, variance_v: Floats) -> Floats:
    """Correlations; nan where a variance is zero but for rounding."""
    constant = (variance_u < 1e-12) | (variance_v < 1e-12)
    scale = np.sqrt(np.where(constant, 1.0, variance_u * variance_v))
    return np.where(constant, np.nan, np.clip(covariance / scale, -1.0, 1.0))
