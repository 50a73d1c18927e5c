"""What is concluded from scores: estimates of one system, comparisons of two."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval.

    `n` scores went into it and `undefined` did not. `null` is what chance would give and
    `ceiling` the most that these cases allow. `groups` says which part it is about (a slice, a
    split); none means all. `warning` says in words why the interval should not be trusted.
    """

    system: str
    measure: str
    value: float | None
    low: float | None
    high: float | None
    level: float
    n: int
    undefined: int
    method: str
    null: float | None = None
    ceiling: float | None = None
    warning: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """System `a` minus system `b` on the cases that both answered."""

    a: str
    b: str
    measure: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    effect: float | None
    effect_name: str
    test: str
    n: int
    groups: Mapping[str, str] = field(default_factory=dict)
