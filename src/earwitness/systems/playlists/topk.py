"""The best of many, exactly, and the same whatever else is asked for in the same call.

A matrix product gives slightly different last digits when its shape changes. So it only finds the
candidates (everything that could be among the best, given its rounding error); their scores are
then computed again by a sum whose order is fixed. Ties break by id.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Floats = NDArray[np.float32]
Codes = NDArray[np.int32]

QUERIES = 256
"""So many queries are answered at a time …"""
ITEMS = 4096
"""… from so many items: their products fit into the processor's cache."""
FIRST = 512
"""So many items make the first block."""
NONE = -1
"""Fills up the lists of those who got fewer items than asked for."""


class Top(NamedTuple):
    """`codes[q, r]` is the track at rank r + 1 for query q, or NONE, and `scores[q, r]` its score.

    Lists end with their first NONE; the scores there are 0.
    """

    codes: Codes
    scores: Floats

    @property
    def lengths(self) -> NDArray[np.intp]:
        counts: NDArray[np.intp] = np.count_nonzero(self.codes != NONE, axis=1)
        return counts


class Scored(NamedTuple):
    """Candidates in no order: `scores[i]` is what `items[i]` gets as an answer to `rows[i]`."""

    rows: NDArray[np.intp]
    items: NDArray[np.integer]
    scores: Floats

    def keep(self, which: NDArray[np.bool_]) -> "Scored":
        return Scored(self.rows[which], self.items[which], self.scores[which])


def ranked(scored: Scored, queries: int, depth: int, tie_order: NDArray[np.integer]) -> Top:
    """The `depth` best of each query; of two with one score, the one first in `tie_order`."""
    order = np.lexsort((tie_order[scored.items], -scored.scores, scored.rows))
    rows, items, scores = (column[order] for column in scored)
    ranks = np.arange(len(rows)) - np.searchsorted(rows, np.arange(queries))[rows]
    kept = ranks < depth
    top = Top(
        np.full((queries, depth), NONE, dtype=np.int32),
        np.zeros((queries, depth), dtype=np.float32),
    )
    place = rows[kept], ranks[kept]
    top.codes[place] = items[kept]
    top.scores[place] = scores[kept]
    return top


class Index:
    """Vectors, searched for the greatest inner products with a query."""

    def __init__(self, vectors: Floats) -> None:
        self.vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        # Twice the greatest rounding error of an inner product with a vector of length 1.
        longest = np.sqrt(_dots(self.vectors, self.vectors).max(initial=0.0))
        self._slack = 2 * np.finfo(np.float32).eps * vectors.shape[1] * longest

    def best(self, queries: Floats, depth: int) -> Scored:
        """For each query at least the `depth` best items: a pass over blocks of them.

        What reaches the threshold of the items seen before is kept. The threshold is raised
        whenever the items seen have doubled, so that about as many pass it each time.
        """
        margins = (self._slack * np.sqrt(_dots(queries, queries))).astype(np.float32)
        threshold = np.full(len(queries), -np.inf, dtype=np.float32)
        found = Scored(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, np.float32))
        pending: list[Scored] = []
        # Made once: new memory for each block would cost as much as filling it.
        room = _Room.of(len(queries))
        start = due = 0
        while start < len(self.vectors):
            # Before there is a threshold everything reaches it: begin with few.
            block = self.vectors[start : start + min(ITEMS, max(start, FIRST))]
            pending.append(_reaching(queries, block, threshold, room, start))
            start += len(block)
            if start >= due or start == len(self.vectors):
                found = Scored(*map(np.concatenate, zip(found, *pending, strict=True)))
                threshold = _kth(found, len(queries), depth) - margins
                found = found.keep(found.scores >= threshold[found.rows])
                pending, due = [], 2 * start
        return found._replace(scores=_dots(queries[found.rows], self.vectors[found.items]))


def best_entries(matrix: csr_array, depth: int) -> Scored:
    """For each row at least the `depth` greatest of its stored entries."""
    kept = np.ones(matrix.nnz, dtype=bool)
    for start, end in zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True):
        if end - start > depth:
            row = matrix.data[start:end]
            kept[start:end] = row >= np.partition(row, -depth)[-depth]
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return Scored(rows, matrix.indices, matrix.data).keep(kept)


class _Room(NamedTuple):
    """Where the products of one block are put, and whether they reach the threshold."""

    products: Floats
    reached: NDArray[np.bool_]

    @classmethod
    def of(cls, queries: int) -> "_Room":
        shape = (queries, ITEMS)
        return cls(np.empty(shape, dtype=np.float32), np.empty(shape, dtype=bool))


def _reaching(queries: Floats, block: Floats, threshold: Floats, room: _Room, start: int) -> Scored:
    """The items of the block whose product with a query is at least its threshold."""
    products, reached = room
    width = len(block)
    np.matmul(queries, block.T, out=products[:, :width])
    np.greater_equal(products[:, :width], threshold[:, None], out=reached[:, :width])
    reached[:, width:] = False
    # Eight comparisons at a time: nearly all eights are empty.
    eights = np.flatnonzero(reached.view(np.uint64))
    flat = (eights[:, None] * 8 + np.arange(8)).ravel()
    flat = flat[reached.ravel()[flat]]
    rows, items = np.divmod(flat, products.shape[1])
    return Scored(rows, items + start, products.ravel()[flat])


def _kth(found: Scored, queries: int, depth: int) -> Floats:
    """The `depth`-th greatest score of each query; −∞ where it has fewer."""
    order = np.argsort(found.rows, kind="stable")
    rows = found.rows[order]
    ranks = np.arange(len(rows)) - np.searchsorted(rows, np.arange(queries))[rows]
    width = max(int(ranks.max(initial=0)) + 1, depth)
    table = np.full((queries, width), -np.inf, dtype=np.float32)
    table[rows, ranks] = found.scores[order]
    kth: Floats = np.partition(table, width - depth, axis=1)[:, width - depth]
    return kth


def _dots(a: Floats, b: Floats) -> Floats:
    """The inner product of each pair of rows, summed in an order that hangs on nothing else."""
    dots: Floats = np.einsum("ij,ij->i", a, b)
    return dots
