"""Stages 2 and 3: collaborative filtering, audio and metadata in one score.

Over the Stage 1.5 list of a seed, x' = (x − min) / (max − min), or 0.5 where all are equal:

    score = alpha · stage' + beta · audio' + gamma · year'

audio is the cosine with the seed's audio vector (the mean of several seeds'). year is
exp(−|difference in years| / YEARS); the source's weight of it is 0. A seed without audio keeps its
Stage 1.5 list.
"""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.errors import StudyError
from earwitness.systems.playlists.recommender import Recommender, Seeds
from earwitness.systems.playlists.rerank import Reranked
from earwitness.systems.playlists.topk import NONE, Codes, Floats, Scored, Top
from earwitness.systems.playlists.vectors import Audio, unit

Missing = Literal["zero", "mean", "leave out"]
YEARS = 10.0
"""After so many years the likeness of two years has fallen to 1/e."""


class AudioUse(NamedTuple):
    """Queries × candidates: the score without audio (nan fills up), what audio adds, who has it."""

    rest: Floats
    term: Floats
    known: NDArray[np.bool_]


class Hybrid(Recommender):
    """Stage 1.5 (`base`) and audio.

    `missing` says what stands for the audio' or year' of a track that has none: `zero`, as in the
    source, which puts it behind all that have one; the `mean` over the list's tracks that have
    one; or `leave out`: the terms it has, with their weights made to sum to the same as before.
    """

    def __init__(
        self,
        tracks: Tracks,
        base: Reranked,
        audio: Audio,
        alpha: float = 0.7,
        beta: float = 0.3,
        gamma: float = 0.0,
        missing: Missing = "zero",
    ) -> None:
        if min(alpha, beta, gamma) < 0 or alpha == 0:
            raise StudyError(
                f"the weights are {alpha}, {beta} and {gamma}; use 0 or more, and alpha above 0"
            )
        super().__init__(tracks)
        self.base = base
        self.weights = np.array([alpha, beta, gamma], dtype=np.float32)
        self.missing = missing
        self._years = tracks.year
        self._vectors = unit(audio.vectors)
        self._row = np.full(len(tracks), NONE, dtype=np.int32)
        self._row[audio.codes] = np.arange(len(audio.codes))

    def _top(self, seeds: Seeds, depth: int) -> Top:
        stage, terms, heard = self._terms(seeds)
        scores = np.where(heard[:, None], self._mixed(terms), stage.scores)
        rows, ranks = np.nonzero(stage.codes != NONE)
        scored = Scored(rows, stage.codes[rows, ranks], scores[rows, ranks])
        return self._ranked(scored, seeds, depth)

    def audio_use(self, seeds: Seeds) -> "AudioUse":
        """What audio adds to the score of each candidate, for the queries whose seed has audio."""
        _, terms, heard = self._terms(seeds)
        whole = self._mixed(terms)
        silent = terms.copy()
        silent[1] = 0.0
        rest = np.where(np.isnan(terms[0]), np.nan, self._mixed(silent))
        return AudioUse(rest[heard], (whole - rest)[heard], ~np.isnan(terms[1][heard]))

    def _terms(self, seeds: Seeds) -> tuple[Top, Floats, NDArray[np.bool_]]:
        """The Stage 1.5 lists; stage', audio' and year' of each track; which seeds have audio."""
        stage = self.base.shortlist(seeds, self.base.rules.topn_cf)
        there = stage.codes != NONE
        cosines, years = np.full((2, *stage.codes.shape), np.nan, dtype=np.float32)
        heard = np.zeros(len(seeds), dtype=bool)
        for row, own in enumerate(seeds):
            heard[row] = (self._row[own] != NONE).any()
            if heard[row]:
                cosines[row, there[row]] = self._cosines(own, stage.codes[row, there[row]])
            years[row, there[row]] = self._year_likeness(own, stage.codes[row, there[row]])
        stages = np.where(there, stage.scores, np.float32(np.nan))
        return stage, np.stack([scaled(stages), scaled(cosines), scaled(years)]), heard

    def _cosines(self, seeds: Codes, codes: Codes) -> Floats:
        """The audio cosine of each track with the seeds; nan where a track has no audio."""
        own, theirs = self._row[seeds], self._row[codes]
        asked = unit(self._vectors[own[own != NONE]].mean(axis=0))
        # Row sums, not a matrix product: they do not depend on how many tracks are compared.
        cosines = (self._vectors[theirs] * asked).sum(axis=1)
        return np.where(theirs == NONE, np.float32(np.nan), cosines)

    def _year_likeness(self, seeds: Codes, codes: Codes) -> Floats:
        """exp(−|years apart| / YEARS) from the seeds' mean year; nan where either is not known."""
        years = self._years
        known = years[seeds][years[seeds] > 0]
        if not len(known):
            return np.full(len(codes), np.nan, dtype=np.float32)
        likeness = np.exp(-np.abs(years[codes] - known.mean()) / YEARS)
        return np.where(years[codes] > 0, likeness, np.nan).astype(np.float32)

    def _mixed(self, terms: Floats) -> Floats:
        """The weighted sum of the terms (their number × lists × tracks); nan is a missing one."""
        weights = self.weights[:, None, None]
        known = ~np.isnan(terms)
        values = np.where(known, terms, 0)
        if self.missing == "mean":
            means = values.sum(axis=2, keepdims=True) / np.maximum(known.sum(2, keepdims=True), 1)
            values = np.where(known, values, means)
        mixed: Floats = (values * weights).sum(axis=0)
        if self.missing == "leave out":
            given = (known * weights).sum(axis=0)
            mixed *= np.divide(self.weights.sum(), given, out=np.zeros_like(given), where=given > 0)
        return mixed.astype(np.float32)


def scaled(values: Floats) -> Floats:
    """Each row from 0 (its least) to 1 (its greatest); 0.5 where all are equal; nan stays."""
    known = ~np.isnan(values)
    least = np.where(known, values, np.inf).min(axis=1, keepdims=True, initial=np.inf)
    greatest = np.where(known, values, -np.inf).max(axis=1, keepdims=True, initial=-np.inf)
    span = np.where(greatest > least, greatest - least, np.float32(np.nan))
    out = np.where(np.isnan(span), np.float32(0.5), (values - least) / span)
    return np.where(known, out, np.float32(np.nan)).astype(np.float32)
