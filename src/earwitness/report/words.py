"""Numbers as words: how values, intervals, p values and directions are written."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from earwitness.domain import Direction, Severity

UNDEFINED = "undefined"
NO_INTERVAL = "no interval"
NOT_GIVEN = "–"
DIRECTIONS: dict[Direction, str] = {
    "higher": "higher is better",
    "lower": "lower is better",
    "neither": "neither direction is better",
}
SEVERITIES: dict[Severity, str] = {"serious": "Serious", "warning": "Warning", "info": "Note"}


@dataclass(frozen=True, slots=True)
class Scale:
    """How the numbers of one measure are written, so that they line up in a column."""

    decimals: int
    leading_zero: bool

    def __call__(self, value: float | None, absent: str = UNDEFINED) -> str:
        """`.821` or `3.40`, with a true minus sign; `absent` where there is no number."""
        if not is_number(value):
            return absent
        text = f"{abs(value):.{self.decimals}f}"
        if not self.leading_zero and text.startswith("0."):
            text = text[1:]
        negative = value < 0 and any(digit in text for digit in "123456789")
        return f"−{text}" if negative else text

    def interval(self, low: float | None, high: float | None) -> str:
        if not (is_number(low) and is_number(high)):
            return NO_INTERVAL
        return f"[{self(low)}, {self(high)}]"


def is_number(value: float | None) -> TypeGuard[float]:
    """Whether there is something to write: not absent, not nan, not infinite."""
    return value is not None and math.isfinite(value)


def scale_for(
    values: Iterable[float | None], low: float | None = None, high: float | None = None
) -> Scale:
    """Three decimals and no leading zero within −1 and 1; otherwise three significant digits.

    `low` and `high` bound the measure. The largest of the values decides for all, so that one
    column has one number of decimals; where all are whole numbers, that is none.
    """
    bounded = low is not None and high is not None and low >= -1 and high <= 1
    known = [abs(value) for value in values if is_number(value)]
    largest = max(known, default=0.0)
    if bounded and (largest >= 0.01 or largest == 0.0):
        return Scale(decimals=3, leading_zero=False)
    if all(value.is_integer() for value in map(float, known)):
        return Scale(decimals=0, leading_zero=True)
    decimals = min(max(2 - math.floor(math.log10(largest)), 0), 9)
    return Scale(decimals=decimals, leading_zero=not bounded)


def scale_of(values: Iterable[float | None]) -> Scale:
    """The same for numbers of no measure: their own extremes bound them."""
    known = [value for value in values if is_number(value)]
    if all(value.is_integer() for value in map(float, known)):
        return Scale(decimals=0, leading_zero=True)
    return scale_for(known, min(known), max(known))


def p_text(p: float | None) -> str:
    """`.034`, or `< .001` below a thousandth."""
    if p is not None and p < 0.001:
        return "< .001"
    return Scale(decimals=3, leading_zero=False)(p, NOT_GIVEN)


def number_text(value: float) -> str:
    """A number by itself: whole numbers whole, others with four significant digits."""
    if not math.isfinite(value):
        return UNDEFINED
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.4g}".replace("-", "−")


def heading(key: str) -> str:
    """A key such as `voice_type` as a column heading."""
    return key.replace("_", " ").strip().capitalize()


def sentence(text: str) -> str:
    """The text with a stop at its end, where it has none."""
    return text if text.rstrip().endswith((".", "?", "!", "…")) else f"{text.rstrip()}."


def counted(n: int, singular: str, plural: str | None = None) -> str:
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"


def percent(level: float) -> str:
    """`95 %`, with a space that does not break."""
    return f"{100 * level:.4g}\u00a0%"
