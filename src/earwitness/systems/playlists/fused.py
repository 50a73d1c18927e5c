"""All that is known at once: several recommenders, audio and metadata, weighed by what there is.

1. Candidates are the first `depth` tracks of several lists: the members', those of the artists who
   are played with the seed's, its artist's and its genre's most played, what sounds alike, and the
   `rail`'s (Stage 1.5) and its base's (Stage 1).
2. Logistic regression on plain features (`Evidence`) gives the probability p that a candidate
   stands in the seed's playlist. It is fitted on validation playlists: for all seeds, and then for
   seeds of like numbers of plays, held near the common fit. So where a seed is often played, the
   weight lies on what was played with it; where it never was, on its sound and its artist.
3. The first page of the answer (`page` = K tracks) maximises Σ p with at most max_artist_share · K
   tracks of an artist, and at least as many of the seed's genre as the rail has among its first K.
   It is found by walking down from the greatest p and leaving out what breaks a limit, which is
   exact where an artist has one genre. Each further page continues so, with the limits of 2K, 3K,
   … for all up to its end; so a longer list begins with the shorter one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.domain import hash_order
from earwitness.errors import DataError, StudyError
from earwitness.systems.playlists.artists import ArtistNeighbours
from earwitness.systems.playlists.cooccurrence import CoOccurrence, membership
from earwitness.systems.playlists.evidence import Evidence
from earwitness.systems.playlists.logistic import Doubles, fit_logistic
from earwitness.systems.playlists.popularity import GroupPopularity, Popularity
from earwitness.systems.playlists.recommender import Recommender, Seeds, first_seeds
from earwitness.systems.playlists.rerank import Reranked
from earwitness.systems.playlists.topk import NONE, QUERIES, Scored, Top
from earwitness.systems.playlists.vectors import Audio, AudioNeighbours

CASES = 2_000
"""So many validation playlists are enough for a few dozen weights."""
PLAYS = (1, 5, 25, 125)
"""Seeds are told apart by their plays: none, then from each of these numbers on."""
RIDGE = 1.0
"""The pull of the common weights to 0; features have standard deviation 1."""
GROUP_RIDGE = 10.0
"""The pull of the weights for seeds of like numbers of plays to the common ones."""


class Fused(Recommender):
    """Any recommenders (`members`), metadata and audio in one list that keeps to the limits.

    `members` are fitted on the same training playlists; by default, co-occurrence. Seeds that
    nobody knows get what is played most. A track's score is its p; or, where a limit held it back
    to a later page, the least p before it.
    """

    def __init__(
        self,
        tracks: Tracks,
        playlists: Playlists,
        validation: Playlists,
        rail: Reranked,
        members: Sequence[Recommender] | None = None,
        audio: Audio | None = None,
        max_artist_share: float = 0.1,
        page: int = 20,
        depth: int = 200,
    ) -> None:
        from threadpoolctl import threadpool_limits

        if not 0 < max_artist_share <= 1 or min(page, depth) < 1:
            raise StudyError(
                f"max_artist_share is {max_artist_share}, page {page} and depth {depth}; use a "
                "share above 0 and up to 1, and 1 or more for the others"
            )
        super().__init__(tracks)
        self.rail = rail
        self.max_artist_share = max_artist_share
        self.page = page
        lists = [
            *([CoOccurrence(tracks, playlists)] if members is None else members),
            rail,
            rail.base,
            ArtistNeighbours(tracks, playlists),
            GroupPopularity(tracks, playlists, "artist"),
            GroupPopularity(tracks, playlists, "genre"),
            Popularity(tracks, playlists),
            *([] if audio is None else [AudioNeighbours(tracks, audio)]),
        ]
        plays = membership(tracks, playlists).sum(axis=0)
        self._evidence = Evidence(tracks, plays, lists, audio, depth)
        # One thread: more would sum in another order, and give other last digits.
        with threadpool_limits(1, user_api="blas"):
            self._fit(validation)

    def _top(self, seeds: Seeds, depth: int) -> Top:
        rows, codes, features = self._evidence.of(seeds)
        weights = self._weights[self._group(seeds)][rows]
        # Row sums, not a matrix product: they do not depend on how many queries there are.
        p = expit(((features - self._mean) / self._spread * weights).sum(axis=1))
        scored = Scored(rows, codes, p.astype(np.float32))
        most = int(np.bincount(rows, minlength=1).max())
        return self._limited(self._ranked(scored, seeds, most), seeds, depth)

    def _limited(self, top: Top, seeds: Seeds, depth: int) -> Top:
        """The first `depth` of each list that keep to the limits, page by page."""
        first = first_seeds(seeds)
        own = np.where(first == NONE, UNKNOWN, self.tracks.genre[first])[:, None]
        ends = np.arange(self.page, depth + self.page, self.page)
        rail = self.rail.top(seeds, int(ends[-1])).codes
        quota = (self.tracks.genre[rail] == own) & (rail != NONE) & (own != UNKNOWN)
        others = ends - quota.cumsum(axis=1)[:, np.minimum(ends, rail.shape[1]) - 1]
        # A little more than the share, so that 0.1 · 20 is 2 in binary as well.
        caps = np.maximum(1, (self.max_artist_share * ends + 1e-9).astype(int))
        artists, alike = self.tracks.artist[top.codes], self.tracks.genre[top.codes] == own
        out = Top(
            np.full((len(seeds), depth), NONE, dtype=np.int32),
            np.zeros((len(seeds), depth), dtype=np.float32),
        )
        for row, length in enumerate(top.lengths.tolist()):
            limits = list(map(Limits, ends.tolist(), caps.tolist(), others[row].tolist()))
            given = artists[row, :length].tolist(), alike[row, :length].tolist()
            places = picked(*given, limits)[:depth]
            out.codes[row, : len(places)] = top.codes[row, places]
            out.scores[row, : len(places)] = np.minimum.accumulate(top.scores[row, places])
        return out

    def _group(self, seeds: Seeds) -> NDArray[np.intp]:
        """Which weights a query gets: by the plays of its most played seed."""
        plays = [self._evidence.plays[own].max(initial=0) for own in seeds]
        groups: NDArray[np.intp] = np.searchsorted(PLAYS, plays, side="right")
        return groups

    def _fit(self, validation: Playlists) -> None:
        """The weights: features and membership of the candidates for each list's first track."""
        places = {name: place for place, name in enumerate(validation.ids)}
        order = np.array([places[name] for name in hash_order(list(validation.ids))], dtype=int)
        chosen = validation.take(order[validation.lengths[order] > 1][:CASES])
        if not len(chosen):
            raise DataError("no validation playlist has two tracks; give some that have")
        lists, width = list(chosen), len(self.tracks)
        x, y, group = [], [], []
        for start in range(0, len(lists), QUERIES):
            part = lists[start : start + QUERIES]
            seeds = [codes[:1] for codes in part]
            rows, codes, features = self._evidence.of(seeds)
            targets = [row * width + own[1:].astype(np.int64) for row, own in enumerate(part)]
            others = codes != first_seeds(seeds)[rows]
            hits = np.isin(rows * width + codes, np.concatenate(targets))
            x.append(features[others])
            y.append(hits[others])
            group.append(self._group(seeds)[rows[others]])
        self._learn(np.concatenate(x), np.concatenate(y).astype(float), np.concatenate(group))

    def _learn(self, x: Doubles, y: Doubles, group: NDArray[np.intp]) -> None:
        self._mean, self._spread = x.mean(axis=0), x.std(axis=0)
        # The constant stays, and what never changes carries no weight.
        self._mean[-1] = 0
        self._spread[self._spread == 0] = 1
        x = (x - self._mean) / self._spread
        common = fit_logistic(x, y, np.zeros(x.shape[1]), RIDGE)
        self._weights = np.stack(
            [
                fit_logistic(x[group == g], y[group == g], common, GROUP_RIDGE)
                for g in range(len(PLAYS) + 1)
            ]
        )


class Limits(NamedTuple):
    """Of the first `end` tracks, at most `cap` of an artist, and `others` not of the genre."""

    end: int
    cap: int
    others: int


def picked(artists: Sequence[int], alike: Sequence[bool], pages: Sequence[Limits]) -> list[int]:
    """The places to take, page after page, each in its order, so that all limits hold.

    Where too few are alike, a page is filled up with others.
    """
    taken: list[int] = []
    left: Sequence[int] = range(len(artists))
    of_artist: Counter[int] = Counter()
    unlike = 0
    for end, cap, others in pages:
        page: set[int] = set()
        for limit in (others, end):
            for place in left:
                if len(taken) + len(page) == end:
                    break
                blocked = of_artist[artists[place]] >= cap or (not alike[place] and unlike >= limit)
                if not blocked and place not in page:
                    page.add(place)
                    of_artist[artists[place]] += 1
                    unlike += not alike[place]
        taken += sorted(page)
        left = [place for place in left if place not in page]
    return taken
