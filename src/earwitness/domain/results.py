"""Everything that a report shows, as results.json holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from earwitness.domain.estimate import Comparison, Estimate
from earwitness.domain.finding import Finding
from earwitness.domain.measure import MeasureInfo


@dataclass(frozen=True, slots=True)
class Series:
    """A line: y over x, with a band where `low` and `high` are given."""

    name: str
    system: str
    x: Sequence[float | str]
    y: Sequence[float | None]
    low: Sequence[float | None] | None = None
    high: Sequence[float | None] | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table of numbers with named rows and columns."""

    name: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class Figure:
    """Which stored numbers to draw, and how.

    `kind` estimates: one panel a measure in `names`, one row a system (or, with `by`, a value of
    that group). comparisons: differences of the measures in `names`. series and histogram: the
    series in `names`, as lines with bands or as steps. matrix: the matrix `names[0]` as a heat
    map. `where` keeps the estimates whose groups contain it; without it, those without groups
    (apart from `by`).
    """

    name: str
    kind: Literal["estimates", "comparisons", "series", "histogram", "matrix"]
    title: str
    caption: str
    names: Sequence[str]
    by: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    x_label: str = ""
    y_label: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the results: a heading, an explanation in words, what to show in it.

    `measures` are tabulated (estimates, and comparisons where there are any) for the groups in
    `where`; `by` names a group whose values become rows.
    """

    title: str
    text: str
    measures: Sequence[str] = ()
    by: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    figures: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What a study says in words: its question, its verdict, its claims and its limits."""

    title: str
    question: str
    verdict: Sequence[str]
    claims: Sequence[str]
    does_not_claim: Sequence[str]
    limits: Sequence[str]
    methods: str
    bibtex: str


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a table or a figure shows; the same for the same config and data."""

    study: str
    protocol: str
    account: Account
    systems: Mapping[str, str]
    measures: Sequence[MeasureInfo]
    estimates: Sequence[Estimate]
    comparisons: Sequence[Comparison] = ()
    findings: Sequence[Finding] = ()
    series: Sequence[Series] = ()
    matrices: Sequence[Matrix] = ()
    figures: Sequence[Figure] = ()
    sections: Sequence[Section] = ()
