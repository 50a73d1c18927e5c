"""Stage 1.5: a list ranked again by artist and genre.

1. Take the first `topn_cf` of the list below, with their scores.
2. Artist, softly: the k-th track of an artist in that order, k > max_per_artist_soft, loses
   penalty_per_extra · (k − max_per_artist_soft).
3. Genre rail: a track of another genre group than the seed's loses `offrail_general`; where either
   is a special group, `offrail_special`. A seed without genre has no rail.
4. Sort; then keep at most `max_per_artist_final` of an artist, and the first `topk_final`.

As in the source, all tracks whose artist is not known count as one artist, and those whose genre
is not known as one group. Several seeds keep to the rail of the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.errors import StudyError
from earwitness.systems.playlists.recommender import Recommender, Seeds, first_seeds
from earwitness.systems.playlists.topk import NONE, Codes, Floats, Scored, Top


@dataclass(frozen=True)
class Rules:
    """The penalties, in units of the score (a cosine), and the limits; defaults are the source's.

    `special` are the genre groups whose listeners mind other genres most: trot, CCM, children's
    songs and gugak. `offrail_half_special`, where given, is the penalty between a special and a
    general group: the source's code had 0.012 there, its document 0.03.
    """

    topn_cf: int = 200
    max_per_artist_soft: int = 3
    penalty_per_extra: float = 0.05
    offrail_general: float = 0.008
    offrail_special: float = 0.03
    offrail_half_special: float | None = None
    special: Sequence[str] = ("GN0700", "GN2100", "GN2200", "GN2400")
    max_per_artist_final: int | None = 2
    topk_final: int = 30

    def __post_init__(self) -> None:
        for name in ("topn_cf", "topk_final", "max_per_artist_final"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise StudyError(f"{name} is {value}; use 1 or more")


SOURCE_RULES = Rules()


class Reranked(Recommender):
    """Stage 1.5 over any list: `base` is Stage 1 in the source."""

    def __init__(self, tracks: Tracks, base: Recommender, rules: Rules = SOURCE_RULES) -> None:
        super().__init__(tracks)
        self.base = base
        self.rules = rules
        # One more place, so that UNKNOWN (−1) finds a group that is not special.
        self._special = np.array([*(genre in rules.special for genre in tracks.genres), False])

    def _top(self, seeds: Seeds, depth: int) -> Top:
        return self.shortlist(seeds, min(depth, self.rules.topk_final))

    def shortlist(self, seeds: Seeds, depth: int) -> Top:
        """The list before it is cut to `topk_final`: as long as the rules and `depth` allow."""
        below = self.base.top(seeds, self.rules.topn_cf)
        penalised = below.scores - self.artist_penalty(below.codes)
        penalised -= self.genre_penalty(first_seeds(seeds), below.codes)
        rows, ranks = np.nonzero(below.codes != NONE)
        scored = Scored(rows, below.codes[rows, ranks], penalised[rows, ranks])
        again = self._ranked(scored, seeds, self.rules.topn_cf)
        allowed = again.codes != NONE
        if self.rules.max_per_artist_final is not None:
            allowed &= repeats(self.tracks.artist[again.codes]) < self.rules.max_per_artist_final
        return kept(again, allowed, depth)

    def artist_penalty(self, codes: Codes) -> Floats:
        """What each track loses for its artist's tracks before it in the list."""
        extra = repeats(self.tracks.artist[codes]) + 1 - self.rules.max_per_artist_soft
        return np.float32(self.rules.penalty_per_extra) * np.maximum(extra, 0).astype(np.float32)

    def genre_penalty(self, seeds: NDArray[np.integer], codes: Codes) -> Floats:
        """What each track loses for being of another genre group than its list's seed."""
        rules, genre = self.rules, self.tracks.genre
        own = np.where(seeds == NONE, UNKNOWN, genre[seeds])[:, None]
        theirs = genre[codes]
        involved = self._special[own].astype(int) + self._special[theirs]
        half = rules.offrail_half_special
        steps = [rules.offrail_general, rules.offrail_special, rules.offrail_special]
        if half is not None:
            steps[1] = half
        off = (own != UNKNOWN) & (theirs != own)
        return np.where(off, np.array(steps, dtype=np.float32)[involved], np.float32(0))


def repeats(values: NDArray[np.integer]) -> NDArray[np.intp]:
    """How often each value stands before it in its row."""
    order = np.argsort(values, axis=1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=1)
    places = np.arange(values.shape[1])
    new = np.diff(ordered, axis=1, prepend=ordered[:, :1] - 1) != 0
    since = places - np.maximum.accumulate(np.where(new, places, 0), axis=1)
    out = np.empty_like(since)
    np.put_along_axis(out, order, since, axis=1)
    return out


def kept(top: Top, allowed: NDArray[np.bool_], depth: int) -> Top:
    """The allowed entries of each list, moved up to its beginning, and cut to `depth`."""
    order = np.argsort(~allowed, axis=1, kind="stable")[:, :depth]
    stays = np.take_along_axis(allowed, order, axis=1)
    return Top(
        np.where(stays, np.take_along_axis(top.codes, order, axis=1), NONE).astype(np.int32),
        np.where(stays, np.take_along_axis(top.scores, order, axis=1), 0).astype(np.float32),
    )
