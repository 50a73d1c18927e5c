"""The tables of a report: for people as texts in columns, for programs as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from earwitness.domain import Comparison, Estimate, Finding, Matrix, Series
from earwitness.report.selection import Block, unique
from earwitness.report.words import (
    DIRECTIONS,
    NOT_GIVEN,
    SEVERITIES,
    Scale,
    heading,
    is_number,
    number_text,
    p_text,
    percent,
    scale_of,
)

Plain = str | float | None
ESTIMATE_KEYS = (
    *("system", "value", "low", "high", "level", "null", "ceiling", "n", "undefined"),
    *("method", "warning"),
)
COMPARISON_KEYS = (
    *("a", "b", "difference", "low", "high", "p", "p_adjusted", "effect", "effect_name"),
    *("test", "n"),
)


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` under `columns` are read by people; `plain` under `keys` are the same, in full."""

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    keys: Sequence[str]
    plain: Sequence[Sequence[Plain]]


def estimates_table(
    name: str, caption: str, blocks: Sequence[Block[Estimate]], by: str | None
) -> Table:
    """Value, interval, chance, ceiling and counts of every system, measure after measure."""
    pairs = [(block, estimate) for block in blocks for estimate in block.rows]
    warned = any(estimate.warning for _, estimate in pairs)
    columns = [
        Column("Measure"),
        *([Column(heading(by))] if by else []),
        Column("System"),
        Column("Value", numeric=True),
        Column(interval_heading(blocks), numeric=True),
        Column("Chance", numeric=True),
        Column("At most", numeric=True),
        Column("n", numeric=True),
        Column("Undefined", numeric=True),
        *([Column("Warning")] if warned else []),
    ]
    rows = [
        [
            e.measure,
            *([e.groups[by]] if by else []),
            e.system,
            block.scale(e.value),
            block.scale.interval(e.low, e.high),
            block.scale(e.null, NOT_GIVEN),
            block.scale(e.ceiling, NOT_GIVEN),
            f"{e.n:,}",
            f"{e.undefined:,}",
            *([e.warning or ""] if warned else []),
        ]
        for block, e in pairs
    ]
    keys = ["measure", *([by] if by else []), *ESTIMATE_KEYS]
    plain = [_plain(e, by, ESTIMATE_KEYS) for _, e in pairs]
    return Table(name, _with_directions(caption, blocks), columns, rows, keys, plain)


def comparisons_table(
    name: str, caption: str, blocks: Sequence[Block[Comparison]], by: str | None
) -> Table:
    """Differences between two systems with interval, p, adjusted p and effect size."""
    pairs = [(block, comparison) for block in blocks for comparison in block.rows]
    columns = [
        Column("Measure"),
        *([Column(heading(by))] if by else []),
        Column("A"),
        Column("B"),
        Column("A − B", numeric=True),
        Column("Interval", numeric=True),
        Column("p", numeric=True),
        Column("Adjusted p", numeric=True),
        Column(effect_heading(blocks), numeric=True),
        Column("n", numeric=True),
    ]
    rows = [
        [
            c.measure,
            *([c.groups[by]] if by else []),
            c.a,
            c.b,
            block.scale(c.difference),
            block.scale.interval(c.low, c.high),
            p_text(c.p),
            p_text(c.p_adjusted),
            effect_text(c, blocks),
            f"{c.n:,}",
        ]
        for block, c in pairs
    ]
    tests = unique(c.test for _, c in pairs if c.test)
    words = _with_directions(caption, blocks)
    words += f" Test: {', '.join(tests)}." if tests else ""
    keys = ["measure", *([by] if by else []), *COMPARISON_KEYS]
    plain = [_plain(c, by, COMPARISON_KEYS) for _, c in pairs]
    return Table(name, words, columns, rows, keys, plain)


def series_table(
    name: str, caption: str, lines: Sequence[Series], x_label: str, y_label: str
) -> Table:
    """Every point of every line, with its band where it has one."""
    scale = scale_of(n for line in lines for n in line.y)
    banded = any(line.low is not None for line in lines)
    plain: list[list[Plain]] = [
        [line.name, line.system, x, y, *(_band(line, i) if banded else [])]
        for line in lines
        for i, (x, y) in enumerate(zip(line.x, line.y, strict=True))
    ]
    rows = [
        [
            str(line),
            str(system),
            x if isinstance(x, str) else number_text(x or 0),
            *(scale(number) for number in numbers if not isinstance(number, str)),
        ]
        for line, system, x, *numbers in plain
    ]
    columns = [
        Column("Line"),
        Column("System"),
        Column(x_label or "x", numeric=True),
        Column(y_label or "y", numeric=True),
        *([Column("Low", numeric=True), Column("High", numeric=True)] if banded else []),
    ]
    keys = ["line", "system", "x", "y", *(["low", "high"] if banded else [])]
    return Table(name, caption, columns, rows, keys, plain)


def matrix_table(name: str, caption: str, matrix: Matrix) -> Table:
    scale = scale_of(number for row in matrix.values for number in row)
    pairs = list(zip(matrix.rows, matrix.values, strict=True))
    return Table(
        name,
        caption,
        [Column(""), *(Column(column, numeric=True) for column in matrix.columns)],
        [[row, *(scale(number, NOT_GIVEN) for number in numbers)] for row, numbers in pairs],
        ["", *matrix.columns],
        [[row, *numbers] for row, numbers in pairs],
    )


def findings_table(findings: Sequence[Finding]) -> Table:
    columns = [Column("Severity"), Column("Audit"), Column("What was seen"), Column("What to do")]
    rows = [[SEVERITIES[f.severity], f.audit, f.title, f.advice] for f in findings]
    keys = ["severity", "audit", "title", "advice"]
    plain: list[list[Plain]] = [[f.severity, f.audit, f.title, f.advice] for f in findings]
    return Table("findings", "Findings of the audits.", columns, rows, keys, plain)


def interval_heading(blocks: Sequence[Block[Estimate]]) -> str:
    """`95 % interval`; without the level where several levels stand in one table."""
    levels = {e.level for block in blocks for e in block.rows if is_number(e.low)}
    return f"{percent(levels.pop())} interval" if len(levels) == 1 else "Interval"


def effect_heading(blocks: Sequence[Block[Comparison]]) -> str:
    """`Effect (rank-biserial)`; without the name where several kinds stand in one table."""
    names = _effect_names(blocks)
    return f"Effect ({names.pop()})" if len(names) == 1 else "Effect"


def effect_text(comparison: Comparison, blocks: Sequence[Block[Comparison]]) -> str:
    """The effect size, with its name where the heading does not give it."""
    if not is_number(comparison.effect):
        return NOT_GIVEN
    number = Scale(decimals=2, leading_zero=abs(comparison.effect) >= 1)(comparison.effect)
    named = comparison.effect_name and len(_effect_names(blocks)) > 1
    return f"{number} ({comparison.effect_name})" if named else number


def _effect_names(blocks: Sequence[Block[Comparison]]) -> set[str]:
    return {c.effect_name for block in blocks for c in block.rows if c.effect_name}


def _with_directions(
    caption: str, blocks: Sequence[Block[Estimate]] | Sequence[Block[Comparison]]
) -> str:
    words = [f"{b.measure.label}: {DIRECTIONS[b.measure.direction]}" for b in blocks]
    return f"{caption} {'; '.join(words)}." if words else caption


def _plain(row: Estimate | Comparison, by: str | None, keys: Sequence[str]) -> list[Plain]:
    return [row.measure, *([row.groups[by]] if by else []), *(getattr(row, key) for key in keys)]


def _band(line: Series, i: int) -> list[Plain]:
    return [side[i] if side is not None else None for side in (line.low, line.high)]
