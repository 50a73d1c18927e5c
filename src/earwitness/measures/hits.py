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

EMPTY = -2
"""Fills up rows of relevant ids; answers are filled up with -1, so the two never meet."""
BLOCK = 4096
"""So many rows at a time stay in the processor's cache."""


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
        _check_arrays(cases, relevant, starts)
        counts = np.diff(starts)
        width = int(counts.max(initial=0))
        wanted = np.full((cases, width), EMPTY, dtype=relevant.dtype)
        wanted[np.arange(width) < counts[:, None]] = relevant
        wanted.sort(axis=1)
        distinct = np.diff(wanted, axis=1, prepend=EMPTY) > 0
        found = _matched(items, wanted)
        for row in np.flatnonzero(_repeats(items)):
            first = np.unique(items[row], return_index=True)[1]
            found[row, np.setdiff1d(np.arange(depth), first)] = False
        return cls(found, distinct.sum(axis=1))


def _matched(items: NDArray[np.integer], wanted: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Whether each item is among its row's wanted ids, compared a block of rows at a time."""
    columns, targets = np.ascontiguousarray(items.T), np.ascontiguousarray(wanted.T)
    found = np.zeros(columns.shape, dtype=bool)
    for start in range(0, len(items), BLOCK):
        part = slice(start, start + BLOCK)
        for row in targets[:, part]:
            found[:, part] |= columns[:, part] == row
    return np.ascontiguousarray(found.T)


def _repeats(items: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Which rows name an item twice."""
    ordered = np.sort(items, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    repeats: NDArray[np.bool_] = twice.any(axis=1)
    return repeats


def _check_arrays(cases: int, relevant: NDArray[np.integer], starts: NDArray[np.integer]) -> None:
    if len(starts) != cases + 1 or starts[0] != 0 or starts[-1] != len(relevant):
        raise DataError(
            f"starts has {len(starts)} entries for {cases} cases and {len(relevant)} relevant ids; "
            "give one start a case and the end: 0, …, the number of ids"
        )
    if relevant.min(initial=0) < 0:
        raise DataError(f"a relevant id is {relevant.min()}; number the items from 0")
