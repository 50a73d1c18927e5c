"""Tracks that stand in the same playlists.

Sources: Deshpande and Karypis, Item-based top-N recommendation algorithms, TOIS 22(1), 2004 (counts
divided by a power of the frequency); Zhai and Lafferty, A study of smoothing methods for language
models, TOIS 22(2), 2004 (counts shrunk to what the whole collection would give).
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from earwitness.catalogue import Playlists, Tracks
from earwitness.systems.playlists.recommender import Recommender, Seeds, joined, spare
from earwitness.systems.playlists.topk import Top, best_entries


class CoOccurrence(Recommender):
    """score(i → j) = (c + shrinkage · f_j / F) / f_j^exponent, summed over the seeds i.

    c is the number of training playlists that hold both i and j, f_j of those that hold j, F the
    sum of all f. Shrinkage is in playlists: what that many, drawn by popularity alone, would add to
    c; so of two tracks that meet the seed once, the more popular comes first. With exponent 0 all
    of j's popularity is kept, with 1 none. Tracks that never meet a seed are not named. Only who
    holds what is stored: counts are made for the seeds that are asked for.
    """

    def __init__(
        self, tracks: Tracks, playlists: Playlists, exponent: float = 0.0, shrinkage: float = 100.0
    ) -> None:
        super().__init__(tracks)
        self._lists = membership(tracks, playlists)
        self._holders = self._lists.T.tocsr()
        plays = np.diff(self._holders.indptr).astype(np.float32)
        self._expected = np.float32(shrinkage / plays.sum()) * plays
        self._divisor = np.maximum(plays, 1) ** np.float32(exponent)

    def _top(self, seeds: Seeds, depth: int) -> Top:
        counts = self._holders[joined(seeds)] @ self._lists
        counts.data = (counts.data + self._expected[counts.indices]) / self._divisor[counts.indices]
        found = best_entries(summed(counts, seeds), depth + spare(seeds))
        return self._ranked(found, seeds, depth)


def membership(tracks: Tracks, playlists: Playlists) -> csr_array:
    """Playlists × tracks: 1 where the playlist holds the track, however often."""
    rows = np.repeat(np.arange(len(playlists)), playlists.lengths)
    return holding(rows, playlists.tracks, (len(playlists), len(tracks)))


def holding(
    rows: NDArray[np.integer], columns: NDArray[np.integer], shape: tuple[int, int]
) -> csr_array:
    """A matrix with 1 at these places, however often each is named."""
    places = (rows.astype(np.int32), columns.astype(np.int32))
    held = csr_array((np.ones(len(rows), dtype=np.float32), places), shape=shape)
    held.sum_duplicates()
    held.data[:] = 1
    return held


def summed(rows: csr_array, seeds: Seeds) -> csr_array:
    """One row a seed -> one row a query: their sum."""
    ends = np.cumsum([0, *map(len, seeds)])
    if len(ends) == ends[-1] + 1 and (np.diff(ends) == 1).all():
        return rows
    ones = np.ones(rows.shape[0], dtype=rows.dtype)
    return csr_array((ones, np.arange(ends[-1]), ends), shape=(len(seeds), ends[-1])) @ rows
