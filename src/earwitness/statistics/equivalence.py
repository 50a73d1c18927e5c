"""Are two systems the same for all practical purposes?"""

import numpy as np
from scipy.special import stdtr

from earwitness.errors import StudyError
from earwitness.statistics.effects import cohen_dz
from earwitness.statistics.interval import Values
from earwitness.statistics.outcome import Outcome
from earwitness.statistics.paired import differences


def tost(a: Values, b: Values, *, bound: float) -> Outcome:
    """Two one-sided paired t-tests: a small p says that |mean(a − b)| is below the bound.

    t₋ = (d̄ + bound) / s, t₊ = (d̄ − bound) / s, s = s_d / √n; p is the larger of P(T > t₋) and
    P(T < t₊) with n − 1 degrees of freedom, the statistic its t. p < α is the same as: the
    1 − 2α interval of the mean difference lies within ± bound (Schuirmann, Journal of
    Pharmacokinetics and Biopharmaceutics 15, 1987). Undefined with fewer than two pairs or where
    all differences are equal.
    """
    if bound <= 0:
        raise StudyError(f"The equivalence bound is {bound}; use one above 0.")
    d = differences(a, b)
    n = len(d)
    test, effect_name = f"TOST within ±{bound:g}", "Cohen's d_z"
    effect = cohen_dz(d)
    if effect is None:
        return Outcome(None, None, n, test, None, effect_name)
    error = d.std(ddof=1) / np.sqrt(n)
    # The nearer bound is the harder one to rule out.
    t = (bound - abs(d.mean())) / error
    return Outcome(float(t), float(stdtr(n - 1, -t)), n, test, effect, effect_name)
