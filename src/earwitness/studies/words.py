"""Numbers in sentences."""

from collections import Counter
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
    """36.9%; a share below 1% with one digit more."""
    if value is None:
        return "an undefined share"
    return f"{100 * value:.{2 if 0 < abs(value) < 0.01 else 1}f}%".replace("-", "−")


def percent_interval(estimate: Estimate) -> str:
    """36.9% [33.5%, 40.8%]"""
    if estimate.low is None or estimate.high is None:
        return percent(estimate.value)
    return f"{percent(estimate.value)} [{percent(estimate.low)}, {percent(estimate.high)}]"


def with_interval(estimate: Estimate) -> str:
    """.821 [.747, .895]"""
    if estimate.low is None or estimate.high is None:
        return number(estimate.value)
    return f"{number(estimate.value)} [{number(estimate.low)}, {number(estimate.high)}]"


def cautions(estimates: Sequence[Estimate], most: int = 3) -> list[str]:
    """Why some intervals should not be trusted: the commonest reasons, and how often they hold."""
    counts = Counter(e.warning for e in estimates if e.warning)
    told = [f"{n} of {len(estimates)} intervals: {text}" for text, n in counts.most_common(most)]
    rest = sum(counts.values()) - sum(n for _, n in counts.most_common(most))
    return told + ([f"{rest} more intervals have a warning beside them."] if rest else [])


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
    p = "p < .001" if c.p_adjusted < 0.001 else f"p = {number(c.p_adjusted)}"
    ahead, behind, low, high = c.a, c.b, c.low, c.high
    if c.difference < 0:
        ahead, behind, low, high = c.b, c.a, -c.high, -c.low
    size = f"{number(abs(c.difference))} [{number(low)}, {number(high)}] on {c.measure}, {p}"
    if c.p_adjusted < 0.05:
        return f"{ahead} is ahead of {behind}: the difference is {size}."
    return f"{ahead} and {behind} cannot be told apart: the difference is {size}."
