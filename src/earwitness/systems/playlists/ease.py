"""EASE on the tracks with enough plays, neighbours for the rest.

B = I − P · diag(P)⁻¹ with P = (XᵀX + λI)⁻¹: the linear model that best predicts each track of a
playlist from the others in closed form. Source: Steck, Embarrassingly shallow autoencoders for
sparse data, WWW 2019.
"""

import numpy as np
from scipy.sparse import csr_array

from earwitness.catalogue import Playlists, Tracks
from earwitness.errors import StudyError
from earwitness.systems.playlists.cooccurrence import CoOccurrence, membership, summed
from earwitness.systems.playlists.recommender import Recommender, Seeds, joined, spare
from earwitness.systems.playlists.topk import Codes, Top, best_entries

KEPT = 500
"""So many weights of a track are kept: the greatest."""


class Ease(Recommender):
    """Ranks by the sum over the seeds of their rows of B, as far as these are above 0.

    B is made for the `head`: the tracks with at least `min_plays` plays, and of these the
    `max_tracks` most played, since the inverse takes their number to the third power. A query with
    no seed in the head is answered by `neighbours`.
    """

    def __init__(
        self,
        tracks: Tracks,
        playlists: Playlists,
        regularisation: float = 1_000.0,
        min_plays: int = 5,
        max_tracks: int = 8_000,
        neighbours: CoOccurrence | None = None,
    ) -> None:
        if min(regularisation, min_plays, max_tracks) <= 0:
            raise StudyError(
                f"EASE was given regularisation {regularisation}, min_plays {min_plays} and "
                f"max_tracks {max_tracks}; all must be above 0"
            )
        super().__init__(tracks)
        self.neighbours = neighbours or CoOccurrence(tracks, playlists)
        held = membership(tracks, playlists)
        plays = held.sum(axis=0)
        head = np.lexsort((self.tie_order, -plays))[:max_tracks]
        self.head = head[plays[head] >= min_plays].astype(np.int32)
        self._weights = _among(weights(held[:, self.head], regularisation), self.head, len(tracks))

    def _top(self, seeds: Seeds, depth: int) -> Top:
        rows = summed(self._weights[joined(seeds)], seeds)
        top = self._ranked(best_entries(rows, depth + spare(seeds)), seeds, depth)
        tail = [row for row, own in enumerate(seeds) if not np.isin(own, self.head).any()]
        below = self.neighbours.top([seeds[row] for row in tail], depth)
        top.codes[tail], top.scores[tail] = below
        return top


def weights(held: csr_array, regularisation: float) -> csr_array:
    """B of the columns of `held`: the KEPT greatest weights of each row, if above 0."""
    from scipy.linalg.lapack import dpotrf, dpotri
    from threadpoolctl import threadpool_limits

    if not held.shape[1]:
        return csr_array((0, 0), dtype=np.float32)
    gram = (held.T @ held).toarray().astype(np.float64, order="F")
    gram[np.diag_indices_from(gram)] += regularisation
    # One thread: more would sum in another order, and give other last digits.
    with threadpool_limits(1, user_api="blas"):
        factor, _ = dpotrf(gram, lower=1, overwrite_a=1)
        inverse, _ = dpotri(factor, lower=1, overwrite_c=1)
    # Only the lower half is filled.
    inverse = np.tril(inverse) + np.tril(inverse, -1).T
    dense = (-inverse / np.diag(inverse)).astype(np.float32)
    np.fill_diagonal(dense, 0)
    least = np.partition(dense, -min(KEPT, len(dense)), axis=1)[:, -min(KEPT, len(dense))]
    dense[(dense < least[:, None]) | (dense <= 0)] = 0
    return csr_array(dense)


def _among(square: csr_array, codes: Codes, size: int) -> csr_array:
    """The same entries with rows and columns renumbered: those of `codes` among `size`."""
    entries = square.tocoo()
    return csr_array((entries.data, (codes[entries.row], codes[entries.col])), shape=(size, size))
