"""The recommender of the source document, as written there.

1. Range filter: a song stays when its lowest note is at or above `low` and its highest at or
   below `high`.
2. Ideal vector over [low, high]: `base` everywhere, +1 for a favourite, −1 for an avoid, nothing
   below 0, divided by its Euclidean length. So a note in both lists has weight `base`, and notes
   outside the range are ignored.
3. Score: p is the song's histogram divided by its sum;
   final_score = cos(p, ideal) − α · Σ p[avoids], rounded to 4 decimals.
4. Rank: by final_score, ties by file name A–Z.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from earwitness.domain import Answer
from earwitness.music.singer import Singer, singer_from_histogram
from earwitness.music.song import PITCHES, Songs
from earwitness.systems.repertoire.shelf import Floats, Indices, Shelf

DECIMALS = 4
"""The source rounds its scores to so many decimals before sorting."""


@dataclass(frozen=True)
class SourceScores:
    """The parts of the score, one value a chosen song; unrounded."""

    cosine_similarity: Floats
    avoid_penalty: Floats
    favorite_overlap: Floats


class SourceRecommender:
    """The source's formula. `alpha` = 0 leaves the cosine alone.

    Without `filter_range` every song is a candidate, and the singer's range shapes the ideal
    vector only: what lies outside the range earns nothing. Split-half retrieval needs this.
    A query without a range filters nothing either; its ideal vector spans the notes it names.
    A query that names no note but brings a histogram is first turned into a profile by the
    source's rule (4 longest pitches, 2 shortest). With `detail` the answer holds the parts of
    each score.
    """

    def __init__(
        self,
        songs: Songs,
        alpha: float = 0.5,
        base: float = 0.2,
        *,
        filter_range: bool = True,
        detail: bool = False,
    ) -> None:
        self.shelf = Shelf.of(songs)
        self.alpha = alpha
        self.base = base
        self.filter_range = filter_range
        self.detail = detail
        # Running sums over the pitches: the share of a song inside any range is one subtraction.
        self._below = np.pad(np.cumsum(self.shelf.shares, axis=1), ((0, 0), (1, 0)))
        self._columns = np.ascontiguousarray(self.shelf.shares.T)
        self._lengths = np.sqrt((self.shelf.shares**2).sum(axis=1))

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        del rng  # nothing here is random
        singer = Singer.from_query(query)
        chosen = self.shelf.within(singer) if self.filter_range else self.shelf.everything
        parts = self.score(profile_of(singer), chosen)
        final = parts.cosine_similarity - self.alpha * parts.avoid_penalty
        order, answer = self.shelf.rank(chosen, final, DECIMALS)
        if not self.detail:
            return answer
        detail = {name: _rounded(part[order]) for name, part in vars(parts).items()}
        return replace(answer, detail=detail)

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        return [self.answer(query, rng) for query, rng in zip(queries, rngs, strict=True)]

    def score(self, singer: Singer, chosen: Indices) -> SourceScores:
        """The parts of the score of the chosen songs.

        The ideal vector differs from `base` only at the notes that the singer names. So
        p · ideal = base · (share inside the range) + Σ over those notes (weight − base) · p[note].
        """
        weights = ideal_weights(singer, self.base)
        low, high = span(singer)
        dot = self.base * (self._below[chosen, high + 1] - self._below[chosen, low])
        for note in sorted({*singer.favourites, *singer.avoids}):
            if low <= note <= high:
                dot += (weights[note] - self.base) * self._columns[note, chosen]
        lengths = self._lengths[chosen] * np.sqrt((weights**2).sum())
        cosine = np.divide(dot, lengths, out=np.zeros_like(dot), where=lengths > 0)
        return SourceScores(
            cosine, self._share(singer.avoids, chosen), self._share(singer.favourites, chosen)
        )

    def _share(self, notes: Sequence[int], chosen: Indices) -> Floats:
        total = np.zeros(len(chosen))
        for note in notes:
            total += self._columns[note, chosen]
        return total


def span(singer: Singer) -> tuple[int, int]:
    """The range of the ideal vector: the singer's, or where none is given the named notes'."""
    notes = (*singer.favourites, *singer.avoids) or (0, PITCHES - 1)
    return (
        min(notes) if singer.low is None else singer.low,
        max(notes) if singer.high is None else singer.high,
    )


def ideal_weights(singer: Singer, base: float = 0.2) -> Floats:
    """The ideal vector before it is divided by its length, over all 128 pitches."""
    low, high = span(singer)
    weights = np.zeros(PITCHES)
    weights[low : high + 1] = base
    for notes, step in ((singer.favourites, 1.0), (singer.avoids, -1.0)):
        for note in notes:
            if low <= note <= high:
                weights[note] += step
    return np.maximum(weights, 0.0)


def profile_of(singer: Singer) -> Singer:
    """The singer; or, where only a histogram is given, the profile that the source draws of it."""
    if singer.histogram is None or singer.favourites or singer.avoids:
        return singer
    profile = singer_from_histogram(np.array(singer.histogram))
    return profile if singer.low is None else replace(profile, low=singer.low, high=singer.high)


def _rounded(values: Floats) -> list[float]:
    rounded: list[float] = (np.round(np.round(values, 12), DECIMALS) + 0.0).tolist()
    return rounded
