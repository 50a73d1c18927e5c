"""Scores: what measures say of the records of one task."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Scores:
    """`values[m, s, c]` is what measure m says of system s on case c; nan is undefined, not zero.

    `groups` maps a group's name (such as the set a song belongs to) to one label a case.
    """

    task: str
    measures: tuple[str, ...]
    systems: tuple[str, ...]
    cases: tuple[str, ...]
    values: NDArray[np.float64]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, measure: str, system: str) -> NDArray[np.float64]:
        """One value a case, in the order of `cases`."""
        row: NDArray[np.float64] = self.values[
            self.measures.index(measure), self.systems.index(system)
        ]
        return row
