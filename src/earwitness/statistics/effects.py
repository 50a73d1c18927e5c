"""Effect sizes: how large a difference is, apart from how sure it is."""

import numpy as np

from earwitness.statistics.interval import Values, numbers


def cohen_d(a: Values, b: Values) -> float | None:
    """Difference of the means of two groups in units of their pooled standard deviation.

    d = (ā − b̄) / s, s² = ((n_a − 1) s_a² + (n_b − 1) s_b²) / (n_a + n_b − 2) (Cohen, Statistical
    Power Analysis, 2nd ed., 1988, equation 2.5.1). Undefined scores are left out; None where s is
    zero or there are fewer than three scores.
    """
    groups = [values[~np.isnan(values)] for values in (numbers(a, "a"), numbers(b, "b"))]
    n = sum(len(group) for group in groups)
    if n < 3 or not all(len(group) for group in groups):
        return None
    squares = sum(float(np.sum((group - group.mean()) ** 2)) for group in groups)
    if squares == 0:
        return None
    return float((groups[0].mean() - groups[1].mean()) / np.sqrt(squares / (n - 2)))


def cohen_dz(differences: Values) -> float | None:
    """Mean difference of pairs in units of the differences' standard deviation.

    d_z = d̄ / s_d (Cohen 1988, section 2.3.5). None with fewer than two pairs or equal differences.
    """
    d = numbers(differences, "differences")
    if len(d) < 2 or np.ptp(d) == 0:
        return None
    return float(d.mean() / d.std(ddof=1))


def signed_rank_biserial(plus: float, minus: float) -> float | None:
    """Rank-biserial correlation of pairs, from the rank sums of gains and of losses.

    r = (W₊ − W₋) / (W₊ + W₋): the share of rank mass in favour minus the share against (Kerby, The
    simple difference formula, Comprehensive Psychology 3, 2014). None where nothing differs.
    """
    return (plus - minus) / (plus + minus) if plus + minus > 0 else None


def rank_biserial(u: float, n_a: int, n_b: int) -> float:
    """Rank-biserial correlation of two groups, from Mann and Whitney's U of the first.

    r = 2U / (n_a n_b) − 1 = P(a > b) − P(a < b) (Cureton 1956; Kerby 2014).
    """
    return 2 * u / (n_a * n_b) - 1


def kendall_w(chi_square: float, subjects: int, treatments: int) -> float:
    """Kendall's coefficient of concordance: W = χ²_F / (n (k − 1)), 0 (none) to 1 (complete).

    Kendall & Babington Smith, The problem of m rankings, Annals of Mathematical Statistics, 1939.
    """
    return chi_square / (subjects * (treatments - 1))
