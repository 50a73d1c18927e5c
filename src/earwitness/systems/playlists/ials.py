"""Implicit alternating least squares, with the seeds folded in as a playlist of their own.

Minimises  Σ_held (1 − x·y)² + α Σ_all (x·y)² + λ Σ_x (n_x + α N)|x|² + the same for y

over a vector x for each playlist and y for each track, where n_x counts what x holds and N what it
could hold. Sources: Hu, Koren and Volinsky, Collaborative filtering for implicit feedback
datasets, ICDM 2008; Rendle et al., Revisiting the performance of iALS on item recommendation
benchmarks, RecSys 2022 (this form of the loss and of the regularisation).
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from earwitness.catalogue import Playlists, Tracks
from earwitness.domain import generator
from earwitness.errors import StudyError
from earwitness.systems.playlists.cooccurrence import membership
from earwitness.systems.playlists.topk import Codes, Floats
from earwitness.systems.playlists.vectors import VectorRecommender

ENTRIES = 1 << 16
"""So many entries are gathered at a time."""
STEPS = 3
"""So many steps of conjugate gradients in each half of an iteration."""


class ImplicitALS(VectorRecommender):
    """Ranks by x·y, where x is what the seeds alone give a playlist.

    It knows the tracks of the training playlists. `unobserved` is α, `regularisation` λ.
    """

    def __init__(
        self,
        tracks: Tracks,
        playlists: Playlists,
        factors: int = 64,
        iterations: int = 10,
        unobserved: float = 0.01,
        regularisation: float = 0.01,
        seed: int = 42,
    ) -> None:
        from threadpoolctl import threadpool_limits

        if min(factors, iterations) < 1 or min(unobserved, regularisation) <= 0:
            raise StudyError(
                f"iALS was given {factors} factors, {iterations} iterations, unobserved "
                f"{unobserved} and regularisation {regularisation}; all must be above 0"
            )
        held = membership(tracks, playlists)
        known = np.flatnonzero(held.sum(axis=0)).astype(np.int32)
        held = held[:, known]
        self.unobserved = unobserved
        self.regularisation = regularisation
        rng = generator(seed, "ials")
        scale = np.float32(0.1 / np.sqrt(factors))
        y = scale * rng.standard_normal((len(known), factors), dtype=np.float32)
        x = np.zeros((len(playlists), factors), dtype=np.float32)
        holders = held.T.tocsr()
        # One thread: more would sum in another order, and give other last digits.
        with threadpool_limits(1, user_api="blas"):
            for _ in range(iterations):
                x = self._solved(held, y, x)
                y = self._solved(holders, x, y)
            self._gram = y.T @ y
        super().__init__(tracks, known, y)

    def query(self, rows: Codes) -> Floats:
        held = self._index.vectors[rows]
        system = held.T @ held + np.float32(self.unobserved) * self._gram
        system[np.diag_indices_from(system)] += self._weight(np.array([len(rows)]), len(self.known))
        x: Floats = np.linalg.solve(system, held.sum(axis=0))
        return x

    def _solved(self, held: csr_array, vectors: Floats, start: Floats) -> Floats:
        """Better vectors for the rows of `held`, given those of its columns, from where we stand.

        A few steps of conjugate gradients instead of an exact solution: none of the many small
        matrices is made (Takács, Pilászy and Tikk, Applications of the conjugate gradient method
        for implicit feedback collaborative filtering, RecSys 2011).
        """
        out = np.zeros_like(start)
        prior = np.float32(self.unobserved) * (vectors.T @ vectors)
        # Rows of like length go together, filled up with a vector of zeros.
        padded = np.vstack([vectors, np.zeros_like(vectors[:1])])
        for rows, columns in _batches(held):
            lengths = np.diff(held.indptr)[rows]
            chosen = padded[columns]
            weight = self._weight(lengths, len(vectors))

            def times(x: Floats, chosen: Floats = chosen, weight: Floats = weight) -> Floats:
                seen = (chosen.transpose(0, 2, 1) @ (chosen @ x[:, :, None]))[:, :, 0]
                product: Floats = seen + x @ prior + weight[:, None] * x
                return product

            out[rows] = conjugate_gradients(times, chosen.sum(axis=1), start[rows])
        return out

    def _weight(self, held: NDArray[np.integer], others: int) -> Floats:
        """What the squared length of a vector costs that holds so many of so many."""
        return (self.regularisation * (held + self.unobserved * others)).astype(np.float32)


def conjugate_gradients(times: Callable[[Floats], Floats], wanted: Floats, x: Floats) -> Floats:
    """STEPS steps from `x` towards the solution of times(x) = wanted, in each row by itself."""
    residual = wanted - times(x)
    direction = residual
    size = _squares(residual)
    for _ in range(STEPS):
        ahead = times(direction)
        stride = _ratio(size, np.einsum("ij,ij->i", direction, ahead))
        x = x + stride * direction
        residual = residual - stride * ahead
        before, size = size, _squares(residual)
        direction = residual + _ratio(size, before) * direction
    return x


def _squares(rows: Floats) -> Floats:
    squares: Floats = np.einsum("ij,ij->i", rows, rows)
    return squares


def _ratio(a: Floats, b: Floats) -> Floats:
    """The column a / b; 0 where b is, as nothing is left to do there."""
    return np.divide(a, b, out=np.zeros_like(a), where=b > 0)[:, None]


def _batches(held: csr_array) -> Iterator[tuple[NDArray[np.intp], NDArray[np.integer]]]:
    """Rows, the longest first, and their columns, filled up with the number of columns."""
    lengths = np.diff(held.indptr)
    order = np.argsort(-lengths, kind="stable")
    order = order[lengths[order] > 0]
    start = 0
    while start < len(order):
        within = np.arange(lengths[order[start]])
        rows = order[start : start + max(1, ENTRIES // len(within))]
        there = within < lengths[rows, None]
        places = np.where(there, held.indptr[rows, None] + within, 0)
        yield rows, np.where(there, held.indices[places], held.shape[1])
        start += len(rows)
