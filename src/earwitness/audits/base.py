"""What an audit is, and what it may look at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from earwitness.domain import Case, Comparison, Estimate, Finding, Measure, Record, Scores
from earwitness.statistics.interval import Interval

Headlines = Mapping[tuple[str, str], float]
"""The values that a study reports first, by system and measure label."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One task's evaluation, as far as its study can show it. All of it may be left out.

    `clusters` names the groups of the scores whose cases belong together (the songs of one set).
    `headlines` are the values as reported. `reorder(seed)` gives them once more with the inputs
    listed in an order drawn from the seed, `reseed(seed)` with another sampling seed.
    `formulas` names the parts that a score is computed from: `{"final_score":
    ("cosine_similarity", "avoid_penalty")}`. `of_interest` is, by measure label, the smallest
    difference that would matter to a user.
    """

    cases: Sequence[Case] = ()
    records: Sequence[Record] = ()
    measures: Sequence[Measure] = ()
    scores: Sequence[Scores] = ()
    estimates: Sequence[Estimate] = ()
    comparisons: Sequence[Comparison] = ()
    clusters: Sequence[str] = ()
    headlines: Headlines = field(default_factory=dict)
    reorder: Callable[[int], Headlines] | None = None
    reseed: Callable[[int], Headlines] | None = None
    formulas: Mapping[str, Sequence[str]] = field(default_factory=dict)
    of_interest: Mapping[str, float] = field(default_factory=dict)

    def estimate(self, system: str, measure: str) -> Estimate | None:
        """The estimate over all cases; None where there is none."""
        return next(
            (
                one
                for one in self.estimates
                if (one.system, one.measure) == (system, measure) and not one.groups
            ),
            None,
        )


class Audit(Protocol):
    """A check of the evaluation, not of the system.

    It says what it saw, with numbers. Where the evidence lacks what it needs, it says nothing.
    Evidence in a finding is plain JSON: no arrays, no nan.
    """

    @property
    def name(self) -> str: ...

    def examine(self, evidence: Evidence) -> list[Finding]: ...


def shown(value: float) -> str:
    """A number as a sentence shows it: three digits."""
    return f"{value:.3g}"


def width(interval: Estimate | Interval) -> float | None:
    """From low to high; None where there is no interval."""
    if interval.low is None or interval.high is None:
        return None
    return interval.high - interval.low
