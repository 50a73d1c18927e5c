"""How every figure looks: sizes, colours, marks. Widths are those of a paper's columns."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter
    from matplotlib.typing import LineStyleType

COLUMN = 3.5  # inches: one column of a two-column paper
PAGE = 7.0  # inches: both columns
TEXT = 8.0  # points
LINE_HEIGHT = 0.155  # inches a line of text at that size
CHARACTER = 0.068  # inches a character, on the wide side

INK = "#000000"
FAINT = "#d9d9d9"
# Told apart by readers with any colour vision, and 3:1 or better against white.
COLOURS = ("#0072b2", "#c75100", "#008a64", "#a8488f", "#8a6d00", "#5a6470")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: "tuple[LineStyleType, ...]" = ("-", "--", "-.", ":")

_SETTINGS: Any = {  # the stubs admit no other type for a mapping of settings
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT,
    "axes.titlesize": TEXT,
    "axes.labelsize": TEXT,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "legend.fontsize": TEXT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "legend.frameon": False,
    "legend.borderpad": 0.1,
    "legend.handletextpad": 0.5,
    "legend.columnspacing": 1.2,
    "figure.constrained_layout.h_pad": 0.05,
    "figure.constrained_layout.w_pad": 0.03,
    "savefig.dpi": 300,
    "text.parse_math": False,  # a name with two $ is a name
    "svg.fonttype": "none",  # text stays text: found, read aloud, set in the reader's font
    "svg.hashsalt": "earwitness",  # the same figure has the same bytes
    "pdf.fonttype": 42,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Our settings and none of the user's, so that a figure is the same everywhere."""
    import warnings

    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # A name may hold a character that the font lacks; the SVG still shows it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


@dataclass(frozen=True, slots=True)
class Look:
    """The colour, marker and dashes of one line or system among several."""

    colour: str
    marker: str
    dashes: "LineStyleType"

    @classmethod
    def number(cls, i: int) -> "Look":
        return cls(
            COLOURS[i % len(COLOURS)],
            MARKERS[i % len(MARKERS)],
            DASHES[(i // len(COLOURS)) % len(DASHES)],
        )


def legend_columns(labels: Sequence[str], width: float) -> int:
    """How many entries stand side by side in `width` inches: all of them, if they fit."""
    widths = [max(len(line) for line in label.split("\n")) * CHARACTER + 0.5 for label in labels]
    if sum(widths) <= width:
        return len(labels)
    return max(1, min(len(labels) - 1, int(width / max(widths))))


def legend_height(labels: Sequence[str], width: float) -> float:
    """Inches that a legend under the figure takes."""
    if not labels:
        return 0.0
    columns = legend_columns(labels, width)
    tallest = max(label.count("\n") + 1 for label in labels)
    return -(-len(labels) // columns) * (tallest * LINE_HEIGHT + 0.03) + 0.1


def legend_below(
    figure: "Figure", handles: Sequence["Artist"], labels: Sequence[str], width: float
) -> None:
    if labels:
        figure.legend(
            handles, labels, loc="outside lower center", ncols=legend_columns(labels, width)
        )


def few_ticks(axes: "Axes", n: int) -> None:
    """At most `n` steps on the x axis, written as in the tables."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=n, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(tick_text())


def tick_text() -> "FuncFormatter":
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda value, _: f"{value:.6g}".replace("-", "−"))


def blank(figure: "Figure", words: str) -> None:
    """A figure that says that there is nothing to draw."""
    figure.text(0.5, 0.5, words, ha="center", va="center")
