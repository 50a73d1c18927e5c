"""Two runs side by side, paired where their cases are shared."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from earwitness.domain import Direction, Estimate, MeasureInfo, Results, Scores
from earwitness.errors import FolderError
from earwitness.run import RunFolder
from earwitness.statistics import holm, paired_interval, sign_flip


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
    """Every measure of every system that both runs have; p is corrected by Holm's method."""
    before, after = old.results(), new.results()
    if before.study != after.study:
        raise FolderError(
            f"{old.path} is a run of {before.study} and {new.path} of {after.study}; compare two "
            "runs of one study"
        )
    infos = {info.label: info for info in after.measures}
    earlier = {scores.task: scores for scores in old.scores()}
    found = [
        change
        for scores in new.scores()
        if scores.task in earlier
        for change in _paired(earlier[scores.task], scores, after, infos)
    ]
    seen = {(c.part, c.system, c.measure) for c in found}
    found += [
        c for c in _unpaired(before, after, infos) if (c.part, c.system, c.measure) not in seen
    ]
    if not found:
        raise FolderError(
            f"{old.path} and {new.path} share no system and measure; nothing can be compared"
        )
    adjusted = holm([change.p for change in found])
    return [replace(c, p_adjusted=p) for c, p in zip(found, adjusted, strict=True)]


def _paired(
    old: Scores, new: Scores, results: Results, infos: dict[str, MeasureInfo]
) -> Iterator[Change]:
    """Changes over the cases that both have."""
    places = {case: i for i, case in enumerate(old.cases)}
    shared = [(places[case], i) for i, case in enumerate(new.cases) if case in places]
    if not shared:
        return
    then, now = map(list, zip(*shared, strict=True))
    labels = new.groups.get(results.clusters or "")
    clusters = None if labels is None else np.array(labels)[now]
    level = results.estimates[0].level
    for measure in new.measures:
        for system in new.systems:
            if measure not in old.measures or system not in old.systems:
                continue
            x, y = new.of(measure, system)[now], old.of(measure, system)[then]
            both = ~(np.isnan(x) | np.isnan(y))
            interval = paired_interval(x, y, clusters=clusters, level=level)
            yield Change(
                new.task,
                system,
                measure,
                float(y[both].mean()) if both.any() else None,
                float(x[both].mean()) if both.any() else None,
                interval.value,
                interval.low,
                interval.high,
                sign_flip(x, y).p,
                None,
                interval.n,
                _verdict(interval.value, interval.low, interval.high, _direction(infos, measure)),
            )


def _unpaired(before: Results, after: Results, infos: dict[str, MeasureInfo]) -> Iterator[Change]:
    """Changes of estimates that no case carries, such as coverage; half-widths add in squares."""
    earlier = {_key(e): e for e in before.estimates}
    for new in after.estimates:
        old = earlier.get(_key(new))
        if old is None:
            continue
        difference = low = high = None
        if old.value is not None and new.value is not None:
            difference = new.value - old.value
            halves = _half_width(old), _half_width(new)
            if None not in halves:
                half = math.hypot(*(h or 0.0 for h in halves))
                low, high = difference - half, difference + half
        part, system, measure = _key(new)
        yield Change(
            part,
            system,
            measure,
            old.value,
            new.value,
            difference,
            low,
            high,
            None,
            None,
            0,
            _verdict(difference, low, high, _direction(infos, measure)),
        )


def _key(estimate: Estimate) -> tuple[str, str, str]:
    return " · ".join(estimate.groups.values()), estimate.system, estimate.measure


def _half_width(estimate: Estimate) -> float | None:
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def _direction(infos: dict[str, MeasureInfo], measure: str) -> Direction:
    return infos[measure].direction if measure in infos else "neither"


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
