"""Whether the scores inside one answer tell its items apart, and what they go with.

A list of numbers is named `final_score` (the answer's scores) or as in the answer's `detail`,
where it has one number an item. What the answer does not hold is undefined.

Source: Castells, Vargas and Wang, On the robustness and discriminative power of information
retrieval metrics for top-N recommendation, RecSys 2018.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer, MeasureInfo
from earwitness.errors import DataError, StudyError

FINAL_SCORE = "final_score"
"""The name of the answer's own scores."""


@dataclass(frozen=True)
class ScoreVariance:
    """Σ (score − mean)² / (n − 1), in the square of the scores' unit; undefined for n < 2."""

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = "How far the scores inside one answer lie from their mean (squared, n − 1)."
        return MeasureInfo("ScoreVariance", "Variance of scores", "neither", 0, None, None, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:  # noqa: ARG002  the answer alone decides
        scores = numbers(answer, FINAL_SCORE)
        return None if scores is None or len(scores) < 2 else float(scores.var(ddof=1))


@dataclass(frozen=True)
class ScoreRange:
    """The highest minus the lowest score, in the scores' unit; undefined for n < 2."""

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        about = "The highest score inside one answer minus the lowest."
        return MeasureInfo("ScoreRange", "Range of scores", "neither", 0, None, None, about)

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:  # noqa: ARG002  the answer alone decides
        scores = numbers(answer, FINAL_SCORE)
        return None if scores is None or len(scores) < 2 else float(np.ptp(scores))


@dataclass(frozen=True)
class Correlation:
    """Pearson's r, or Spearman's ρ (r of the ranks), of two lists over one answer's items.

    −1 to 1. Undefined for fewer than 3 items, and where a list is constant.
    """

    x: str
    y: str
    kind: Literal["pearson", "spearman"] = field(default="pearson", kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.x, str) or not isinstance(self.y, str):
            raise StudyError(f"cannot correlate {self.x} and {self.y}; name two lists of an answer")

    def __str__(self) -> str:
        return self.info.label

    @property
    def info(self) -> MeasureInfo:
        letter, title = {
            "pearson": ("r", "Pearson's correlation"),
            "spearman": ("rho", "Spearman's rank correlation"),
        }[self.kind]
        about = f"How {self.x} and {self.y} go together over the items of one answer, −1 to 1."
        return MeasureInfo(
            f"{letter}({self.x}, {self.y})", title, "neither", -1.0, 1.0, floor=None, about=about
        )

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:  # noqa: ARG002  the answer alone decides
        x, y = numbers(answer, self.x), numbers(answer, self.y)
        if x is None or y is None or len(x) < 3 or is_constant(x) or is_constant(y):
            return None
        if self.kind == "spearman":
            from scipy.stats import rankdata

            x, y = rankdata(x), rankdata(y)
        return float(np.corrcoef(x, y)[0, 1])


def numbers(answer: Answer, name: str) -> NDArray[np.float64] | None:
    """The named list, one number an item; None where the answer lacks it or a number in it."""
    found = answer.scores if name == FINAL_SCORE else answer.detail.get(name)
    if found is None:
        return None
    if len(found) != len(answer.items):
        raise DataError(
            f"an answer has {len(answer.items)} items but {len(found)} numbers in {name}; "
            "give one number an item"
        )
    values = np.array(found, dtype=float)
    return values if np.isfinite(values).all() else None


def is_constant(values: NDArray[np.float64]) -> bool:
    """Are the values equal, up to rounding?"""
    return bool(np.ptp(values) <= 1e-12 * np.abs(values).max())
