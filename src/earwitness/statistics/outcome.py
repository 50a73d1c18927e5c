"""What a test says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test's statistic, two-sided p and effect size over `n` cases (or pairs, or subjects).

    `p` is None where the test is undefined: too few cases, or no spread to judge by. `effect` is
    None where its formula divides by zero.
    """

    statistic: float | None
    p: float | None
    n: int
    test: str
    effect: float | None
    effect_name: str
