"""Two runs side by side, paired where their cases are shared."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Direction, Estimate, Scores
from earwitness.errors import FolderError
from earwitness.run import RunFolder
from earwitness.statistics import holm, paired_interval
from earwitness.studies.estimating import Floats, sign_flip_of


@dataclass(frozen=True)
class Change:
    """What became of one measure of one system: `new` minus `old`.

    `part` says what it is about, such as a task and a voice. Where cases are shared, both values
    are means over these and the interval is that of the paired difference; elsewhere `n` is 0 and
    the interval is that of the difference of two independent estimates. `verdict`: "worse" and
    "better" where the interval excludes 0, "unclear" where it does not, "same", or "changed"
    where neither direction is better.
    """

    part: str
    system: str
    measure: str
    old: float | None
    new: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    n: int
    verdict: str


def compare_runs(old: RunFolder, new: RunFolder) -> list[Change]:
    """Every estimate that both runs have; p is corrected by Holm's method."""
    before, after = old.results(), new.results()
    if before.study != after.study:
        raise FolderError(
            f"{old.path} is a run of {before.study} and {new.path} of {after.study}; compare two "
            "runs of one study"
        )
    infos = {info.label: info for info in after.measures}
    earlier = {_key(e): e for e in before.estimates}
    both = [(earlier[_key(e)], e) for e in after.estimates if _key(e) in earlier]
    if not both:
        raise FolderError(
            f"{old.path} and {new.path} share no system and measure; nothing can be compared"
        )
    scores_then, scores_now = ({part.task: part for part in run.scores()} for run in (old, new))
    found = []
    for then, now in both:
        direction = infos[now.measure].direction if now.measure in infos else "neither"
        pairs = _pairs(now, scores_then, scores_now, after.clusters)
        found.append(
            _unpaired(then, now, direction) if pairs is None else _paired(now, pairs, direction)
        )
    adjusted = holm([change.p for change in found])
    return [replace(c, p_adjusted=p) for c, p in zip(found, adjusted, strict=True)]


@dataclass(frozen=True)
class _Pairs:
    """One value a shared case, in the new and in the old run."""

    new: Floats
    old: Floats
    clusters: NDArray[np.str_] | None


def _pairs(
    estimate: Estimate, old: Mapping[str, Scores], new: Mapping[str, Scores], cluster: str | None
) -> _Pairs | None:
    """The cases that an estimate is about and that both runs have; None where there are none."""
    task = estimate.groups.get("task", "")
    if task not in old or task not in new:
        return None
    then, now = old[task], new[task]
    part = {name: label for name, label in estimate.groups.items() if name != "task"}
    if not (_holds(then, estimate) and _holds(now, estimate) and part.keys() <= now.groups.keys()):
        return None
    places = {case: i for i, case in enumerate(then.cases)}
    shared = [
        (places[case], i)
        for i, case in enumerate(now.cases)
        if case in places and all(now.groups[name][i] == label for name, label in part.items())
    ]
    if not shared:
        return None
    rows_then, rows_now = map(list, zip(*shared, strict=True))
    labels = now.groups.get(cluster or "")
    return _Pairs(
        now.of(estimate.measure, estimate.system)[rows_now],
        then.of(estimate.measure, estimate.system)[rows_then],
        None if labels is None else np.array(labels)[rows_now],
    )


def _holds(scores: Scores, estimate: Estimate) -> bool:
    return estimate.measure in scores.measures and estimate.system in scores.systems


def _paired(estimate: Estimate, pairs: _Pairs, direction: Direction) -> Change:
    x, y, clusters = pairs.new, pairs.old, pairs.clusters
    both = ~(np.isnan(x) | np.isnan(y))
    interval = paired_interval(x, y, clusters=clusters, level=estimate.level)
    return Change(
        *_key(estimate),
        float(y[both].mean()) if both.any() else None,
        float(x[both].mean()) if both.any() else None,
        interval.value,
        interval.low,
        interval.high,
        sign_flip_of(x, y, clusters).p,
        None,
        interval.n,
        _verdict(interval.value, interval.low, interval.high, direction),
    )


def _unpaired(old: Estimate, new: Estimate, direction: Direction) -> Change:
    """A change of estimates that no case carries, such as coverage; half-widths add in squares."""
    difference = low = high = None
    if old.value is not None and new.value is not None:
        difference = new.value - old.value
        halves = _half_width(old), _half_width(new)
        if None not in halves:
            half = math.hypot(*(h or 0.0 for h in halves))
            low, high = difference - half, difference + half
    return Change(
        *_key(new),
        old.value,
        new.value,
        difference,
        low,
        high,
        None,
        None,
        0,
        _verdict(difference, low, high, direction),
    )


def _key(estimate: Estimate) -> tuple[str, str, str]:
    return " · ".join(estimate.groups.values()), estimate.system, estimate.measure


def _half_width(estimate: Estimate) -> float | None:
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def _verdict(
    difference: float | None, low: float | None, high: float | None, direction: Direction
) -> str:
    if difference == 0:
        return "same"
    if difference is None or low is None or high is None or low <= 0 <= high:
        return "unclear"
    if direction == "neither":
        return "changed"
    return "better" if (difference > 0) == (direction == "higher") else "worse"
