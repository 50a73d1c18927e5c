"""Figures: as files for a paper, and as SVG inside the page, in the page's own colours."""

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from earwitness.domain import Figure as Spec
from earwitness.domain import Results
from earwitness.report.figures.inline import themed
from earwitness.report.figures.lines import draw_histogram, draw_series
from earwitness.report.figures.matrix import draw_matrix
from earwitness.report.figures.panels import draw_comparisons, draw_estimates
from earwitness.report.figures.style import COLUMN, PAGE, house_style
from earwitness.report.selection import chosen_matrix, comparison_blocks, estimate_blocks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAW: dict[str, Callable[[Spec, Results, float], "Figure"]] = {
    "estimates": draw_estimates,
    "comparisons": draw_comparisons,
    "series": draw_series,
    "histogram": draw_histogram,
    "matrix": draw_matrix,
}
FILES = ("svg", "pdf", "png")


def natural_width(spec: Spec, results: Results) -> float:
    """One column of a paper where that is enough, otherwise both."""
    if spec.kind == "matrix":
        matrix = chosen_matrix(results, spec.names)
        return PAGE if matrix is not None and len(matrix.columns) > 5 else COLUMN
    if spec.kind == "estimates":
        panels = len(estimate_blocks(results, spec.names, spec.by, spec.where))
    elif spec.kind == "comparisons":
        panels = len(comparison_blocks(results, spec.names, spec.by, spec.where))
    else:
        panels = 1
    return PAGE if panels > 1 else COLUMN


def figure_files(spec: Spec, results: Results) -> dict[str, bytes]:
    """The figure as SVG, PDF and PNG (300 dpi); the same bytes for the same results."""
    with house_style():
        figure = DRAW[spec.kind](spec, results, natural_width(spec, results))
        return {suffix: _saved(figure, suffix) for suffix in FILES}


def inline_figures(spec: Spec, results: Results, prefix: str) -> dict[str, str]:
    """SVG elements for the page: `wide`, and `narrow` for phones where a wide one would not fit.

    `prefix` keeps the ids apart from those of other figures on the page.
    """
    width = natural_width(spec, results)
    widths = {"wide": width}
    if width == PAGE and spec.kind != "matrix":
        widths["narrow"] = COLUMN
    with house_style():
        return {
            name: themed(_svg(spec, results, inches), f"{prefix}-{name}")
            for name, inches in widths.items()
        }


def _svg(spec: Spec, results: Results, width: float) -> str:
    figure = DRAW[spec.kind](spec, results, width)
    return _saved(figure, "svg", transparent=True).decode()


def _saved(figure: "Figure", suffix: str, *, transparent: bool = False) -> bytes:
    # Without dates and versions the same results give the same bytes.
    metadata = {
        "svg": {"Date": None, "Creator": None},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
        "png": {"Software": None},
    }[suffix]
    out = io.BytesIO()
    figure.savefig(out, format=suffix, metadata=metadata, transparent=transparent)
    content = out.getvalue()
    if suffix == "svg":
        # Verdana has nearly the widths of the font that was measured.
        content = content.replace(b"'DejaVu Sans'", b"'DejaVu Sans', Verdana, Arial, sans-serif")
    return content
