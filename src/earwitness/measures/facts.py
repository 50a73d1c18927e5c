"""What list measures must know of items, and many answers as rows of item codes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer
from earwitness.errors import DataError

UNKNOWN = -1
"""The code of an item, an artist or a genre that is not known."""
EMPTY = -2
"""Fills the places of a row that hold no item."""

Codes = NDArray[np.signedinteger]


@dataclass(frozen=True, eq=False)
class ItemFacts:
    """A column a fact; an item's place in the columns is its code, by its id in `code`.

    `artist` and `genre` are codes or UNKNOWN. An item without an artist adds no artist to a list;
    to count all such items as one artist more, give them a code of their own. `plays` says in how
    many of the `playlists` training playlists an item stands. `vectors` has one row an item, in
    any unit; a row with nan, or of zeros alone, is no vector.
    """

    code: Mapping[str, int]
    artist: Codes
    genre: Codes
    plays: NDArray[np.integer]
    playlists: int
    vectors: NDArray[np.floating] | None = None

    def __post_init__(self) -> None:
        for name in ("artist", "genre", "plays", "vectors"):
            column = getattr(self, name)
            if column is not None and len(column) != len(self.code):
                raise DataError(
                    f"there are {len(self.code)} items but {len(column)} rows in {name}; "
                    "give one row an item"
                )

    def of(self, column: Codes, items: Codes) -> Codes:
        """The column's code of each item; UNKNOWN for places without an item that is known."""
        if not len(column):
            return np.full(items.shape, UNKNOWN)
        return np.where(items >= 0, column[items], UNKNOWN)


@dataclass(frozen=True, slots=True)
class Lists:
    """`items[c, r]` is the code of the item at rank r + 1 of case c.

    It is UNKNOWN for an item of which nothing is known, and EMPTY where the answer has ended or
    names an item again.
    """

    items: Codes
    truths: Sequence[Mapping[str, Any]]
    given_facts: ItemFacts | None

    @classmethod
    def from_answers(
        cls, answers: Sequence[Answer], truths: Sequence[Mapping[str, Any]], depth: int
    ) -> "Lists":
        """From item ids as they stand in records, down to rank `depth`.

        All truths must hold the same object as `truth["facts"]`, or none.
        """
        given = {id(truth.get("facts")): truth.get("facts") for truth in truths}
        if len(given) > 1:
            raise DataError(
                f'the cases\' truths hold {len(given)} different "facts"; give all of them one'
            )
        facts: ItemFacts | None = next(iter(given.values()), None)
        code = {} if facts is None else facts.code
        items = np.full((len(answers), depth), EMPTY)
        for row, answer in zip(items, answers, strict=True):
            named = answer.items[:depth]
            row[: len(named)] = [code.get(item, UNKNOWN) for item in named]
            if len(set(named)) < len(named):
                row[[rank for rank, item in enumerate(named) if item in named[:rank]]] = EMPTY
        return cls(items, truths, facts)

    @property
    def facts(self) -> ItemFacts:
        if self.given_facts is None:
            raise DataError('a case\'s truth has no "facts"; give the ItemFacts of the catalogue')
        return self.given_facts

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many distinct items each case has."""
        held: NDArray[np.int64] = (self.items != EMPTY).sum(axis=1)
        return held

    def cut(self, cutoff: int) -> "Lists":
        """The first ranks alone."""
        return Lists(self.items[:, :cutoff], self.truths, self.given_facts)
