"""Pairs of tracks that exactly one playlist joins, and partners that none joins."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from earwitness.catalogue import Playlists

NEAR = 3
"""Pairs stand at most so many places apart: sequence models see near tracks only."""
LISTS, PAIRS = 5000, 10
"""At most so many playlists of a kind are drawn, and so many pairs of each."""
BLOCK = 5000
"""So many pairs are looked up at a time, to bound the memory."""
TRIES, REACH = 30, 50
"""A partner is drawn so often, among so many tracks of nearest popularity either side."""

Codes = NDArray[np.integer]


class Pairs(NamedTuple):
    """Tracks `a` and `b` stand in playlist `owner` together and in no other.

    `stranger` stands with `a` in none and is about as popular as `b`. `kind` is the same for
    pairs whose tracks are about equally popular.
    """

    a: Codes
    b: Codes
    stranger: Codes
    owner: Codes
    kind: Codes


class Joined:
    """Training and tested playlists together, by their tracks."""

    def __init__(self, training: Playlists, tested: Playlists) -> None:
        tracks = np.concatenate([training.tracks, tested.tracks])
        lengths = np.concatenate([training.lengths, tested.lengths])
        lists = np.repeat(np.arange(len(lengths)), lengths)
        shape = (int(tracks.max(initial=-1)) + 1, len(lengths))
        self.holders = csr_array((np.ones(len(tracks), dtype=np.int32), (tracks, lists)), shape)
        self.holders.sum_duplicates()
        self.holders.data[:] = 1
        self.plays = np.diff(self.holders.indptr)
        self._by_plays = np.argsort(self.plays, kind="stable")
        self._place = np.argsort(self._by_plays, kind="stable")

    def together(self, a: Codes, b: Codes) -> NDArray[np.int64]:
        """In how many playlists each pair stands together."""
        counts = [
            self.holders[a[start : start + BLOCK]]
            .multiply(self.holders[b[start : start + BLOCK]])
            .sum(axis=1)
            for start in range(0, len(a), BLOCK)
        ]
        return np.concatenate(counts) if counts else np.zeros(0, dtype=np.int64)

    def pairs(self, playlists: Playlists, rng: np.random.Generator) -> Pairs:
        """Pairs that one of these playlists joins and no other playlist of all, with partners."""
        drawn = rng.permutation(len(playlists))[:LISTS]
        a, b, owner = _neighbours(playlists.take(np.sort(drawn)), rng)
        alone = self.together(a, b) == 1
        a, b, owner = a[alone], b[alone], owner[alone]
        stranger = self._strangers(a, b, rng)
        found = stranger >= 0
        a, b, stranger, owner = a[found], b[found], stranger[found], owner[found]
        return Pairs(a, b, stranger, owner, self._kind(a, b))

    def _strangers(self, a: Codes, b: Codes, rng: np.random.Generator) -> Codes:
        """A partner for each `a` that is about as popular as `b`; −1 where none was found."""
        found = np.full(len(a), -1)
        for _ in range(TRIES):
            open_ = np.flatnonzero(found < 0)
            steps = rng.integers(-REACH, REACH + 1, len(open_))
            places = np.clip(self._place[b[open_]] + steps, 0, len(self.plays) - 1)
            drawn = self._by_plays[places]
            fits = (self.together(a[open_], drawn) == 0) & (self.plays[drawn] > 0)
            found[open_[fits]] = drawn[fits]
        return found

    def _kind(self, a: Codes, b: Codes) -> Codes:
        """Popularity in steps of √2, the rarer and the commoner track of a pair."""
        steps = np.floor(2 * np.log2(np.maximum([self.plays[a], self.plays[b]], 1)))
        rarer, commoner = np.sort(steps.astype(np.int64), axis=0)
        kind: Codes = rarer * 1000 + commoner
        return kind


def _neighbours(playlists: Playlists, rng: np.random.Generator) -> tuple[Codes, Codes, Codes]:
    """Some pairs of near tracks of each playlist, and its place."""
    tracks = playlists.tracks
    owner = np.repeat(np.arange(len(playlists)), playlists.lengths)
    first = [np.flatnonzero(owner[gap:] == owner[:-gap]) for gap in range(1, NEAR + 1)]
    left = np.concatenate(first)
    right = np.concatenate([places + gap for gap, places in enumerate(first, 1)])
    shuffled = rng.permutation(len(left))
    order = shuffled[np.argsort(owner[left[shuffled]], kind="stable")]
    owners = owner[left[order]]
    turn = np.arange(len(order)) - np.searchsorted(owners, owners)
    kept = order[turn < PAIRS]
    return tracks[left[kept]], tracks[right[kept]], owner[left[kept]]
