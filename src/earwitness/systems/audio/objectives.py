"""What an encoder is taught to hold together.

TwoCrops is the source's objective: two crops of one song are alike, all other songs differ. It
teaches whatever tells one recording from another, loudness and equalisation among it. CoOccurring
takes songs that stand in the same training playlists instead, and Factors the vectors of a
collaborative model: both teach what listeners put together.

Sources: van den Oord, Li and Vinyals, Representation learning with contrastive predictive coding,
2018 (InfoNCE); van den Oord, Dieleman and Schrauwen, Deep content-based music recommendation, NIPS
2013 (regression onto factors).
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError


class Draw(NamedTuple):
    """Songs of one step: `anchors`, and a positive for each, or targets to predict."""

    anchors: NDArray[np.integer]
    positives: NDArray[np.integer] | None
    targets: NDArray[np.float32] | None


@dataclass(frozen=True)
class TwoCrops:
    """A song's positive is itself. `songs` are the numbers of the songs to learn from."""

    songs: NDArray[np.integer]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All that it teaches, to tell one from another."""
        return (self.songs,)

    def draw(self, anchors: NDArray[np.integer], rng: np.random.Generator) -> Draw:  # noqa: ARG002  nothing is drawn
        return Draw(anchors, anchors, None)


class CoOccurring:
    """A song's positive is drawn from the songs that it is paired with.

    `pairs[n, 2]` holds numbers of songs, either way round; a pair that stands there k times is
    drawn k times as often. Every song in a pair is an anchor once an epoch.
    """

    def __init__(self, pairs: NDArray[np.integer]) -> None:
        if pairs.ndim != 2 or pairs.shape[1] != 2 or not len(pairs):
            raise DataError(f"pairs have the shape {pairs.shape}; give one row of two songs a pair")
        both = np.concatenate([pairs, pairs[:, ::-1]])
        both = both[np.lexsort((both[:, 1], both[:, 0]))]
        self.songs, self._starts = np.unique(both[:, 0], return_index=True)
        self._counts = np.diff(np.append(self._starts, len(both)))
        self._partners = both[:, 1].copy()

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        return self.songs, self._starts, self._partners

    def draw(self, anchors: NDArray[np.integer], rng: np.random.Generator) -> Draw:
        place = np.searchsorted(self.songs, anchors)
        chosen = self._starts[place] + rng.integers(self._counts[place])
        return Draw(anchors, self._partners[chosen], None)


class Factors:
    """A linear head on the embedding predicts the direction of the song's given vector.

    `vectors[i]` belongs to `songs[i]`.
    """

    def __init__(self, songs: NDArray[np.integer], vectors: NDArray[np.floating]) -> None:
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True) if vectors.ndim == 2 else None
        if lengths is None or len(songs) != len(vectors) or not len(songs):
            raise DataError(
                f"there are {len(songs)} songs and vectors of shape {vectors.shape}; "
                "give one row a song"
            )
        if not (np.isfinite(lengths).all() and lengths.all()):
            raise DataError("a song's vector is zero or not finite; leave such songs out")
        order = np.argsort(songs, kind="stable")
        self.songs = songs[order]
        self._units = (vectors / lengths)[order].astype(np.float32)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        return self.songs, self._units

    @property
    def targets(self) -> int:
        return int(self._units.shape[1])

    def draw(self, anchors: NDArray[np.integer], rng: np.random.Generator) -> Draw:  # noqa: ARG002  nothing is drawn
        return Draw(anchors, None, self._units[np.searchsorted(self.songs, anchors)])


Objective = TwoCrops | CoOccurring | Factors
