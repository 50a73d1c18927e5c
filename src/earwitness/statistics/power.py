"""How much a paired comparison can see: the two-sided paired t-test, by the noncentral t.

power = P(|T| > t), where t is Student's 1 − α/2 quantile with n − 1 degrees of freedom and T is
noncentral t with as many and with noncentrality √n · difference / sd. `sd` is the standard
deviation of the differences. Source: Cohen, Statistical Power Analysis, 2nd ed., 1988, chapter 2.
"""

import numpy as np
from scipy.special import nctdtr, stdtrit

from earwitness.errors import StudyError

POWER = 0.8
ALPHA = 0.05
MOST_PAIRS = 10**9


def power_of(n: int, difference: float, sd: float, *, alpha: float = ALPHA) -> float:
    """The chance that n pairs with this true mean difference give p < alpha."""
    _check(sd, alpha)
    _check_pairs(n)
    return _power(n, np.sqrt(n) * abs(difference) / sd, alpha)


def smallest_difference(n: int, sd: float, *, power: float = POWER, alpha: float = ALPHA) -> float:
    """The smallest true mean difference that n pairs show with the wanted power."""
    _check(sd, alpha, power)
    _check_pairs(n)
    low, high = 0.0, 1.0
    while _power(n, high, alpha) < power:
        high *= 2
    # 60 halvings reach the precision of floats.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _power(n, middle, alpha) < power else (low, middle)
    return float(high * sd / np.sqrt(n))


def sample_size(difference: float, sd: float, *, power: float = POWER, alpha: float = ALPHA) -> int:
    """The smallest number of pairs that show this true mean difference with the wanted power."""
    _check(sd, alpha, power)
    if difference == 0:
        raise StudyError("The difference is 0; no number of pairs shows it: give another.")
    size = abs(difference) / sd
    low, high = 1, 2
    while _power(high, np.sqrt(high) * size, alpha) < power:
        low, high = high, 2 * high
        if high > MOST_PAIRS:
            raise StudyError(
                f"The difference {difference} needs over {MOST_PAIRS:,} pairs; give a larger one."
            )
    while high - low > 1:
        middle = (low + high) // 2
        if _power(middle, np.sqrt(middle) * size, alpha) < power:
            low = middle
        else:
            high = middle
    return high


def _power(n: int, noncentrality: float, alpha: float) -> float:
    t = stdtrit(n - 1, 1 - alpha / 2)
    # Chances too small for a float come back as nan.
    not_above, below = np.nan_to_num(nctdtr(n - 1, noncentrality, [t, -t]))
    return float(1 - not_above + below)


def _check_pairs(n: int) -> None:
    if n < 2:
        raise StudyError(f"The number of pairs is {n}; use 2 or more.")


def _check(sd: float, alpha: float, power: float = POWER) -> None:
    if sd <= 0:
        raise StudyError(f"The standard deviation of the differences is {sd}; use one above 0.")
    if not 0 < alpha < power < 1:
        raise StudyError(
            f"alpha is {alpha} and power is {power}; use 0 < alpha < power < 1, such as .05 and .8."
        )
