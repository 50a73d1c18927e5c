"""How alike the songs of a library are to a wanted distribution, in every transposition.

A song holds some 16 of the 128 pitches. Both measures here are sums over the pitches that the
song and the wish share, so only those are stored and computed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from earwitness.music.song import PITCHES
from earwitness.systems.repertoire.shelf import Floats

Table = NDArray[np.float64]
"""Transpositions × songs."""


@dataclass(frozen=True)
class SparseShares:
    """Shares of time by pitch, one song after another, pitches that are held only."""

    pitches: NDArray[np.intp]
    values: Floats
    starts: NDArray[np.intp]

    @classmethod
    def of(cls, shares: Floats) -> "SparseShares":
        held = shares > 0
        # A song that holds nothing keeps one pitch of share 0: no stretch may be empty.
        held[~held.any(axis=1), 0] = True
        songs, pitches = np.nonzero(held)
        starts = np.searchsorted(songs, np.arange(len(shares)))
        return cls(pitches, shares[songs, pitches], starts)

    def jensen_shannon(self, wanted: Floats, shifts: Sequence[int]) -> Table:
        """1 − the Jensen–Shannon divergence in bits between wish t and song b (Lin 1991).

        It equals ½ Σ h(t + b) − h(t) − h(b) over the shared pitches, with h(x) = x log₂ x:
        1 for equal distributions, 0 for those that share nothing.
        """
        t = self._wanted(wanted, shifts)
        shared = _entropic(t + self.values) - _entropic(t) - _entropic(self.values)
        return self.total(np.where(t > 0, shared, 0.0)) / 2

    def shared_roots(self, wanted: Floats, shifts: Sequence[int]) -> Table:
        """Σ min(√t, √b) / Σ max(√t, √b): Ružička's similarity of the square roots.

        1 for equal distributions, 0 for those that share nothing. The square root lets the
        rare notes speak: a note that only one of the two has costs more than the same
        difference on a common note.
        """
        shared = self.total(np.minimum(np.sqrt(self._wanted(wanted, shifts)), np.sqrt(self.values)))
        both = np.sqrt(wanted).sum() + self.total(np.sqrt(self.values)[None])
        out: Table = shared / np.maximum(both - shared, np.finfo(float).tiny)
        return out

    def share_between(self, low: int, high: int, shifts: Sequence[int]) -> Table:
        """The share of the time on the pitches low…high, in each transposition."""
        zone = np.zeros(PITCHES)
        zone[low : high + 1] = 1.0
        return self.total(self._wanted(zone, shifts) * self.values)

    def total(self, flat: Floats) -> Table:
        """Sums over each song's pitches."""
        return np.add.reduceat(flat, self.starts, axis=1) if len(self.starts) else flat[:, :0]

    def _wanted(self, wanted: Floats, shifts: Sequence[int]) -> Floats:
        """What is wanted at each stored pitch once the song is moved; 0 outside MIDI."""
        margin = max(map(abs, shifts))
        padded = np.pad(wanted, margin)
        at: Floats = padded[self.pitches[None] + np.array(shifts)[:, None] + margin]
        return at


def _entropic(x: Floats) -> Floats:
    """Of each value x: x log₂ x, with 0 log 0 = 0."""
    return x * np.log2(np.where(x > 0, x, 1.0))
