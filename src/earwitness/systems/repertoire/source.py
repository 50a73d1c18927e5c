"""The recommender of the source document, as written there.

1. Range filter: a song stays when its lowest note is at or above `low` and its highest at or
   below `high`.
2. Ideal vector over [low, high]: `base` everywhere, +1 for a favourite, −1 for an avoid, nothing
   below 0, divided by its Euclidean length. So a note in both lists has weight `base`, and notes
   outside the range are ignored.
3. Score: p is the song's histogram over [low, high], divided by its sum;
   final_score = cos(p, ideal) − α · Σ p[avoids], rounded to 4 decimals.
4. Rank: by final_score, ties by file name A–Z.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from earwitness.domain import Answer
from earwitness.music.singer import Singer, singer_from_histogram
from earwitness.music.song import PITCHES, Songs
from earwitness.systems.repertoire.shelf import Floats, Indices, Recommender, rounded, shares

DECIMALS = 4
"""The source rounds its scores to so many decimals before sorting."""


@dataclass(frozen=True)
class SourceScores:
    """The parts of the score, one value a song; not yet rounded."""

    cosine_similarity: Floats
    avoid_penalty: Floats
    favorite_overlap: Floats


class SourceRecommender(Recommender):
    """The source's formula. `alpha` = 0 leaves the cosine alone.

    Songs are compared with the ideal vector inside the singer's range only. This shows where no
    song is left out (the singer is not strict, or gives no range): notes outside the range then
    neither help nor harm. Where no range is given, it is that of the notes that are named. A query
    that names no note but brings a histogram is first turned into a profile by the source's rule
    (4 longest pitches, 2 shortest). With `detail` the answer holds the parts of each score.
    """

    def __init__(
        self, songs: Songs, alpha: float = 0.5, base: float = 0.2, *, detail: bool = False
    ) -> None:
        super().__init__(songs)
        self.alpha = alpha
        self.base = base
        self.detail = detail

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        del rng  # nothing here is random
        return self.rank(Singer.from_query(query), detail=self.detail)

    def rank(self, singer: Singer, *, detail: bool) -> Answer:
        """All songs that fit, best first; with `detail` also the parts of each score."""
        chosen = self.shelf.within(singer)
        parts = self.score(singer, chosen)
        final = parts.cosine_similarity - self.alpha * parts.avoid_penalty
        order, answer = self.shelf.rank(chosen, final, DECIMALS)
        if not detail:
            return answer
        rows = {name: rounded(part, DECIMALS)[order] for name, part in vars(parts).items()}
        return replace(answer, detail={name: row.tolist() for name, row in rows.items()})

    def score(self, singer: Singer, chosen: Indices) -> SourceScores:
        """The parts of the score of the chosen songs."""
        profile = profile_of(singer)
        low, high = span(profile)
        inside = shares(self.shelf.shares[chosen, low : high + 1])
        ideal = ideal_vector(profile, self.base)[low : high + 1]
        # Row sums, not a matrix product: they do not depend on how many songs are scored.
        dots = (inside * ideal).sum(axis=1)
        lengths = np.sqrt((inside**2).sum(axis=1)) * np.sqrt((ideal**2).sum())
        cosines = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
        avoids, favourites = (
            inside[:, [note - low for note in notes if low <= note <= high]].sum(axis=1)
            for notes in (profile.avoids, profile.favourites)
        )
        return SourceScores(cosines, avoids, favourites)


def span(singer: Singer) -> tuple[int, int]:
    """The range of the ideal vector: the singer's; where none is given, that of the notes."""
    notes = (*singer.favourites, *singer.avoids) or (0, PITCHES - 1)
    return (
        min(notes) if singer.low is None else singer.low,
        max(notes) if singer.high is None else singer.high,
    )


def ideal_vector(singer: Singer, base: float = 0.2) -> Floats:
    """The ideal vector over all 128 pitches, of length 1; zeros where nothing is wanted."""
    low, high = span(singer)
    weights = np.zeros(PITCHES)
    weights[low : high + 1] = base
    for notes, step in ((singer.favourites, 1.0), (singer.avoids, -1.0)):
        for note in notes:
            if low <= note <= high:
                weights[note] += step
    weights = np.maximum(weights, 0.0)
    length = np.sqrt((weights**2).sum())
    return weights / length if length else weights


def profile_of(singer: Singer) -> Singer:
    """The singer; or, where only a histogram is given, the profile that the source draws of it."""
    if singer.histogram is None or singer.favourites or singer.avoids:
        return singer
    profile = singer_from_histogram(np.array(singer.histogram))
    return profile if singer.low is None else replace(profile, low=singer.low, high=singer.high)
