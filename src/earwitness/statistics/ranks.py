"""Tests of ranks: several treatments within subjects, and two independent groups."""

import numpy as np
from scipy.special import chdtrc, ndtr

from earwitness.domain import generator
from earwitness.errors import StudyError
from earwitness.statistics.bootstrap import SEED
from earwitness.statistics.effects import kendall_w, rank_biserial
from earwitness.statistics.interval import Floats, Values, numbers
from earwitness.statistics.midranks import midranks, row_midranks
from earwitness.statistics.outcome import Outcome
from earwitness.statistics.resampling import BLOCK

EXACT_UP_TO = 8


def friedman(scores: Values) -> Outcome:
    """Friedman's test of scores[subject, treatment]; subjects with an undefined score are left out.

    χ²_F = 12n / (k(k+1)) · Σ(r̄ⱼ − (k+1)/2)², divided by 1 − Σ(t³ − t) / (n(k³ − k)) for ties, with
    k − 1 degrees of freedom (Friedman 1937; Conover, Practical Nonparametric Statistics, 1999,
    section 5.8). Where no subject prefers anything, p = 1. The effect is Kendall's W.
    """
    table = _table(scores)
    return _skillings_mack(table[~np.isnan(table).any(axis=1)], "Friedman", 0, SEED)


def skillings_mack(scores: Values, *, permutations: int = 0, seed: int = SEED) -> Outcome:
    """Skillings and Mack's test of scores[subject, treatment] with undefined (nan) cells.

    In subject i the kᵢ defined scores are ranked and weighted: Aⱼ = Σᵢ √(12/(kᵢ+1)) (rᵢⱼ −
    (kᵢ+1)/2). The statistic is AᵀΣ⁻A, Σ being the covariance of A when ranks are shuffled within
    subjects; χ² with rank(Σ) degrees of freedom (Skillings & Mack, On the use of a Friedman-type
    statistic in balanced and unbalanced block designs, Technometrics 23, 1981). Σ uses each
    subject's own midranks, so that complete data give Friedman's statistic with its correction
    for ties. With `permutations` p is (1 + k) / (1 + permutations) over shuffles within subjects,
    which is better for few subjects. The effect is statistic / (n (k − 1)): Kendall's W where
    data are complete.
    """
    table = _table(scores)
    ranked = table[(~np.isnan(table)).sum(axis=1) >= 2]
    if permutations < 0:
        raise StudyError(f"The number of permutations is {permutations}; use 0 or more.")
    return _skillings_mack(ranked, "Skillings-Mack", permutations, seed)


def mann_whitney(a: Values, b: Values) -> Outcome:
    """Mann and Whitney's test of two independent groups; undefined scores are left out.

    U = R_a − n_a(n_a+1)/2, the number of pairs where a is above b, ties counting half. p is exact
    where the smaller group has at most 8 scores and there are no ties, else normal with variance
    n_a n_b / 12 · (N + 1 − Σ(t³ − t) / (N(N − 1))) and continuity correction (Mann & Whitney 1947;
    Conover 1999, section 5.1). Where all scores are equal, p = 1.
    """
    x, y = (values[~np.isnan(values)] for values in (numbers(a, "a"), numbers(b, "b")))
    test, effect_name = "Mann-Whitney", "rank-biserial correlation"
    m, n = len(x), len(y)
    if not (m and n):
        return Outcome(None, None, m + n, test, None, effect_name)
    ranks = midranks(np.concatenate([x, y]))
    u = float(ranks[:m].sum() - m * (m + 1) / 2)
    smaller = min(u, m * n - u)
    ties = np.unique(ranks, return_counts=True)[1]
    if min(m, n) <= EXACT_UP_TO and ties.max() == 1:
        p = _mann_whitney_exact(round(smaller), m, n)
    else:
        total = m + n
        variance = m * n / 12 * (total + 1 - np.sum(ties**3 - ties) / (total * (total - 1)))
        z = (smaller + 0.5 - m * n / 2) / np.sqrt(variance) if variance > 0 else 0.0
        p = float(2 * ndtr(z))
    return Outcome(u, min(1.0, p), m + n, test, rank_biserial(u, m, n), effect_name)


def _table(scores: Values) -> Floats:
    table = numbers(scores, "scores", dimensions=2)
    if table.shape[1] < 2:
        raise StudyError(f"There are {table.shape[1]} treatments; give 2 or more to compare.")
    return table


def _skillings_mack(table: Floats, test: str, permutations: int, seed: int) -> Outcome:
    n, k = table.shape
    effect_name = "Kendall's W"
    if n == 0:
        return Outcome(None, None, 0, test, None, effect_name)
    scores = _weighted_ranks(table)
    inverse, freedom = _inverse_covariance(scores, ~np.isnan(table))
    if freedom == 0:
        return Outcome(0.0, 1.0, n, test, 0.0, effect_name)
    sums = scores.sum(axis=0)
    statistic = float(sums @ inverse @ sums)
    if permutations:
        p = _shuffled_p(scores, ~np.isnan(table), inverse, statistic, permutations, seed)
    else:
        p = float(chdtrc(freedom, statistic))
    return Outcome(statistic, p, n, test, kendall_w(statistic, n, k), effect_name)


def _weighted_ranks(table: Floats) -> Floats:
    """√(12/(kᵢ+1)) (rᵢⱼ − (kᵢ+1)/2), and 0 where the score is undefined."""
    sizes = (~np.isnan(table)).sum(axis=1, keepdims=True)
    centred = row_midranks(table) - (sizes + 1) / 2
    return np.asarray(np.nan_to_num(np.sqrt(12 / (sizes + 1)) * centred), dtype=np.float64)


def _inverse_covariance(scores: Floats, defined: np.ndarray) -> tuple[Floats, int]:
    """The generalised inverse of the shuffling covariance of the column sums, and its rank."""
    sizes = defined.sum(axis=1)
    variance = np.sum(scores**2, axis=1) / (sizes - 1)
    present = defined.astype(np.float64)
    # Not as a product of matrices, whose rounding hangs on the number of threads.
    shared = np.einsum("ni,n,nj->ij", present, variance / sizes, present)
    values, vectors = np.linalg.eigh(np.diag(np.sum(present.T * variance, axis=1)) - shared)
    kept = values > 1e-9 * max(values.max(), 1e-9)
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    return inverse, int(kept.sum())


def _shuffled_p(
    scores: Floats,
    defined: np.ndarray,
    inverse: Floats,
    statistic: float,
    permutations: int,
    seed: int,
) -> float:
    rng = generator(seed, "skillings-mack")
    # Defined scores first in each row, so that shuffling keys can keep the gaps in place.
    n, k = scores.shape
    rows = max(1, BLOCK // (n * k))
    slots = np.argsort(~defined, axis=1, kind="stable")
    packed = np.take_along_axis(scores, slots, axis=1)
    gaps = np.take_along_axis(~defined, slots, axis=1)
    reached = 0
    for start in range(0, permutations, rows):
        keys = rng.random((min(rows, permutations - start), n, k)) + gaps
        shuffled = np.take_along_axis(packed[None], np.argsort(keys, axis=2), axis=2)
        sums = np.zeros((len(keys), k))
        for row in range(n):
            sums[:, slots[row]] += shuffled[:, row]
        values = np.einsum("bi,ij,bj->b", sums, inverse, sums)
        reached += int(np.count_nonzero(values >= statistic * (1 - 1e-9)))
    return (1 + reached) / (1 + permutations)


def _mann_whitney_exact(u: int, m: int, n: int) -> float:
    """2 P(U ≤ u), by the coefficients of the Gaussian binomial [m + n over m] up to u.

    [m+n over m] = Π (1 − q^(n+i)) / (1 − qⁱ) for i = 1 to m, with m the smaller group: each
    factor is one subtraction and one running sum.
    """
    m, n = min(m, n), max(m, n)
    ways = np.zeros(u + 1)
    ways[0] = 1.0
    total = 1.0
    for i in range(1, m + 1):
        if n + i <= u:
            ways[n + i :] -= ways[: -(n + i)].copy()
        for start in range(min(i, u + 1)):
            ways[start::i] = np.cumsum(ways[start::i])
        total *= (n + i) / i
    return float(2 * ways.sum() / total)
