"""Everything that a report shows, as results.json holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, TypeVar

from earwitness.domain.estimate import Comparison, Estimate
from earwitness.domain.finding import Finding
from earwitness.domain.measure import MeasureInfo

T = TypeVar("T", Estimate, Comparison)


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
    series in `names`, as lines with bands or as steps; a histogram's `x` are the middles of its
    bins. matrix: the matrix `names[0]` as a heat map. What is shown has exactly the groups in
    `where`, apart from `by`.
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

    `measures` are tabulated (estimates, and comparisons where there are any) for exactly the
    groups in `where`; `by` names a further group whose values become rows.
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
    """Everything that a table or a figure shows; the same for the same config and data.

    `clusters` names the group of the scores whose cases were drawn together, such as the set that
    a song belongs to; None where intervals are over single cases.
    """

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
    clusters: str | None = None


def to_json(results: Results) -> dict[str, Any]:
    """Plain values for results.json; group keys stand beside the other keys of an estimate."""
    plain = asdict(results)
    for name in ("estimates", "comparisons"):
        plain[name] = [_flat(row) for row in plain[name]]
    return plain


def from_json(plain: Mapping[str, Any]) -> Results:
    """The inverse of `to_json`. Raises KeyError or TypeError where the layout is another one."""
    return Results(
        study=plain["study"],
        protocol=plain["protocol"],
        account=Account(**plain["account"]),
        systems=dict(plain["systems"]),
        measures=[MeasureInfo(**row) for row in plain["measures"]],
        estimates=[_unflat(Estimate, row) for row in plain["estimates"]],
        comparisons=[_unflat(Comparison, row) for row in plain["comparisons"]],
        findings=[Finding(**row) for row in plain["findings"]],
        series=[Series(**row) for row in plain["series"]],
        matrices=[Matrix(**row) for row in plain["matrices"]],
        figures=[Figure(**row) for row in plain["figures"]],
        sections=[Section(**row) for row in plain["sections"]],
        clusters=plain["clusters"],
    )


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    groups: dict[str, str] = row.pop("groups")
    optional = {"null", "ceiling", "warning"}
    return {k: v for k, v in row.items() if v is not None or k not in optional} | groups


def _unflat(kind: type[T], row: Mapping[str, Any]) -> T:
    names = {field.name for field in fields(kind)} - {"groups"}
    groups = {k: v for k, v in row.items() if k not in names}
    return kind(**{k: v for k, v in row.items() if k in names}, groups=groups)
