"""Figures of estimates and of comparisons: one panel a measure, one row a system or a pair."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from earwitness.domain import Comparison, Estimate, Results
from earwitness.domain import Figure as Spec
from earwitness.report.figures.labels import fitted
from earwitness.report.figures.style import (
    COLOURS,
    COLUMN,
    FAINT,
    INK,
    LINE_HEIGHT,
    Look,
    blank,
    few_ticks,
    legend_below,
    legend_height,
)
from earwitness.report.selection import Block, comparison_blocks, estimate_blocks, unique
from earwitness.report.tables import interval_heading
from earwitness.report.words import UNDEFINED, is_number, p_text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = 20  # characters of a title that stand above a narrow panel
ARROWS = {"higher": "higher is better →", "lower": "← lower is better", "neither": ""}


def draw_estimates(spec: Spec, results: Results, width: float) -> "Figure":
    """A dot with its interval; a tick for chance; an open triangle for the most possible."""
    blocks = estimate_blocks(results, spec.names, spec.by, spec.where)
    rows = unique(_row_name(e, spec.by) for block in blocks for e in block.rows)
    systems = unique(e.system for block in blocks for e in block.rows)
    # Rows are systems, or values of a group; then the systems share a row, one above another.
    sharing = systems if spec.by else [""]
    looks = {name: Look.number(i) for i, name in enumerate(sharing)}
    labels = fitted(rows)
    handles, words = _legend(blocks, looks if spec.by else {})
    row_height = max(_tallest(labels) * LINE_HEIGHT + 0.04, 0.11 * len(sharing) + 0.06)
    figure, panels = _grid(len(blocks), len(rows) * row_height, width, 3, words)
    for axes, block in zip(panels, blocks, strict=False):
        _dress(axes, block, labels, width)
        for e in block.rows:
            slot = sharing.index(e.system) if spec.by else 0
            offset = (slot - (len(sharing) - 1) / 2) * 0.8 / len(sharing)
            y = rows.index(_row_name(e, spec.by)) + offset
            _mark_estimate(axes, e, y, looks[e.system if spec.by else ""])
    legend_below(figure, handles, words, width)
    return figure


def draw_comparisons(spec: Spec, results: Results, width: float) -> "Figure":
    """A forest: each difference with its interval, the line at 0, the adjusted p at the side."""
    blocks = comparison_blocks(results, spec.names, spec.by, spec.where)
    rows = unique(_pair_name(c, spec.by) for block in blocks for c in block.rows)
    labels = ["\n".join(fitted([part], lines=1)[0] for part in row.split("\n")) for row in rows]
    row_height = _tallest(labels) * LINE_HEIGHT + 0.06
    figure, panels = _grid(len(blocks), len(rows) * row_height, width, 2, [])
    for axes, block in zip(panels, blocks, strict=False):
        _dress(axes, block, labels, width)
        axes.axvline(0, color=INK, linewidth=0.8)
        ps = [""] * len(rows)
        for c in block.rows:
            y = rows.index(_pair_name(c, spec.by))
            _mark_interval(axes, c.difference, c.low, c.high, y, Look.number(0))
            ps[y] = p_text(c.p_adjusted)
        side = axes.secondary_yaxis("right")
        side.set_yticks(range(len(rows)), ps)
        side.tick_params(length=0)
        side.spines["right"].set_visible(False)
        side.set_ylabel("adjusted p", rotation=270, va="bottom")
    return figure


def _grid(
    n: int, rows_height: float, width: float, across: int, legend: Sequence[str]
) -> tuple["Figure", Iterator["Axes"]]:
    """A figure with `n` panels, up to `across` of them side by side where the page is wide."""
    from matplotlib.figure import Figure

    lines = n if width == COLUMN else -(-n // across)
    columns = -(-n // max(lines, 1))  # 4 panels stand as 2 and 2, not as 3 and 1
    height = max(lines * (rows_height + 0.66) + legend_height(legend, width), 0.8)
    figure = Figure(figsize=(width, height), layout="constrained")
    if n == 0:
        blank(figure, "There is nothing to show here.")
        return figure, iter(())
    grid = figure.subplots(lines, columns, sharey=True, squeeze=False)
    panels = list(grid.flat)
    for unused in panels[n:]:
        unused.remove()
    return figure, iter(panels[:n])


def _dress(
    axes: "Axes",
    block: Block[Estimate] | Block[Comparison],
    labels: Sequence[str],
    width: float,
) -> None:
    """Title, rows and limits of one panel."""
    (title,) = fitted([block.measure.title], width=TITLE)
    axes.set_title(title, loc="left", fontweight="bold")
    axes.set_xlabel(ARROWS[block.measure.direction])
    axes.set_xlim(*block.span)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_axisbelow(True)
    axes.hlines(range(len(labels)), *block.span, color=FAINT, linewidth=0.5, zorder=0)
    few_ticks(axes, 5 if width == COLUMN else 4)


def _mark_estimate(axes: "Axes", e: Estimate, y: float, look: Look) -> None:
    if is_number(e.null):
        axes.plot([e.null], [y], marker="|", color=INK, markersize=7, markeredgewidth=1.2)
    if is_number(e.ceiling):
        axes.plot([e.ceiling], [y], **_ceiling_mark(), clip_on=False)
    _mark_interval(axes, e.value, e.low, e.high, y, look)


def _mark_interval(
    axes: "Axes",
    value: float | None,
    low: float | None,
    high: float | None,
    y: float,
    look: Look,
) -> None:
    if not is_number(value):
        axes.text(0.5, y, UNDEFINED, transform=axes.get_yaxis_transform(), ha="center", va="center")
        return
    if is_number(low) and is_number(high):
        axes.plot([low, high], [y, y], color=look.colour, linewidth=1.6, solid_capstyle="butt")
    axes.plot([value], [y], marker=look.marker, color=look.colour, markersize=4.2)


def _legend(
    blocks: Sequence[Block[Estimate]], systems: dict[str, Look]
) -> tuple[list["Artist"], list[str]]:
    """Only what is drawn is explained."""
    from matplotlib.lines import Line2D

    estimates = [e for block in blocks for e in block.rows]
    handles: list[Artist] = []
    words: list[str] = []
    for name, label in zip(systems, fitted(list(systems)), strict=True):
        look = systems[name]
        handles.append(Line2D([], [], color=look.colour, marker=look.marker, markersize=4.2))
        words.append(label)
    if any(is_number(e.low) for e in estimates) and not systems:
        handles.append(Line2D([], [], color=COLOURS[0], marker="o", markersize=4.2, linewidth=1.6))
        words.append(f"value, {interval_heading(blocks).lower()}")
    if any(is_number(e.null) for e in estimates):
        handles.append(Line2D([], [], color=INK, marker="|", linestyle="", markersize=7))
        words.append("chance")
    if any(is_number(e.ceiling) for e in estimates):
        handles.append(Line2D([], [], **_ceiling_mark()))
        words.append("at most")
    return handles, words


def _ceiling_mark() -> dict[str, Any]:
    return {
        "marker": "<",
        "linestyle": "",
        "markersize": 5,
        "markerfacecolor": "none",
        "markeredgecolor": INK,
        "markeredgewidth": 0.8,
    }


def _row_name(e: Estimate, by: str | None) -> str:
    return e.groups[by] if by else e.system


def _pair_name(c: Comparison, by: str | None) -> str:
    pair = f"{c.a}\n− {c.b}"
    return f"{c.groups[by]}:\n{pair}" if by else pair


def _tallest(labels: Sequence[str]) -> int:
    return max((label.count("\n") + 1 for label in labels), default=1)
