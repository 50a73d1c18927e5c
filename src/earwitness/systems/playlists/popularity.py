"""The tracks that stand in most playlists: of all, of the seed's artist, or of its genre."""

from typing import Literal

import numpy as np

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.systems.playlists.cooccurrence import membership
from earwitness.systems.playlists.recommender import Recommender, Seeds, first_seeds, spare
from earwitness.systems.playlists.topk import NONE, Codes, Scored, Top


class Popularity(Recommender):
    """Ranks tracks by the number of playlists that hold them. It answers unknown seeds too.

    Tracks that no playlist holds are not named.
    """

    def __init__(self, tracks: Tracks, playlists: Playlists) -> None:
        super().__init__(tracks)
        self.plays = membership(tracks, playlists).sum(axis=0).astype(np.float32)
        # Most played first, ties by id.
        order = np.lexsort((self.tie_order, -self.plays))
        self._order = order[self.plays[order] > 0].astype(np.int32)

    def _top(self, seeds: Seeds, depth: int) -> Top:
        first = self._order[: depth + spare(seeds)]
        scored = Scored(
            np.repeat(np.arange(len(seeds)), len(first)),
            np.tile(first, len(seeds)),
            np.tile(self.plays[first], len(seeds)),
        )
        return self._ranked(scored, seeds, depth)


class GroupPopularity(Recommender):
    """Ranks the tracks of the first seed's artist, or of its genre, by their plays.

    It needs no plays of the seed, so it is what a cold seed's answer has to beat; tracks that no
    playlist holds come last. A seed whose artist or genre is not known has no answer.
    """

    def __init__(
        self, tracks: Tracks, playlists: Playlists, by: Literal["artist", "genre"]
    ) -> None:
        super().__init__(tracks)
        self.plays = membership(tracks, playlists).sum(axis=0).astype(np.float32)
        self._group = tracks.artist if by == "artist" else tracks.genre
        # Group by group, most played first, ties by id.
        self._order = np.lexsort((self.tie_order, -self.plays, self._group)).astype(np.int32)
        self._grouped = self._group[self._order]

    def _top(self, seeds: Seeds, depth: int) -> Top:
        first = first_seeds(seeds)
        groups = np.where(first == NONE, UNKNOWN, self._group[first])
        starts = np.searchsorted(self._grouped, groups)
        ends = np.searchsorted(self._grouped, groups, side="right")
        ends = np.minimum(ends, starts + depth + spare(seeds))
        sizes = np.where(groups == UNKNOWN, 0, ends - starts)
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        items: Codes = self._order[np.repeat(starts, sizes) + within]
        rows = np.repeat(np.arange(len(seeds)), sizes)
        return self._ranked(Scored(rows, items, self.plays[items]), seeds, depth)
