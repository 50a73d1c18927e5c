"""What the page shows, prepared: numbers as texts, marks as places on an axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from earwitness.domain import Comparison, Estimate, Figure, MeasureInfo, Results, Section
from earwitness.report.figures import inline_figures, natural_width
from earwitness.report.figures.style import COLUMN
from earwitness.report.names import Names
from earwitness.report.selection import (
    Block,
    chosen_matrix,
    chosen_series,
    comparison_blocks,
    estimate_blocks,
    measure_info,
    series_labels,
    unique,
)
from earwitness.report.tables import (
    Table,
    comparisons_table,
    effect_heading,
    effect_text,
    estimates_table,
    interval_heading,
    matrix_table,
    series_table,
)
from earwitness.report.words import NOT_GIVEN, heading, is_number, p_text, sentence

SIGNIFICANT = 0.05  # the adjusted p below which the words call one system better


@dataclass(frozen=True, slots=True)
class EstimateRow:
    """`bar` holds places in percent of the bar's width: value, low, high, null, ceiling."""

    system: str
    group: str | None
    value: str
    interval: str
    null: str
    ceiling: str
    n: str
    undefined: int
    warning: str | None
    bar: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    a: str
    b: str
    group: str | None
    difference: str
    interval: str
    p: str
    p_adjusted: str
    effect: str
    n: str
    reading: str
    winner: str | None
    bar: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Part:
    """One measure's rows in a table."""

    measure: MeasureInfo
    rows: Sequence[EstimateRow] | Sequence[ComparisonRow]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table with bars in it; `table` is the same one for the files.

    `heading` is that of the column that depends on the numbers: interval or effect.
    """

    number: int
    by: str | None
    heading: str
    parts: Sequence[Part]
    footnote: str
    table: Table


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """`broad` figures need more room than the text; `svg` holds the drawing for each screen."""

    number: int
    figure: Figure
    file: str
    broad: bool
    svg: Mapping[str, str]
    alt: str
    table: Table


@dataclass(frozen=True, slots=True)
class ShownSection:
    id: str
    title: str
    paragraphs: Sequence[str]
    explained: Sequence[MeasureInfo]
    figures: Sequence[ShownFigure]
    estimates: ShownTable | None
    comparisons: ShownTable | None

    @property
    def tables(self) -> list[Table]:
        shown = [table.table for table in (self.estimates, self.comparisons) if table]
        return [*(figure.table for figure in self.figures), *shown]


class Sections:
    """Prepares the sections in order, so that each measure is explained where it first appears."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._names = Names()
        self._names.take("findings", "findings")  # the table of that name
        self._explained: set[str] = set()
        self._tables = self._figures = 0

    def all(self) -> list[ShownSection]:
        """The study's sections; then what no section shows, so that nothing stays hidden."""
        results = self._results
        sections = list(results.sections)
        if not sections and results.measures:
            labels = [info.label for info in results.measures]
            sections = [Section("All measures", "", labels)]
        placed = {name for section in sections for name in section.figures}
        left = [figure.name for figure in results.figures if figure.name not in placed]
        if left:
            sections.append(Section("Further figures", "", figures=left))
        return [self._section(section) for section in sections]

    def _section(self, section: Section) -> ShownSection:
        name = self._names.take(section.title, "section")
        figures = [
            f for wanted in section.figures for f in self._results.figures if f.name == wanted
        ]
        labels = [*section.measures, *(n for f in figures if _of_measures(f) for n in f.names)]
        explained = [
            measure_info(self._results, label)
            for label in unique(labels)
            if label not in self._explained
        ]
        self._explained.update(labels)
        return ShownSection(
            id=f"part-{name}",
            title=section.title,
            paragraphs=[part for part in section.text.split("\n\n") if part.strip()],
            explained=[info for info in explained if info.about],
            figures=[self._figure(figure) for figure in figures],
            estimates=self._estimates(section, name),
            comparisons=self._comparisons(section, name),
        )

    def _figure(self, figure: Figure) -> ShownFigure:
        self._figures += 1
        file = self._names.take(figure.name, "figure")
        table = figure_table(figure, self._results, file)
        svg = inline_figures(figure, self._results, f"figure-{self._figures}")
        broad = natural_width(figure, self._results) > COLUMN
        alt = alternative_text(figure, self._results)
        return ShownFigure(self._figures, figure, file, broad, svg, alt, table)

    def _estimates(self, section: Section, name: str) -> ShownTable | None:
        blocks = estimate_blocks(self._results, section.measures, section.by, section.where)
        if not blocks:
            return None
        self._tables += 1
        file = self._names.take(f"{name}-estimates", "estimates")
        return ShownTable(
            number=self._tables,
            by=heading(section.by) if section.by else None,
            heading=interval_heading(blocks),
            parts=[
                Part(b.measure, [_estimate_row(b, e, section.by) for e in b.rows]) for b in blocks
            ],
            footnote=_methods("Intervals", unique(e.method for b in blocks for e in b.rows)),
            table=estimates_table(file, f"{sentence(section.title)} Values.", blocks, section.by),
        )

    def _comparisons(self, section: Section, name: str) -> ShownTable | None:
        blocks = comparison_blocks(self._results, section.measures, section.by, section.where)
        if not blocks:
            return None
        self._tables += 1
        file = self._names.take(f"{name}-comparisons", "comparisons")
        return ShownTable(
            number=self._tables,
            by=heading(section.by) if section.by else None,
            heading=effect_heading(blocks),
            parts=[
                Part(b.measure, [_comparison_row(blocks, b, c, section.by) for c in b.rows])
                for b in blocks
            ],
            footnote=_methods("Tests", unique(c.test for b in blocks for c in b.rows)),
            table=comparisons_table(
                file, f"{sentence(section.title)} Differences.", blocks, section.by
            ),
        )


def figure_table(figure: Figure, results: Results, name: str) -> Table:
    """The numbers behind a figure."""
    if figure.kind == "estimates":
        estimates = estimate_blocks(results, figure.names, figure.by, figure.where)
        return estimates_table(name, sentence(figure.title), estimates, figure.by)
    if figure.kind == "comparisons":
        comparisons = comparison_blocks(results, figure.names, figure.by, figure.where)
        return comparisons_table(name, sentence(figure.title), comparisons, figure.by)
    matrix = chosen_matrix(results, figure.names) if figure.kind == "matrix" else None
    if matrix is not None:
        return matrix_table(name, sentence(figure.title), matrix)
    lines = chosen_series(results, figure.names)
    return series_table(name, sentence(figure.title), lines, figure.x_label, figure.y_label)


def alternative_text(figure: Figure, results: Results) -> str:
    """Title, caption and the first numbers in words, for those who do not see the figure."""
    said: list[str] = []
    if figure.kind == "estimates":
        for block in estimate_blocks(results, figure.names, figure.by, figure.where):
            rows = [
                f"{', '.join([*e.groups.values(), e.system] if figure.by else [e.system])} "
                f"{block.scale(e.value)}"
                for e in block.rows
            ]
            said.append(f"{block.measure.title}: {_some(rows)}.")
    elif figure.kind == "comparisons":
        for pairs in comparison_blocks(results, figure.names, figure.by, figure.where):
            rows = [f"{c.a} minus {c.b} {pairs.scale(c.difference)}" for c in pairs.rows]
            said.append(f"{pairs.measure.title}: {_some(rows)}.")
    elif figure.kind != "matrix":
        lines = series_labels(chosen_series(results, figure.names))
        said.append(f"{figure.y_label or 'Values'} over {figure.x_label or 'x'}: {_some(lines)}.")
    return " ".join(
        [sentence(figure.title), figure.caption, *said, "All numbers are in the table below."]
    )


def _some(words: Sequence[str], most: int = 8) -> str:
    more = f", and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def _of_measures(figure: Figure) -> bool:
    return figure.kind in {"estimates", "comparisons"}


def _estimate_row(block: Block[Estimate], e: Estimate, by: str | None) -> EstimateRow:
    places = {"value": e.value, "low": e.low, "high": e.high, "null": e.null, "ceiling": e.ceiling}
    return EstimateRow(
        system=e.system,
        group=e.groups[by] if by else None,
        value=block.scale(e.value),
        interval=block.scale.interval(e.low, e.high),
        null=block.scale(e.null, NOT_GIVEN),
        ceiling=block.scale(e.ceiling, NOT_GIVEN),
        n=f"{e.n:,}",
        undefined=e.undefined,
        warning=e.warning,
        bar=_bar(places, block.span),
    )


def _comparison_row(
    blocks: Sequence[Block[Comparison]], block: Block[Comparison], c: Comparison, by: str | None
) -> ComparisonRow:
    places = {"value": c.difference, "low": c.low, "high": c.high, "zero": 0.0}
    reading, winner = _reading(block.measure, c)
    return ComparisonRow(
        a=c.a,
        b=c.b,
        group=c.groups[by] if by else None,
        difference=block.scale(c.difference),
        interval=block.scale.interval(c.low, c.high),
        p=p_text(c.p),
        p_adjusted=p_text(c.p_adjusted),
        effect=effect_text(c, blocks),
        n=f"{c.n:,}",
        reading=reading,
        winner=winner,
        bar=_bar(places, block.span),
    )


def _reading(info: MeasureInfo, c: Comparison) -> tuple[str, str | None]:
    """What the row says in words, and the system it speaks of.

    A winner is named only where the interval excludes 0 and the adjusted p, if there is one, is
    below .05.
    """
    if not (is_number(c.difference) and is_number(c.low) and is_number(c.high)):
        return "not comparable", None
    clear = c.low > 0 or c.high < 0
    if not clear or (c.p_adjusted is not None and c.p_adjusted >= SIGNIFICANT):
        return "no difference shown", None
    if info.direction == "neither":
        return "is higher", c.a if c.low > 0 else c.b
    return "is better", c.a if (c.low > 0) == (info.direction == "higher") else c.b


def _bar(places: Mapping[str, float | None], span: tuple[float, float]) -> dict[str, float]:
    """Places on the axis in percent of its length; what is undefined has none."""
    low, high = span
    return {
        name: round(100 * (place - low) / (high - low), 2)
        for name, place in places.items()
        if is_number(place)
    }


def _methods(what: str, methods: Sequence[str]) -> str:
    named = [method for method in methods if method]
    return f"{what}: {'; '.join(named)}." if named else ""
