"""Scores -> estimates and comparisons, the same way in every study."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Case, Comparison, Estimate, Measure, Scores
from earwitness.measures import ceilings, chances
from earwitness.statistics import (
    Interval,
    Method,
    Outcome,
    holm,
    mean_intervals,
    paired_intervals,
    sign_flip,
    wilcoxon,
)
from earwitness.statistics.bootstrap import RESAMPLES, SEED

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bounds:
    """For each measure's label one value a case: what chance gives, and the most there is."""

    nulls: Mapping[str, Floats]
    ceilings: Mapping[str, Floats]

    @classmethod
    def of(cls, measures: Sequence[Measure], cases: Sequence[Case]) -> "Bounds":
        truths = [case.truth for case in cases]
        return cls(
            {measure.info.label: chances(measure, truths) for measure in measures},
            {measure.info.label: ceilings(measure, truths) for measure in measures},
        )


NO_BOUNDS = Bounds({}, {})


@dataclass(frozen=True)
class Estimator:
    """How a study draws its intervals: over clusters of the group `clusters`, or over cases."""

    seed: int
    resamples: int
    level: float
    clusters: str | None = None
    method: Method = "bca"

    def estimates(
        self, scores: Scores, bounds: Bounds = NO_BOUNDS, *, by: str | None = None
    ) -> list[Estimate]:
        """One estimate a measure and system; with `by`, one a value of that group as well."""
        whole = np.ones(len(scores.cases), dtype=bool)
        found = list(self._part(scores, bounds, whole, {"task": scores.task}))
        if by is not None:
            labels = np.array(scores.groups[by])
            for label in sorted(set(labels.tolist())):
                part = {"task": scores.task, by: str(label)}
                found += self._part(scores, bounds, labels == label, part)
        return found

    def _part(
        self, scores: Scores, bounds: Bounds, kept: NDArray[np.bool_], groups: Mapping[str, str]
    ) -> Iterator[Estimate]:
        labels = self._labels(scores)
        names = list(product(scores.systems, scores.measures))
        columns = [scores.of(measure, system)[kept] for system, measure in names]
        intervals = mean_intervals(
            np.column_stack(columns),
            clusters=None if labels is None else labels[kept],
            method=self.method,
            resamples=self.resamples,
            seed=self.seed,
            level=self.level,
        )
        for (system, measure), column, interval in zip(names, columns, intervals, strict=True):
            defined = ~np.isnan(column)
            yield replace(
                as_estimate(interval, system, measure, groups),
                null=_mean(bounds.nulls.get(measure), kept, defined),
                ceiling=_mean(bounds.ceilings.get(measure), kept, defined),
            )

    def comparisons(
        self,
        scores: Scores,
        measures: Sequence[str],
        pairs: Sequence[tuple[str, str]] | None = None,
    ) -> list[Comparison]:
        """Paired comparisons of all pairs of systems (or those given), Holm over all of them.

        p is from flipping the signs of whole clusters' differences; the effect is the matched
        rank-biserial correlation over cases: among the cases that differ, how much more often
        (by rank) `a` is ahead.
        """
        asked = [
            (measure, a, b)
            for measure in measures
            for a, b in (pairs or combinations(scores.systems, 2))
        ]
        intervals = paired_intervals(
            np.column_stack([scores.of(measure, a) for measure, a, _ in asked]),
            np.column_stack([scores.of(measure, b) for measure, _, b in asked]),
            clusters=self._labels(scores),
            method=self.method,
            resamples=self.resamples,
            seed=self.seed,
            level=self.level,
        )
        found = [
            self._compared(scores, *names, interval)
            for names, interval in zip(asked, intervals, strict=True)
        ]
        adjusted = holm([comparison.p for comparison in found])
        return [replace(c, p_adjusted=p) for c, p in zip(found, adjusted, strict=True)]

    def _compared(
        self, scores: Scores, measure: str, a: str, b: str, interval: Interval
    ) -> Comparison:
        x, y = scores.of(measure, a), scores.of(measure, b)
        labels = self._labels(scores)
        test = sign_flip_of(x, y, labels, resamples=self.resamples, seed=self.seed)
        effect = wilcoxon(x, y)
        return Comparison(
            a,
            b,
            measure,
            interval.value,
            interval.low,
            interval.high,
            test.p,
            None,
            effect.effect,
            effect.effect_name,
            test.test + ("" if labels is None else f" by {self.clusters}"),
            interval.n,
            {"task": scores.task},
        )

    def _labels(self, scores: Scores) -> NDArray[np.str_] | None:
        return None if self.clusters is None else np.array(scores.groups[self.clusters])


def as_estimate(
    interval: Interval, system: str, measure: str, groups: Mapping[str, str]
) -> Estimate:
    """An interval with the names that a table needs."""
    return Estimate(
        system,
        measure,
        interval.value,
        interval.low,
        interval.high,
        interval.level,
        interval.n,
        interval.undefined,
        interval.method,
        warning=interval.warning,
        groups=groups,
    )


def _mean(
    bound: Floats | None, kept: NDArray[np.bool_], defined: NDArray[np.bool_]
) -> float | None:
    """The mean bound over the cases that count; None where it is not known for all of them."""
    if bound is None or not defined.any():
        return None
    value = float(bound[kept][defined].mean())
    return None if np.isnan(value) else value


def sign_flip_of(
    x: Floats,
    y: Floats,
    labels: NDArray[np.str_] | None,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Outcome:
    """The sign-flip test of x − y; with labels, the signs of whole clusters' sums are flipped."""
    if labels is not None:
        differences = x - y
        defined = ~np.isnan(differences)
        _, codes = np.unique(labels[defined], return_inverse=True)
        x = np.bincount(codes, differences[defined]).astype(np.float64)
        y = np.zeros_like(x)
    return sign_flip(x, y, resamples=resamples, seed=seed)
