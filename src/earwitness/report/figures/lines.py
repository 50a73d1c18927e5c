"""Figures of series: lines with bands, and histograms as steps."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from earwitness.domain import Figure as Spec
from earwitness.domain import Results, Series
from earwitness.report.figures.labels import fitted
from earwitness.report.figures.style import (
    CHARACTER,
    Look,
    blank,
    few_ticks,
    legend_below,
    legend_height,
    tick_text,
)
from earwitness.report.selection import chosen_series, series_labels, unique
from earwitness.report.words import is_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 2.2  # inches, without the legend


def draw_series(spec: Spec, results: Results, width: float) -> "Figure":
    """A line a series, with a marker at every point and a band where there is one."""
    lines = chosen_series(results, spec.names)
    figure, axes = _frame(spec, lines, width)
    places = _places(axes, lines, width)
    for i, line in enumerate(lines):
        x, y = places[i], _floats(line.y)
        look = Look.number(i)
        axes.plot(
            x, y, look.dashes, color=look.colour, marker=look.marker, markersize=3.5, linewidth=1.2
        )
        if line.low is not None and line.high is not None:
            low, high = _floats(line.low), _floats(line.high)
            axes.fill_between(x, low, high, color=look.colour, alpha=0.15, linewidth=0)
    _legend(figure, lines, width, marked=True)
    return figure


def draw_histogram(spec: Spec, results: Results, width: float) -> "Figure":
    """Steps over bins, which reach halfway to the next middle; a single series is filled."""
    lines = chosen_series(results, spec.names)
    figure, axes = _frame(spec, lines, width)
    places = _places(axes, lines, width)
    for i, line in enumerate(lines):
        look = Look.number(i)
        counts = [value if is_number(value) else 0.0 for value in line.y]
        axes.stairs(
            counts, _edges(places[i]), color=look.colour, linestyle=look.dashes, linewidth=1.2
        )
        if len(lines) == 1:
            axes.stairs(counts, _edges(places[i]), fill=True, color=look.colour, alpha=0.25)
    axes.set_ylim(bottom=0)
    _legend(figure, lines, width, marked=False)
    return figure


def _frame(spec: Spec, lines: Sequence[Series], width: float) -> tuple["Figure", "Axes"]:
    from matplotlib.figure import Figure

    labels = _legend_labels(lines)
    height = HEIGHT + legend_height(labels, width)
    if _tilted(lines, width):
        height += max(map(len, fitted(_names(lines), lines=1))) * CHARACTER
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.yaxis.set_major_formatter(tick_text())
    axes.set_xlabel(fitted([spec.x_label], width=int(0.7 * width / CHARACTER))[0])
    axes.set_ylabel(fitted([spec.y_label], width=int(0.7 * HEIGHT / CHARACTER))[0])
    if not lines:
        axes.remove()
        blank(figure, "There is nothing to show here.")
    return figure, axes


def _places(axes: "Axes", lines: Sequence[Series], width: float) -> list[list[float]]:
    """Where each line's points stand on the x axis; names stand side by side in order."""
    names = _names(lines)
    if not names:
        if lines:
            few_ticks(axes, 6)
        return [[float(x) for x in line.x] for line in lines]
    if _tilted(lines, width):
        axes.set_xticks(range(len(names)), fitted(names, lines=1), rotation=90)
    else:
        axes.set_xticks(range(len(names)), fitted(names))
    return [[float(names.index(str(x))) for x in line.x] for line in lines]


def _names(lines: Sequence[Series]) -> list[str]:
    """The names on the x axis, where it has names."""
    named = any(isinstance(x, str) for line in lines for x in line.x)
    return unique(str(x) for line in lines for x in line.x) if named else []


def _tilted(lines: Sequence[Series], width: float) -> bool:
    """Whether names on the x axis are too long to stand side by side."""
    names = fitted(_names(lines))
    longest = max((len(line) for name in names for line in name.split("\n")), default=0)
    return (longest + 1.5) * CHARACTER * len(names) > width - 0.8


def _edges(middles: Sequence[float]) -> list[float]:
    if len(middles) < 2:
        return [middle + side for middle in middles[:1] for side in (-0.5, 0.5)]
    inner = [(a + b) / 2 for a, b in pairwise(middles)]
    return [2 * middles[0] - inner[0], *inner, 2 * middles[-1] - inner[-1]]


def _legend(figure: "Figure", lines: Sequence[Series], width: float, *, marked: bool) -> None:
    from matplotlib.lines import Line2D

    labels = _legend_labels(lines)
    looks = [Look.number(i) for i in range(len(labels))]
    handles = [Line2D([], [], color=k.colour, linestyle=k.dashes, markersize=3.5) for k in looks]
    for handle, look in zip(handles, looks, strict=True):
        handle.set_marker(look.marker if marked else "")
    legend_below(figure, handles, labels, width)


def _legend_labels(lines: Sequence[Series]) -> list[str]:
    return fitted(series_labels(lines)) if len(lines) > 1 else []


def _floats(values: Sequence[float | None]) -> list[float]:
    """With nan for what is undefined, so that the line has a gap there."""
    return [value if is_number(value) else float("nan") for value in values]
