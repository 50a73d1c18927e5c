"""What is known of each candidate for a seed, as a few plain numbers."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.systems.playlists.recommender import Recommender, Seeds, first_seeds
from earwitness.systems.playlists.topk import NONE, Codes, Floats
from earwitness.systems.playlists.vectors import Audio, unit

YEARS = 10.0
"""After so many years between two issues their nearness has fallen to 1/e."""


class Candidates(NamedTuple):
    """`features[i]` tell what speaks for track `codes[i]` as an answer to query `rows[i]`."""

    rows: NDArray[np.int64]
    codes: NDArray[np.int64]
    features: NDArray[np.float64]


class Evidence:
    """The candidates of several lists, and what speaks for each.

    Their features: for each list log((depth + 1) / rank), 0 where it does not name the track; log(1
    + plays), and whether there are any; whether artist and genre are those of the first seed;
    exp(−|years between their issues| / YEARS); the audio cosine with the seeds' mean, and whether
    there is one; a constant. What is not known is 0.
    """

    def __init__(
        self,
        tracks: Tracks,
        plays: Floats,
        lists: Sequence[Recommender],
        audio: Audio | None,
        depth: int,
    ) -> None:
        self.tracks = tracks
        self.plays = plays
        self.lists = lists
        self.depth = depth
        self._heard = np.full(len(tracks), NONE, dtype=np.int32)
        self._vectors = np.zeros((1, 1), dtype=np.float32)
        if audio is not None:
            self._heard[audio.codes] = np.arange(len(audio.codes))
            self._vectors = unit(audio.vectors)

    def of(self, seeds: Seeds) -> Candidates:
        """The candidates of a few queries, by query and code."""
        width = len(self.tracks)
        named, ranks = [], []
        for one in self.lists:
            top = one.top(seeds, self.depth).codes
            row, rank = np.nonzero(top != NONE)
            named.append(row * width + top[row, rank])
            ranks.append(rank + 1)
        keys = np.unique(np.concatenate(named))
        votes = np.zeros((len(self.lists), len(keys)))
        for vote, key, rank in zip(votes, named, ranks, strict=True):
            vote[np.searchsorted(keys, key)] = np.log((self.depth + 1) / rank)
        rows, codes = np.divmod(keys, width)
        about = (*self._metadata(first_seeds(seeds)[rows], codes), *self._sound(seeds, rows, codes))
        return Candidates(rows, codes, np.column_stack([*votes, *about, np.ones(len(keys))]))

    def _metadata(
        self, first: NDArray[np.int64], codes: NDArray[np.int64]
    ) -> list[NDArray[np.float64]]:
        tracks, plays = self.tracks, self.plays[codes].astype(np.float64)
        alike = [
            (column[codes] == column[first]) & (column[codes] != UNKNOWN) & (first != NONE)
            for column in (tracks.artist, tracks.genre)
        ]
        years, own = tracks.year[codes], np.where(first == NONE, 0, tracks.year[first])
        near = np.where((years > 0) & (own > 0), np.exp(-np.abs(years - own) / YEARS), 0.0)
        return [np.log1p(plays), (plays > 0).astype(float), *(a.astype(float) for a in alike), near]

    def _sound(
        self, seeds: Seeds, rows: NDArray[np.int64], codes: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The audio cosine with the seeds' mean, and whether there is one."""
        asked = np.zeros((len(seeds), self._vectors.shape[1]), dtype=np.float32)
        heard = np.zeros(len(seeds), dtype=bool)
        for row, own in enumerate(seeds):
            known: Codes = self._heard[own][self._heard[own] != NONE]
            heard[row] = len(known) > 0
            if heard[row]:
                asked[row] = unit(self._vectors[known].mean(axis=0))
        places = self._heard[codes]
        there = heard[rows] & (places != NONE)
        cosines = np.zeros(len(codes))
        cosines[there] = np.einsum("ij,ij->i", self._vectors[places[there]], asked[rows[there]])
        return cosines, there.astype(float)
