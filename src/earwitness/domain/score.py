"""A score: what a measure says of one record."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Score:
    """A measure's value for one record; None means undefined, which is never zero.

    `case` is None for a measure of a whole set of records, such as coverage.
    """

    system: str
    case: str | None
    measure: str
    value: float | None
    person: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
