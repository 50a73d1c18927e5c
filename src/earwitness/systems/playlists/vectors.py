"""Recommenders that give each track a vector, and rank by inner products."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from earwitness.catalogue import Tracks
from earwitness.errors import DataError
from earwitness.systems.playlists.recommender import Recommender, Seeds, spare
from earwitness.systems.playlists.topk import NONE, Codes, Floats, Index, Top


class VectorRecommender(Recommender):
    """Ranks the tracks in `known`, whose vectors are the rows of `outer`, for a query's vector.

    The tracks that it does not know are no seeds to it, and are never named.
    """

    def __init__(self, tracks: Tracks, known: Codes, outer: Floats) -> None:
        super().__init__(tracks)
        self.known = known
        self._index = Index(outer)
        self._row = np.full(len(tracks), NONE, dtype=np.int32)
        self._row[known] = np.arange(len(known))

    @abstractmethod
    def query(self, rows: Codes) -> Floats:
        """The vector to ask with, from the rows of the known seeds; there is at least one."""

    def _top(self, seeds: Seeds, depth: int) -> Top:
        rows = [self._row[codes] for codes in seeds]
        rows = [known[known != NONE] for known in rows]
        answered = np.flatnonzero([len(known) > 0 for known in rows])
        queries = np.empty((len(answered), self._index.vectors.shape[1]), dtype=np.float32)
        for place, row in enumerate(answered.tolist()):
            queries[place] = self.query(rows[row])
        found = self._index.best(queries, depth + spare(seeds))
        scored = found._replace(rows=answered[found.rows], items=self.known[found.items])
        return self._ranked(scored, seeds, depth)


@dataclass(frozen=True)
class Audio:
    """What an encoder heard: row i of `vectors` describes the track with code `codes[i]`."""

    codes: Codes
    vectors: Floats

    def __post_init__(self) -> None:
        if len(self.codes) != len(self.vectors):
            raise DataError(
                f"there are {len(self.codes)} codes but {len(self.vectors)} audio vectors; give "
                "one vector a track"
            )


class AudioNeighbours(VectorRecommender):
    """Ranks tracks by the cosine of their audio vectors with the seed's (the mean of several)."""

    def __init__(self, tracks: Tracks, audio: Audio) -> None:
        super().__init__(tracks, audio.codes, unit(audio.vectors))

    def query(self, rows: Codes) -> Floats:
        return unit(self._index.vectors[rows].mean(axis=0))


def unit(vectors: Floats) -> Floats:
    """Each vector divided by its Euclidean length; a vector of zeros stays."""
    lengths = np.sqrt(np.square(vectors, dtype=np.float32).sum(axis=-1, keepdims=True))
    out: Floats = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return out
