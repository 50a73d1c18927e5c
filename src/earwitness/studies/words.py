"""Numbers in sentences."""

from collections.abc import Sequence

from earwitness.domain import Comparison, Estimate


def number(value: float | None, digits: int = 3) -> str:
    """.821, −.350, 12.4; an undefined value in words."""
    if value is None:
        return "undefined"
    value = round(value, digits) + 0.0  # no minus before a zero
    text = f"{value:.{digits}f}".replace("-", "−")
    return text.replace("0.", ".", 1) if abs(value) < 1 and text.lstrip("−") != "1.000" else text


def percent(value: float | None) -> str:
    return "an undefined share" if value is None else f"{100 * value:.1f}%"


def with_interval(estimate: Estimate) -> str:
    """.821 [.747, .895]"""
    if estimate.low is None or estimate.high is None:
        return number(estimate.value)
    return f"{number(estimate.value)} [{number(estimate.low)}, {number(estimate.high)}]"


def find(estimates: Sequence[Estimate], system: str, measure: str, **groups: str) -> Estimate:
    """The estimate of exactly these groups."""
    return next(
        e for e in estimates if (e.system, e.measure, dict(e.groups)) == (system, measure, groups)
    )


def compared(comparison: Comparison) -> str:
    """One sentence on a comparison: which is ahead, by how much, and whether that is more than
    chance.
    """
    c = comparison
    if c.difference is None or c.low is None or c.high is None or c.p_adjusted is None:
        return f"{c.a} and {c.b} cannot be compared on {c.measure}."
    size = f"{number(abs(c.difference))} on {c.measure}"
    p = "p < .001" if c.p_adjusted < 0.001 else f"p = {number(c.p_adjusted)}"
    interval = f"[{number(c.low)}, {number(c.high)}]"
    if c.p_adjusted < 0.05 and c.difference > 0:
        return f"{c.a} is ahead of {c.b} by {size} ({interval}, {p})."
    if c.p_adjusted < 0.05:
        interval = f"[{number(-c.high)}, {number(-c.low)}]"
        return f"{c.b} is ahead of {c.a} by {size} ({interval}, {p})."
    return (
        f"{c.a} and {c.b} cannot be told apart on {c.measure} (difference "
        f"{number(c.difference)} {interval}, {p})."
    )
