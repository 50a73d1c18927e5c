"""A case: one thing asked of a system."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One question.

    A system sees `query` alone. `truth` is for the measures, `groups` (such as the set a song
    belongs to) for clusters and slices. All three hold plain JSON values.
    """

    id: str
    query: Mapping[str, Any]
    truth: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
