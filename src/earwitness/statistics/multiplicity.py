"""Adjusted p-values for many tests at once.

An undefined p (None or nan) stays undefined and does not count as a test.
"""

import numpy as np

from earwitness.errors import StudyError
from earwitness.statistics.interval import Floats, Values, numbers


def holm(ps: Values) -> list[float | None]:
    """Holm's step-down adjustment: it holds the chance of any false alarm.

    p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1) p₍ⱼ₎) (Holm, A simple sequentially rejective
    multiple test procedure, Scandinavian Journal of Statistics 6, 1979).
    """
    values, order = _ordered(ps)
    m = len(order)
    adjusted = np.maximum.accumulate(values[order] * np.arange(m, 0, -1))
    return _replaced(values, order, adjusted)


def benjamini_hochberg(ps: Values) -> list[float | None]:
    """Benjamini and Hochberg's step-up adjustment: it holds the share of false alarms.

    p̃₍ᵢ₎ = min over j ≥ i of min(1, m p₍ⱼ₎ / j) (Benjamini & Hochberg, Controlling the false
    discovery rate, Journal of the Royal Statistical Society B 57, 1995).
    """
    values, order = _ordered(ps)
    m = len(order)
    scaled = values[order] * m / np.arange(1, m + 1)
    adjusted = np.minimum.accumulate(scaled[::-1])[::-1]
    return _replaced(values, order, adjusted)


def _ordered(ps: Values) -> tuple[Floats, np.ndarray]:
    values = numbers(ps, "ps")
    defined = np.flatnonzero(~np.isnan(values))
    given = values[defined]
    if np.any((given < 0) | (given > 1)):
        raise StudyError("A p-value lies outside 0 to 1.")
    return values, defined[np.argsort(given, kind="stable")]


def _replaced(values: Floats, order: np.ndarray, adjusted: Floats) -> list[float | None]:
    found = values.copy()
    found[order] = np.minimum(adjusted, 1.0)
    return [None if np.isnan(p) else float(p) for p in found]
