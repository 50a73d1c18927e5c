import itertools
import subprocess
import sys
from math import isnan
from unittest import mock

import pytest

from earwitness.domain import Figure, Results, Series
from earwitness.report.figures import DRAW, figure_files, inline_figures, natural_width
from earwitness.report.figures.inline import themed
from earwitness.report.figures.labels import fitted
from earwitness.report.figures.style import COLUMN, PAGE, house_style

LONG = [f"a rather long name of a system with its variant number {i}" for i in range(12)]
UNBROKEN = ["x" * 300 + str(i) for i in range(12)]
KINDS = [
    "estimates",
    "estimates by part",
    "comparisons",
    "series",
    "numbers",
    "histogram",
    "matrix",
]


def texts(figure):
    """The words that are drawn, with their boxes; ticks beyond the axes are not drawn."""
    from matplotlib.text import Text

    boxes = {}
    draw = Text.draw

    def noted(self, renderer, *args, **kwargs):
        boxes[self] = self.get_window_extent(renderer).frozen()
        draw(self, renderer, *args, **kwargs)

    with mock.patch.object(Text, "draw", noted):
        figure.canvas.draw()
    return [
        (text.get_text(), box)
        for text, box in boxes.items()
        if text.get_visible() and text.get_text().strip()
    ]


def drawn(results, name, width=None):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    spec = next(figure for figure in results.figures if figure.name == name)
    figure = DRAW[spec.kind](spec, results, width or natural_width(spec, results))
    FigureCanvasAgg(figure)
    return figure


@pytest.mark.parametrize(
    ("kind", "width"),
    # A matrix of many columns is always as wide as the page.
    [*itertools.product(KINDS[:-1], [COLUMN, PAGE]), ("matrix", PAGE)],
)
@pytest.mark.parametrize("names", [LONG, UNBROKEN, ["a", "b"]], ids=["long", "unbroken", "two"])
def test_no_two_labels_overlap_and_none_is_cut_off(crowd, kind, names, width):
    with house_style():
        figure = drawn(crowd(names), kind, width)
        boxes = texts(figure)
    page = figure.bbox
    for text, box in boxes:
        assert box.x0 >= page.x0 - 1, f"{text!r} is cut off"
        assert box.x1 <= page.x1 + 1, f"{text!r} is cut off"
        assert box.y0 >= page.y0 - 1, f"{text!r} is cut off"
        assert box.y1 <= page.y1 + 1, f"{text!r} is cut off"
    for (one, a), (other, b) in itertools.combinations(boxes, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        along = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= 0.5 or along <= 0.5, f"{one!r} overlaps {other!r}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("defined", [True, False])
def test_every_kind_is_drawn_from_one_point_or_from_none(crowd, kind, defined):
    results = crowd(["only"], points=1, defined=defined)
    spec = next(figure for figure in results.figures if figure.name == kind)
    svg = inline_figures(spec, results, "f")["wide"]
    assert svg.startswith("<svg")
    if kind in {"estimates", "comparisons"} and not defined:
        assert "undefined" in svg


@pytest.mark.parametrize("kind", list(DRAW))
def test_a_figure_of_what_is_not_there_says_so(bare, kind):
    spec = Figure("f", kind, "t", "c", ["nothing"])
    assert "nothing to show" in inline_figures(spec, bare, "f")["wide"]


@pytest.mark.parametrize("name", ["pairs", "alpha"])
def test_same_results_same_bytes(sample, name):
    spec = next(figure for figure in sample.figures if figure.name == name)
    assert figure_files(spec, sample) == figure_files(spec, sample)


def test_files_are_of_their_kinds_and_text_stays_text(sample):
    files = figure_files(sample.figures[0], sample)
    assert files["pdf"].startswith(b"%PDF")
    assert files["png"].startswith(b"\x89PNG")
    assert "jensen-shannon" in files["svg"].decode()


def test_null_and_ceiling_are_drawn(sample):
    with house_style():
        figure = drawn(sample, "rates")
    markers = [line.get_marker() for axes in figure.axes for line in axes.lines]
    assert markers.count("|") == markers.count("<") == 6 * 4


def test_undefined_points_are_gaps_and_not_zeros(sample):
    with house_style():
        figure = drawn(sample, "alpha")
    heights = [y for line in figure.axes[0].lines for y in line.get_ydata()]
    assert min(y for y in heights if not isnan(y)) > 0.5
    assert sum(map(isnan, heights)) == 1


def test_a_phone_gets_a_drawing_of_its_own(sample):
    assert set(inline_figures(sample.figures[0], sample, "f")) == {"wide", "narrow"}
    assert set(inline_figures(sample.figures[2], sample, "f")) == {"wide"}


def test_the_inline_drawing_takes_the_colours_of_the_page(sample):
    svg = inline_figures(sample.figures[0], sample, "figure-1")["wide"]
    assert "currentColor" in svg
    assert "var(--c0)" in svg
    assert "#000000" not in svg
    assert "<style" not in svg


def test_only_tags_are_themed():
    svg = '<?xml?><svg id="a" fill="#000000"><text>#000000 1.23456 id="a"</text></svg>'
    assert themed(svg, "f") == (
        '<svg id="f-a" fill="currentColor"><text>#000000 1.23456 id="a"</text></svg>'
    )


def test_a_name_is_never_read_as_a_formula_or_as_markup(crowd):
    names = ["$x_1$ & $\\frac", "<script>alert(1)</script>", "שלום 🎵"]
    results = crowd(names)
    for spec in results.figures:
        svg = inline_figures(spec, results, "f")["wide"]
        assert "<script" not in svg
    assert "<script" not in figure_files(results.figures[0], results)["svg"].decode()


def test_labels_are_short_and_differ():
    labels = fitted([*LONG, *UNBROKEN, "same", "same", "", "  "])
    assert len(set(labels[:-2])) == len(labels) - 2
    assert max(len(line) for label in labels for line in label.split("\n")) <= 22 + len(" (2)")
    assert max(label.count("\n") for label in labels) == 1


def test_a_histogram_s_bins_reach_halfway(bare):
    from dataclasses import replace

    line = Series("h", "s", [1.0, 2.0, 3.0], [4, None, 6])
    spec = Figure("h", "histogram", "t", "", ["h"])
    results: Results = replace(bare, series=[line], figures=[spec])
    with house_style():
        steps = drawn(results, "h").axes[0].patches[0].get_data()
    assert list(steps.edges) == [0.5, 1.5, 2.5, 3.5]
    assert list(steps.values) == [4, 0, 6]


def test_matplotlib_is_not_imported_before_a_figure_is_drawn():
    code = "import sys, earwitness.report; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
