"""A matrix as a heat map with its numbers in it."""

from typing import TYPE_CHECKING

from earwitness.domain import Figure as Spec
from earwitness.domain import Matrix, Results
from earwitness.report.figures.labels import fitted
from earwitness.report.figures.style import CHARACTER, blank
from earwitness.report.selection import chosen_matrix
from earwitness.report.words import NOT_GIVEN, is_number, scale_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour = tuple[float, float, float, float]
NO_NUMBER: Colour = (0.93, 0.93, 0.93, 1.0)
CELL_TEXT = ("#111111", "#fefefe")  # not the ink: it stays as it is on a dark page


def draw_matrix(spec: Spec, results: Results, width: float) -> "Figure":
    """Darker is more; where both signs occur, two colours part at 0."""
    from matplotlib.figure import Figure

    matrix = chosen_matrix(results, spec.names)
    if matrix is None or not matrix.rows or not matrix.columns:
        figure = Figure(figsize=(width, 0.8), layout="constrained")
        blank(figure, "There is nothing to show here.")
        return figure
    rows, columns = fitted(matrix.rows), fitted(matrix.columns, lines=1)
    tilted = max(map(len, columns)) * CHARACTER > (width - 1.7) / len(columns)
    head = max(map(len, columns)) * CHARACTER if tilted else 0.2
    tallest = max(label.count("\n") + 1 for label in rows)
    height = head + len(rows) * (0.14 * tallest + 0.12) + (0.4 if spec.x_label else 0.2)
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    _fill(axes, matrix, size=8.0 if len(columns) <= 6 else 7.0)
    axes.set_xticks([i + 0.5 for i in range(len(columns))], columns, rotation=90 if tilted else 0)
    axes.set_yticks([i + 0.5 for i in range(len(rows))], rows)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlabel(spec.x_label)
    axes.set_ylabel(spec.y_label)
    axes.xaxis.set_label_position("bottom")
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _fill(axes: "Axes", matrix: Matrix, size: float) -> None:
    from matplotlib.patches import Rectangle

    scale = scale_of(number for row in matrix.values for number in row)
    for i, row in enumerate(_colours(matrix)):
        for j, colour in enumerate(row):
            axes.add_patch(Rectangle((j, i), 1, 1, facecolor=colour, edgecolor="#fefefe"))
            axes.text(
                j + 0.5,
                i + 0.5,
                scale(matrix.values[i][j], NOT_GIVEN),
                ha="center",
                va="center",
                fontsize=size,
                color=CELL_TEXT[0 if _luminance(colour) > 0.179 else 1],
            )
    axes.set_xlim(0, len(matrix.columns))
    axes.set_ylim(len(matrix.rows), 0)


def _colours(matrix: Matrix) -> list[list[Colour]]:
    """A colour for each cell; grey where there is no number."""
    from matplotlib import colormaps

    numbers = [number for row in matrix.values for number in row if is_number(number)]
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    both = low < 0 < high
    if both:
        low, high = -max(-low, high), max(-low, high)
    colours = colormaps["PuOr_r" if both else "Blues"]
    step = 0.8 / ((high - low) or 1.0)
    # The ends of the colour maps are too dark or too pale to tell apart.
    return [
        [colours(0.1 + step * (n - low)) if is_number(n) else NO_NUMBER for n in row]
        for row in matrix.values
    ]


def _luminance(colour: Colour) -> float:
    """Relative luminance after WCAG 2.2; above .179 black is the more legible, below it white."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
