"""Tracks of the artists who stand in the same playlists as the seed's artist.

Where single tracks are too rare to meet, their artists are not.
"""

import numpy as np

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.systems.playlists.cooccurrence import holding, membership
from earwitness.systems.playlists.recommender import Recommender, Seeds, first_seeds
from earwitness.systems.playlists.topk import NONE, Scored, Top, best_entries

ARTISTS = 100
"""So many artists beside the seed's are looked at …"""
TRACKS = 10
"""… and so many tracks of each: the most played."""


class ArtistNeighbours(Recommender):
    """score(j) = c(a, b) · (plays of j + ½) / (plays of b's tracks + ½ each), j by an artist b ≠ a.

    c(a, b) is the number of training playlists that hold both the first seed's artist a and b. The
    seed itself need not have been played. A seed whose artist is not known has no answer.
    """

    def __init__(self, tracks: Tracks, playlists: Playlists) -> None:
        super().__init__(tracks)
        plays = membership(tracks, playlists).sum(axis=0) + 0.5
        known = np.flatnonzero(tracks.artist != UNKNOWN)
        totals = np.bincount(tracks.artist[known], plays[known], minlength=len(tracks.artists))
        order = known[np.lexsort((self.tie_order[known], -plays[known], tracks.artist[known]))]
        artists = tracks.artist[order]
        first = np.arange(len(order)) - np.searchsorted(artists, artists) < TRACKS
        self._tracks = order[first].astype(np.int32)
        self._starts = np.searchsorted(artists[first], np.arange(len(tracks.artists) + 1))
        self._share = (plays[self._tracks] / totals[artists[first]]).astype(np.float32)
        rows = np.repeat(np.arange(len(playlists)), playlists.lengths)
        singers = tracks.artist[playlists.tracks]
        there = singers != UNKNOWN
        self._lists = holding(rows[there], singers[there], (len(playlists), len(tracks.artists)))
        self._holders = self._lists.T.tocsr()

    def _top(self, seeds: Seeds, depth: int) -> Top:
        first = first_seeds(seeds)
        own = np.where(first == NONE, UNKNOWN, self.tracks.artist[first])
        asked = np.flatnonzero(own != UNKNOWN)
        found = best_entries(self._holders[own[asked]] @ self._lists, ARTISTS + 1)
        found = found.keep(found.items != own[asked][found.rows])
        starts, ends = self._starts[found.items], self._starts[found.items + 1]
        sizes = ends - starts
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = np.repeat(starts, sizes) + within
        scored = Scored(
            np.repeat(asked[found.rows], sizes),
            self._tracks[places],
            np.repeat(found.scores, sizes) * self._share[places],
        )
        return self._ranked(scored, seeds, depth)
