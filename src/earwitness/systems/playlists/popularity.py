"""The tracks that stand in most playlists, whatever the seed."""

import numpy as np

from earwitness.catalogue import Playlists, Tracks
from earwitness.systems.playlists.cooccurrence import membership
from earwitness.systems.playlists.recommender import Recommender, Seeds, spare
from earwitness.systems.playlists.topk import Scored, Top


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
