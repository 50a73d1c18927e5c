"""An interval, and when not to trust it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earwitness.errors import StudyError

Floats = NDArray[np.float64]
Values = ArrayLike | Sequence[float | None]
"""Numbers; nan or None is undefined."""

FEW_UNITS = 30
FEW_OF_ONE_KIND = 10


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with an interval that should hold the true one in `level` of all studies.

    `n` values went into it and `undefined` did not. `value` is None where all are undefined;
    `low` and `high` are None where a single case, or cluster, tells nothing of the spread.
    `warning` says in words why the interval may hold the true value less often than it says.
    """

    value: float | None
    low: float | None
    high: float | None
    level: float
    n: int
    undefined: int
    method: str
    warning: str | None = None


def numbers(values: Values, name: str, dimensions: int = 1) -> Floats:
    """Floats with nan (or None) for undefined; refuses other shapes and infinite values."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != dimensions:
        raise StudyError(f"{name} has {array.ndim} dimensions; give an array of {dimensions}.")
    if np.isinf(array).any():
        raise StudyError(f"{name} holds an infinite value; use nan for an undefined one.")
    return array


def check_lengths(**arrays: Sequence[object] | NDArray[np.generic]) -> None:
    """Refuse arrays that should have one entry a case and differ in length."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise StudyError(f"The lengths differ: {told}; give one entry a case in each.")


def check_level(level: float) -> None:
    """Refuse a level that is not a probability between 0 and 1."""
    if not 0 < level < 1:
        raise StudyError(f"The level is {level}; use one between 0 and 1, such as 0.95.")


def check_resamples(resamples: int) -> None:
    """Refuse fewer than one resample."""
    if resamples < 1:
        raise StudyError(f"The number of resamples is {resamples}; use 1 or more.")


def caution(values: Floats, units: int, unit: str) -> str | None:
    """Why an interval of the mean of these values may be too narrow; None when nothing is seen."""
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) == 1:
        return (
            f"All {len(values)} values are equal, so the interval has no width; "
            "other cases may well differ."
        )
    rare = f"only {counts.min()} of {len(values)} values are of the rarer kind"
    lopsided = (
        (rare if counts.min() < FEW_OF_ONE_KIND else None)
        if len(distinct) == 2
        else _skewed(values)
    )
    return too_narrow(few(units, unit), lopsided)


def too_narrow(*reasons: str | None) -> str | None:
    """The reasons that there are as one sentence; None where there are none."""
    given = ", and ".join(reason for reason in reasons if reason)
    return f"The interval may be too narrow: {given}." if given else None


def few(units: int, unit: str, enough: int = FEW_UNITS) -> str | None:
    """A reason, where there are fewer units than enough."""
    return f"there are only {units} {unit}" if units < enough else None


def no_interval(unit: str) -> str:
    """Why there is no interval at all."""
    return f"No interval: there is only one of the {unit}."


def _skewed(values: Floats) -> str | None:
    """Cochran's rule: n should exceed 25·G₁², G₁ being the skewness.

    Cochran, Sampling Techniques, 3rd ed., 1977, section 2.15.
    """
    centred = values - values.mean()
    centred /= np.abs(centred).max()
    skewness = float(np.mean(centred**3) / np.mean(centred**2) ** 1.5)
    if len(values) > 25 * skewness**2:
        return None
    return f"the values are skewed (skewness {skewness:.1f}) for so few"
