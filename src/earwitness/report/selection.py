"""Which of the stored numbers a section or a figure shows, and in which order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from earwitness.domain import Comparison, Estimate, Matrix, MeasureInfo, Results, Series
from earwitness.report.words import Scale, is_number, scale_for

T = TypeVar("T", Estimate, Comparison)


@dataclass(frozen=True, slots=True)
class Block(Generic[T]):
    """One measure's estimates or comparisons, in order, and how to write and to place them.

    `span` is the stretch of the axis that holds every value, interval, null and ceiling.
    """

    measure: MeasureInfo
    rows: Sequence[T]
    scale: Scale
    span: tuple[float, float]


def estimate_blocks(
    results: Results, names: Iterable[str], by: str | None, where: Mapping[str, str]
) -> list[Block[Estimate]]:
    """The estimates of each measure in `names`; measures without any are left out."""
    order = _Order(results, (e.groups for e in results.estimates), by)
    blocks: list[Block[Estimate]] = []
    for name in names:
        rows = [e for e in results.estimates if e.measure == name and _kept(e.groups, by, where)]
        rows.sort(key=lambda e: (order.group(e.groups), order.system(e.system)))
        numbers = [n for e in rows for n in (e.value, e.low, e.high, e.null, e.ceiling)]
        _append(blocks, results, name, rows, numbers)
    return blocks


def comparison_blocks(
    results: Results, names: Iterable[str], by: str | None, where: Mapping[str, str]
) -> list[Block[Comparison]]:
    """The comparisons of each measure in `names`; measures without any are left out."""
    order = _Order(results, (c.groups for c in results.comparisons), by)
    blocks: list[Block[Comparison]] = []
    for name in names:
        rows = [c for c in results.comparisons if c.measure == name and _kept(c.groups, by, where)]
        rows.sort(key=lambda c: (order.group(c.groups), order.system(c.a), order.system(c.b)))
        numbers = [0.0, *(n for c in rows for n in (c.difference, c.low, c.high))]
        _append(blocks, results, name, rows, numbers)
    return blocks


def chosen_series(results: Results, names: Sequence[str]) -> list[Series]:
    return [series for name in names for series in results.series if series.name == name]


def chosen_matrix(results: Results, names: Sequence[str]) -> Matrix | None:
    return next((matrix for matrix in results.matrices if matrix.name in names[:1]), None)


def series_labels(lines: Sequence[Series]) -> list[str]:
    """What tells the lines apart: the system, the name, or both."""
    several_systems = len({line.system for line in lines}) > 1
    several_names = len({line.name for line in lines}) > 1
    if several_systems and several_names:
        return [f"{line.name}, {line.system}" for line in lines]
    return [line.name if several_names else line.system or line.name for line in lines]


def measure_info(results: Results, name: str) -> MeasureInfo:
    """The measure's card; a bare one where the results hold none."""
    bare = MeasureInfo(name, name, "neither", low=None, high=None, floor=None, about="")
    return next((info for info in results.measures if info.label == name), bare)


def unique(values: Iterable[str]) -> list[str]:
    """Without repeats, in order of first appearance."""
    return list(dict.fromkeys(values))


def span_of(numbers: Iterable[float | None]) -> tuple[float, float]:
    """The stretch from the least to the greatest, never empty, with a little air."""
    known = [n for n in numbers if is_number(n)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    air = 0.04 * (high - low) or 0.04 * abs(high) or 0.5
    return low - air, high + air


def _append(
    blocks: list[Block[T]],
    results: Results,
    name: str,
    rows: list[T],
    numbers: list[float | None],
) -> None:
    if rows:
        info = measure_info(results, name)
        scale = scale_for(numbers, info.low, info.high)
        blocks.append(Block(info, rows, scale, span_of(numbers)))


def _kept(groups: Mapping[str, str], by: str | None, where: Mapping[str, str]) -> bool:
    """Whether the groups are those in `where`, apart from `by`, and no others."""
    rest = {key: value for key, value in groups.items() if key != by}
    return rest == dict(where) and (by is None or by in groups)


class _Order:
    """Systems as the results list them; values of a group as they first appear."""

    def __init__(
        self, results: Results, groups: Iterable[Mapping[str, str]], by: str | None
    ) -> None:
        self._by = by
        self._systems = {name: i for i, name in enumerate(results.systems)}
        values = unique(g[by] for g in groups if by is not None and by in g)
        self._values = {value: i for i, value in enumerate(values)}

    def system(self, name: str) -> int:
        return self._systems.get(name, len(self._systems))

    def group(self, groups: Mapping[str, str]) -> int:
        return self._values[groups[self._by]] if self._by is not None else 0
