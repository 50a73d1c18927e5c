"""How many cases a comparison of two systems needs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from earwitness.run import RunFolder
from earwitness.statistics import sample_size, smallest_difference


@dataclass(frozen=True)
class Plan:
    """What `cases` can see, and how many cases `difference` needs."""

    task: str
    comparison: str
    sd: float
    cases: int | None
    difference: float | None
    smallest_difference: float | None
    cases_needed: int | None


@dataclass(frozen=True)
class Spread:
    """The standard deviation of the paired differences of two systems."""

    task: str
    a: str
    b: str
    measure: str
    sd: float
    n: int


def plan(
    task: str,
    comparison: str,
    sd: float,
    cases: int | None,
    difference: float | None,
    power: float,
    alpha: float,
) -> Plan:
    return Plan(
        task,
        comparison,
        sd,
        cases,
        difference,
        None if cases is None else smallest_difference(cases, sd, power=power, alpha=alpha),
        None if difference is None else sample_size(difference, sd, power=power, alpha=alpha),
    )


def spreads(folder: Path) -> Iterator[Spread]:
    """The spread of every comparison that a run made; without spread, nothing can be planned."""
    run = RunFolder(folder)
    comparisons = run.results().comparisons
    scores = {part.task: part for part in run.scores()}
    for c in comparisons:
        part = scores[c.groups["task"]]
        differences = part.of(c.measure, c.a) - part.of(c.measure, c.b)
        defined = differences[~np.isnan(differences)]
        if len(defined) > 1 and defined.std() > 0:
            yield Spread(part.task, c.a, c.b, c.measure, float(defined.std(ddof=1)), len(defined))
