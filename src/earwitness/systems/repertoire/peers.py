"""Simple recommenders to compare with: chance, and the nearest whole histogram."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from earwitness.domain import Answer
from earwitness.errors import InputError
from earwitness.music.singer import Singer
from earwitness.music.song import Songs
from earwitness.systems.repertoire.shelf import Floats, Recommender, shares
from earwitness.systems.repertoire.similarity import SparseShares

DECIMALS = 9
"""Scores closer than this are ties."""


class RandomInRange(Recommender):
    """The songs within the singer's range, in an order that `rng` draws; no scores."""

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        chosen = self.shelf.within(Singer.from_query(query))
        return Answer(tuple(self.shelf.ids[rng.permutation(chosen)].tolist()))


@dataclass(frozen=True, slots=True)
class RandomExpectation:
    """What a random order of `candidates` songs is expected to score with one song to find.

    HR@k = min(k, |C|) / |C|; MRR = (1 + 1/2 + … + 1/|C|) / |C|.
    """

    candidates: int

    def hit_rate(self, cutoff: int) -> float:
        return min(cutoff, self.candidates) / self.candidates

    def reciprocal_rank(self) -> float:
        return float((1 / np.arange(1, self.candidates + 1)).mean())


class _NearestHistogram(Recommender):
    """Ranks the songs within the range by the likeness of their whole histograms."""

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        del rng  # nothing here is random
        singer = Singer.from_query(query)
        if singer.histogram is None:
            raise InputError(
                f"{type(self).__name__} was asked without a histogram; give one, or ask a "
                "recommender that takes favourites and avoids"
            )
        chosen = self.shelf.within(singer)
        likeness = self._likeness(shares(np.array(singer.histogram)))[chosen]
        return self.shelf.rank(chosen, likeness, DECIMALS)[1]

    @abstractmethod
    def _likeness(self, wanted: Floats) -> Floats:
        """How alike each song of the shelf is to the wanted shares."""


class HistogramCosine(_NearestHistogram):
    """The cosine of the two histograms."""

    def __init__(self, songs: Songs) -> None:
        super().__init__(songs)
        self._lengths = np.sqrt((self.shelf.shares**2).sum(axis=1))

    def _likeness(self, wanted: Floats) -> Floats:
        dots = (self.shelf.shares * wanted).sum(axis=1)
        lengths = self._lengths * np.sqrt((wanted**2).sum())
        cosines: Floats = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
        return cosines


class HistogramJS(_NearestHistogram):
    """1 − the Jensen–Shannon divergence (in bits) of the two histograms (Lin 1991)."""

    def __init__(self, songs: Songs) -> None:
        super().__init__(songs)
        self._sparse = SparseShares.of(self.shelf.shares)

    def _likeness(self, wanted: Floats) -> Floats:
        as_written: Floats = self._sparse.jensen_shannon(wanted, (0,))[0]
        return as_written
