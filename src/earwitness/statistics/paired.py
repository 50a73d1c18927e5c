"""Tests of paired scores: is a − b centred at zero?

Pairs with an undefined score are left out. Differences that are equal but for rounding count as
equal, so that ties and zeros are seen as such.
"""

from typing import Literal

import numpy as np
from scipy.special import ndtr, stdtr

from earwitness.domain import generator
from earwitness.errors import StudyError
from earwitness.statistics.bootstrap import RESAMPLES, SEED
from earwitness.statistics.effects import cohen_dz, signed_rank_biserial
from earwitness.statistics.interval import Floats, Values, check_lengths, check_resamples, numbers
from earwitness.statistics.midranks import midranks
from earwitness.statistics.outcome import Outcome
from earwitness.statistics.resampling import block_rows, product

Zeros = Literal["wilcox", "pratt"]

EXACT_UP_TO = 50


def differences(a: Values, b: Values) -> Floats:
    """Differences a − b where both are defined, on a grid of 10⁻¹² of the largest score."""
    x, y = numbers(a, "a"), numbers(b, "b")
    check_lengths(a=x, b=y)
    defined = ~(np.isnan(x) | np.isnan(y))
    x, y = x[defined], y[defined]
    largest = max(np.abs(x).max(initial=0), np.abs(y).max(initial=0))
    if largest == 0:
        return np.zeros(len(x))
    step = np.ldexp(1.0, int(np.ceil(np.log2(largest))) - 40)
    return np.asarray(np.rint((x - y) / step) * step, dtype=np.float64)


def paired_t(a: Values, b: Values) -> Outcome:
    """Student's paired t: t = d̄ / (s_d / √n) with n − 1 degrees of freedom (Student 1908).

    Undefined with fewer than two pairs, or where all differences are equal and not zero; where
    all are zero, p = 1.
    """
    d = differences(a, b)
    n = len(d)
    test, effect_name = "paired t", "Cohen's d_z"
    effect = cohen_dz(d)
    if effect is None:
        p = 1.0 if n > 0 and not d.any() else None
        return Outcome(None, p, n, test, None, effect_name)
    t = effect * np.sqrt(n)
    return Outcome(float(t), float(2 * stdtr(n - 1, -abs(t))), n, test, effect, effect_name)


def wilcoxon(a: Values, b: Values, *, zeros: Zeros = "wilcox") -> Outcome:
    """Wilcoxon's signed-rank test: T = min(W₊, W₋), the rank sums of gains and of losses.

    `zeros` "wilcox" leaves pairs without a difference out before ranking, "pratt" after it
    (Wilcoxon 1945; Pratt 1959). With up to 50 differences p is exact, by counting all sign
    patterns of the ranks at hand, ties included. Beyond, it is normal with variance Σr²/4 (which
    holds the correction for ties) and half of T's lattice step as continuity correction. Without
    any difference p = 1.
    """
    if zeros not in {"wilcox", "pratt"}:
        raise StudyError(f'zeros is "{zeros}"; use "wilcox" or "pratt".')
    d = differences(a, b)
    n = len(d)
    test, effect_name = f"Wilcoxon signed-rank ({zeros})", "rank-biserial correlation"
    if n == 0:
        return Outcome(None, None, 0, test, None, effect_name)
    ranked = d if zeros == "pratt" else d[d != 0]
    ranks = midranks(np.abs(ranked))
    plus, minus = float(ranks[ranked > 0].sum()), float(ranks[ranked < 0].sum())
    statistic = min(plus, minus)
    doubled = np.rint(2 * ranks[ranked != 0]).astype(np.int64)
    p = _signed_rank_p(doubled, round(2 * statistic)) if doubled.size else 1.0
    return Outcome(statistic, p, n, test, signed_rank_biserial(plus, minus), effect_name)


def sign_flip(a: Values, b: Values, *, resamples: int = RESAMPLES, seed: int = SEED) -> Outcome:
    """Permutation test of the mean difference: under the null each difference may flip its sign.

    p is the share of sign patterns whose |Σ±d| reaches the observed one: of all 2ⁿ where these
    are no more than `resamples`, else (1 + k) / (1 + resamples) over random ones (Fisher 1935;
    Phipson & Smyth 2010). The statistic is the mean difference; without any difference p = 1.
    """
    check_resamples(resamples)
    d = differences(a, b)
    n = len(d)
    test, effect_name = "sign-flip permutation", "Cohen's d_z"
    if n == 0:
        return Outcome(None, None, 0, test, None, effect_name)
    sizes = np.abs(d[d != 0])
    exact = len(sizes) < int(resamples).bit_length()
    patterns = 2 ** len(sizes) if exact else resamples
    # Sums that are equal but for rounding are equal.
    threshold = abs(float(d.sum())) - 1e-9 * float(sizes.sum())
    reached = _flips_that_reach(threshold, sizes, patterns, None if exact else seed)
    p = reached / patterns if exact else (1 + reached) / (1 + patterns)
    return Outcome(float(d.mean()), p, n, test, cohen_dz(d), effect_name)


def _signed_rank_p(doubled: np.ndarray, statistic: int) -> float:
    """P(min(W₊, W₋) ≤ T) for doubled ranks, which are whole numbers."""
    n, total = len(doubled), int(doubled.sum())
    if n > EXACT_UP_TO:
        step = int(np.gcd.reduce(doubled))
        z = (statistic + step / 2 - total / 2) / np.sqrt(np.sum(doubled.astype(float) ** 2) / 4)
        return min(1.0, float(2 * ndtr(z)))
    # chance[w] is the probability that the ranks with a plus sum to w.
    chance = np.zeros(total + 1)
    chance[0] = 1.0
    for rank in doubled:
        chance[rank:] += chance[:-rank].copy()
        chance /= 2
    return min(1.0, float(2 * chance[: statistic + 1].sum()))


def _flips_that_reach(threshold: float, sizes: Floats, patterns: int, seed: int | None) -> int:
    """How many sign patterns reach the threshold: all patterns, or random ones from the seed."""
    n = len(sizes)
    rng = None if seed is None else generator(seed, "sign-flip")
    rows = block_rows(max(n, 1))
    reached = 0
    for start in range(0, patterns, rows):
        count = min(rows, patterns - start)
        if rng is None:
            bits = (np.arange(start, start + count)[:, None] >> np.arange(n)) & 1
        else:
            bits = rng.integers(0, 2, (count, n), dtype=np.int8)
        sums = product(np.where(bits == 1, 1.0, -1.0), sizes[None, :])
        reached += int(np.count_nonzero(np.abs(sums) >= threshold))
    return reached
