"""The mixture that playlists come from."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.data.playlists.planting import Traits
from earwitness.data.playlists.presets import WorldOptions

_NEAR_ERA = 0.2
"""What a song weighs in the cells of the eras before and after its own."""
_SPECIAL_IN_NOISE = 0.02
"""What a special song's popularity weighs where entries are drawn by popularity alone."""


@dataclass(frozen=True)
class Components:
    """p(song | c) = (1 − noise(c)) own(c, song) + noise(c) everywhere(song).

    `own` is a sparse matrix (components × songs) whose rows sum to 1; `everywhere` is popularity,
    with special genres nearly left out; `prior` is π(c).
    """

    prior: NDArray[np.float64]
    noise: NDArray[np.float64]
    own: Any
    everywhere: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.prior)

    def draw(self, rng: np.random.Generator, n: int) -> NDArray[np.int64]:
        return rng.choice(len(self), n, p=self.prior)

    def draw_songs(self, rng: np.random.Generator, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """A song from each chosen component."""
        steps, edges = self._steps, np.cumsum(self.everywhere)
        at = chosen + rng.random(len(chosen))
        # Rounding can lift a draw over its component's last song.
        place = np.minimum(
            np.searchsorted(steps, at, side="right"), self.own.indptr[chosen + 1] - 1
        )
        songs = self.own.indices[place].astype(np.int64)
        noisy = np.flatnonzero(rng.random(len(chosen)) < self.noise[chosen])
        songs[noisy] = np.searchsorted(edges, rng.random(len(noisy)) * edges[-1], side="right")
        return np.asarray(songs)

    def probability(self, songs: NDArray[np.integer]) -> NDArray[np.float64]:
        """p(song | c): a row for each song, a column for each component."""
        own = self._by_song[songs].toarray()
        return np.asarray((1 - self.noise) * own + np.outer(self.everywhere[songs], self.noise))

    def mix(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Σ_c weights(row, c) p(song | c): a row for each row of weights."""
        own = (self._by_song @ (weights * (1 - self.noise)).T).T
        return np.asarray(own + np.outer(weights @ self.noise, self.everywhere))

    @cached_property
    def _steps(self) -> NDArray[np.float64]:
        """The distribution functions of all components in one: c to c + 1 belongs to c."""
        running = np.cumsum(self.own.data)
        before = np.concatenate([[0.0], running])[self.own.indptr[:-1]]
        sizes = np.diff(self.own.indptr)
        return np.asarray(running + np.repeat(np.arange(len(self)) - before, sizes))

    @cached_property
    def _by_song(self) -> Any:
        return self.own.T.tocsr()


def make_components(options: WorldOptions, traits: Traits) -> Components:
    """Cells, moods across genres, and circles, each as likely as its songs are popular."""
    from scipy import sparse

    shares = (options.cells, options.mood_lists, 1 - options.cells - options.mood_lists)
    kinds = (_cells(options, traits), _mood_lists(options, traits), _circles(traits))
    masses = [np.asarray(kind.sum(axis=1)).ravel() for kind in kinds]
    prior = np.concatenate([s * m / m.sum() for s, m in zip(shares, masses, strict=True)])
    weights = sparse.vstack(kinds, format="csr")
    filled = np.flatnonzero(prior > 0)
    weights, prior, mass = weights[filled], prior[filled], np.concatenate(masses)[filled]
    own = sparse.diags(1 / mass) @ weights
    own.sort_indices()
    special = np.asarray(own @ traits.special.astype(float)).ravel() > 0.5
    everywhere = traits.popularity * np.where(traits.special, _SPECIAL_IN_NOISE, 1.0)
    return Components(
        prior / prior.sum(),
        np.where(special, options.special_noise, options.noise),
        own,
        everywhere / everywhere.sum(),
    )


def _cells(options: WorldOptions, traits: Traits) -> Any:
    """One row for each genre, era and mood; a song also stands near its era, and in both moods."""
    from scipy import sparse

    songs = np.arange(options.songs)
    rows, columns, weights = [], [], []
    for step, nearness in ((0, 1.0), (-1, _NEAR_ERA), (1, _NEAR_ERA)):
        era = traits.era + step
        inside = (era >= 0) & (era < options.eras)
        for mood in (traits.mood, traits.second_mood):
            row = (traits.genre * options.eras + era) * options.moods + mood
            weight = nearness * traits.popularity * traits.mood_share[songs, mood]
            rows.append(row[inside])
            columns.append(songs[inside])
            weights.append(weight[inside])
    shape = (options.genres * options.eras * options.moods, options.songs)
    places = (np.concatenate(rows), np.concatenate(columns))
    return sparse.csr_matrix((np.concatenate(weights), places), shape=shape)


def _mood_lists(options: WorldOptions, traits: Traits) -> Any:
    """One row for each era and mood, over all general genres."""
    from scipy import sparse

    songs = np.flatnonzero(~traits.special)
    rows = traits.era[songs] * options.moods + traits.mood[songs]
    shape = (options.eras * options.moods, options.songs)
    return sparse.csr_matrix((traits.popularity[songs], (rows, songs)), shape=shape)


def _circles(traits: Traits) -> Any:
    """One row for each circle of artists."""
    from scipy import sparse

    songs = np.arange(len(traits.circle))
    shape = (int(traits.circle.max()) + 1, len(songs))
    return sparse.csr_matrix((traits.popularity, (traits.circle, songs)), shape=shape)
