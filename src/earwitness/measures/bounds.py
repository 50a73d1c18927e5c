"""What can be reached on each of many cases, and what chance would reach."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import BoundedMeasure, Measure


def ceilings(measure: Measure, truths: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    """The most that any answer can score on each case; nan where undefined or not known."""
    if not isinstance(measure, BoundedMeasure):
        return np.full(len(truths), np.nan)
    return np.array([measure.ceiling(truth) for truth in truths], dtype=float)


def chances(measure: Measure, truths: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    """The expected score of a random order on each case; nan where undefined or not known.

    `truth["candidates"]` says how many items were ranked, the relevant ones among them.
    """
    if not isinstance(measure, BoundedMeasure):
        return np.full(len(truths), np.nan)
    return np.array(
        [
            measure.chance(truth, truth["candidates"]) if "candidates" in truth else None
            for truth in truths
        ],
        dtype=float,
    )
