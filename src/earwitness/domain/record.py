"""A record: what happened when a system met a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system said: items, best first, with their scores if it gives any.

    `detail` holds whatever else is worth keeping, as plain JSON values.
    """

    items: tuple[str, ...] = ()
    scores: tuple[float, ...] | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """One system's answer to one case at one step, or the reason why there is none.

    `person` is None where a machine answered.
    """

    system: str
    case: str
    answer: Answer | None
    failure: str | None = None
    step: int = 0
    person: str | None = None
