"""What an audit is, and what it may look at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists
from earwitness.domain import Case, Comparison, Estimate, Finding, Measure, Record, Scores
from earwitness.statistics.interval import Interval

Headlines = Mapping[tuple[str, str], float]
"""The values that a study reports first, by system and measure label."""

Affinity = Callable[[NDArray[np.integer[Any]], NDArray[np.integer[Any]]], NDArray[np.floating[Any]]]
"""How strongly a model ties track a[i] to track b[i], by their codes; nan where it knows one not.

For vectors it is their cosine. What a recommender would rank higher must be larger.
"""


@dataclass(frozen=True, slots=True, eq=False)
class FeatureUse:
    """How one system adds a feature's `term` to the `rest` of its score.

    Arrays of cases × candidates; nan in `rest` fills up rows. `known` says which candidates have
    the feature.
    """

    system: str
    feature: str
    rest: NDArray[np.float64]
    term: NDArray[np.float64]
    known: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One task's evaluation, as far as its study can show it. All of it may be left out.

    `clusters` names the groups of the scores whose cases belong together (the songs of one set).
    `headlines` are the values as reported. `reorder(seed)` gives them once more with the inputs
    listed in an order drawn from the seed, `reseed(seed)` with another sampling seed.
    `formulas` names the parts that a score is computed from: `{"final_score":
    ("cosine_similarity", "avoid_penalty")}`. `of_interest` is, by measure label, the smallest
    difference that would matter to a user. `training` and `tested` are the playlists of either
    side, `affinities` the models that claim to have learned from the former alone. `features`
    shows how systems score items that lack a feature.
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
    training: Playlists | None = None
    tested: Playlists | None = None
    affinities: Mapping[str, Affinity] = field(default_factory=dict)
    features: Sequence[FeatureUse] = ()

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
