"""The recommender for singers: every transposition is scored, and the best one is named.

Asked with a whole histogram ("songs like this one") a song's fit is Ružička's similarity of the
square roots of the two histograms. Asked with wishes (a range, favourites, avoids) it is
1 − the Jensen–Shannon divergence between the song and a target distribution over the range:

    target[p] ∝ ORDER^k                                          p is the k-th favourite, from 0
                0                                                p is an avoid
                BASE · (1 − NEAR + NEAR · exp(−d² / (2·REACH²))) else; d = semitones to the
                                                                 nearest favourite

So the dearest favourite is named first, avoids cost, neighbours of favourites are better than
notes far away, and what lies outside the range costs most. A strict range is never left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer
from earwitness.music.singer import Singer
from earwitness.music.song import PITCHES, Song, Songs
from earwitness.systems.repertoire.filters import Filters
from earwitness.systems.repertoire.shelf import Floats, Recommender, rounded, shares
from earwitness.systems.repertoire.similarity import SparseShares, Table
from earwitness.systems.repertoire.source import span

BASE, ORDER, NEAR, REACH = 0.08, 0.7, 0.5, 4.0
DECIMALS = 9
"""Fits closer than this are ties: the song nearest to its written key, then the file name, wins."""
FURTHEST = 12
"""Semitones: an octave either way reaches every key, and men's voices from treble clefs."""


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A song, moved by `shift` semitones (0 = as written), and how well it fits: 0 to 1."""

    rank: int
    song: Song
    shift: int
    fit: float

    @property
    def low(self) -> int:
        return self.song.low + self.shift

    @property
    def high(self) -> int:
        return self.song.high + self.shift


class Fit(Recommender):
    """Ranks songs by fit: as written, or with `transpose` each in the key that fits best.

    With `transpose` an answer's detail has the key "shift": semitones, one a song. A histogram
    speaks for itself: favourites and avoids beside it are not used.
    """

    def __init__(self, songs: Songs, *, transpose: bool = False) -> None:
        super().__init__(songs)
        # From the written key outwards, so that the first of equals is the nearest key.
        steps = range(1, FURTHEST + 1) if transpose else ()
        self.shifts = (0, *(sign * step for step in steps for sign in (-1, 1)))
        self.transpose = transpose
        self.sparse = SparseShares.of(self.shelf.shares)

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        del rng  # nothing here is random
        chosen, shifts, fits = self._best(self.table(Singer.from_query(query)))
        order, answer = self.shelf.rank(chosen, fits, DECIMALS)
        return (
            replace(answer, detail={"shift": shifts[order].tolist()}) if self.transpose else answer
        )

    def recommend(
        self, singer: Singer, filters: Filters | None = None, top: int | None = None
    ) -> list[Recommendation]:
        """The songs that fit and pass the filters, best first; at most `top`."""
        table = self.table(singer)
        if filters is not None:
            table = np.where(
                filters.keep(self.shelf.songs, self.sparse, self.shifts), table, -np.inf
            )
        chosen, shifts, fits = self._best(table)
        order, _ = self.shelf.rank(chosen, fits, DECIMALS)
        return [
            Recommendation(rank, self.shelf.songs[chosen[i]], int(shifts[i]), float(fits[i]))
            for rank, i in enumerate(order[:top].tolist(), start=1)
        ]

    def table(self, singer: Singer) -> Table:
        """Transpositions × songs: the fit; −∞ where a strict range would be left."""
        if singer.histogram is None:
            fits = self.sparse.jensen_shannon(target(singer), self.shifts)
        else:
            fits = self.sparse.shared_roots(shares(np.array(singer.histogram)), self.shifts)
        moves = np.array(self.shifts)[:, None]
        songs = self.shelf.songs
        lowest = singer.low if singer.strict and singer.low is not None else 0
        highest = singer.high if singer.strict and singer.high is not None else PITCHES - 1
        inside = (songs.lows + moves >= lowest) & (songs.highs + moves <= highest)
        return np.where(inside, rounded(fits, DECIMALS), -np.inf)

    def _best(self, table: Table) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """The songs that fit somehow, the shift that suits each best, and its fit there."""
        rows = table.argmax(axis=0)
        fits = table[rows, np.arange(table.shape[1])]
        chosen = np.flatnonzero(np.isfinite(fits))
        return chosen, np.array(self.shifts)[rows[chosen]], fits[chosen]


def target(singer: Singer) -> Floats:
    """The distribution of time over the pitches that a singer's wishes describe."""
    low, high = span(singer)
    pitches = np.arange(PITCHES)
    favourites = [note for note in dict.fromkeys(singer.favourites) if low <= note <= high]
    weights = np.full(PITCHES, BASE)
    if favourites:
        away = np.abs(pitches[:, None] - np.array(favourites)).min(axis=1)
        weights *= 1 - NEAR + NEAR * np.exp(-(away**2) / (2 * REACH**2))
        weights[favourites] = ORDER ** np.arange(len(favourites))
    weights[(pitches < low) | (pitches > high)] = 0.0
    weights[list(singer.avoids)] = 0.0
    return shares(weights)
