"""Where the relevant items stand in many answers at once.

Matching ids is the slow part of every ranking measure. It is done once here, for all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer
from earwitness.errors import DataError
from earwitness.measures import truth as truths_of


@dataclass(frozen=True, slots=True)
class Hits:
    """`found[c, r]`: is the item at rank r + 1 of case c relevant, and named there first?

    `relevant[c]` is how many items are relevant to case c.
    """

    found: NDArray[np.bool_]
    relevant: NDArray[np.int64]

    @classmethod
    def from_answers(
        cls,
        answers: Sequence[Answer],
        truths: Sequence[Mapping[str, Any]],
        depth: int | None = None,
    ) -> "Hits":
        """From item ids as they stand in records, down to rank `depth` (None: all ranks)."""
        longest = max((len(answer.items) for answer in answers), default=0)
        found = np.zeros((len(answers), longest if depth is None else depth), dtype=bool)
        relevant = np.zeros(len(answers), dtype=np.int64)
        for case, (answer, truth) in enumerate(zip(answers, truths, strict=True)):
            wanted = set(truths_of.ids(truth, "relevant"))
            relevant[case] = len(wanted)
            for rank, item in enumerate(answer.items[:depth]):
                if item in wanted:
                    found[case, rank] = True
                    wanted.remove(item)
        return cls(found, relevant)

    @classmethod
    def from_arrays(
        cls, items: NDArray[np.integer], relevant: NDArray[np.integer], starts: NDArray[np.integer]
    ) -> "Hits":
        """From integer ids, 0 or more.

        `items` has one row a case, best first; a short answer is filled up with -1. The ids
        relevant to case c are `relevant[starts[c]:starts[c + 1]]`.
        """
        cases, depth = items.shape
        span = max(int(items.max(initial=0)), int(relevant.max(initial=0))) + 1
        _check_arrays(cases, span, relevant, starts)
        # One number stands for a case and an item, so that one sorted array serves all cases.
        rows = np.arange(cases, dtype=np.int64) * span
        wanted = np.sort(np.repeat(rows, np.diff(starts)) + relevant)
        wanted = wanted[np.diff(wanted, prepend=-1) > 0]
        named = (rows[:, None] + items).ravel()
        slot = np.searchsorted(wanted, named)
        hit = np.flatnonzero((np.append(wanted, -1)[slot] == named) & (items.ravel() >= 0))
        # Of a repeated item the last write stays; written backwards, that is its first place.
        first = np.full(len(wanted), -1, dtype=np.int64)
        first[slot[hit][::-1]] = hit[::-1]
        found = np.zeros(cases * depth, dtype=bool)
        found[first[first >= 0]] = True
        return cls(found.reshape(cases, depth), np.bincount(wanted // span, minlength=cases))


def _check_arrays(
    cases: int, span: int, relevant: NDArray[np.integer], starts: NDArray[np.integer]
) -> None:
    if len(starts) != cases + 1 or starts[0] != 0 or starts[-1] != len(relevant):
        raise DataError(
            f"starts has {len(starts)} entries for {cases} cases and {len(relevant)} relevant ids; "
            "give one start a case and the end: 0, …, the number of ids"
        )
    if relevant.min(initial=0) < 0 or cases * span >= 2**63:
        raise DataError(
            f"ids go from {relevant.min()} to {span - 1}, too far for {cases} cases; "
            "number the items from 0"
        )
