"""How alike the songs of a library are to a wanted distribution, in every transposition.

A song holds some 16 of the 128 pitches. Both measures here are sums over the pitches that the
song and the wish share, so only those are stored and computed.
"""

from collections.abc import Callable, Sequence
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
        wish = np.stack([wanted, _entropic(wanted)])
        own = _entropic(self.values)
        return self._each(wish, shifts, lambda t: (_entropic(t[0] + self.values) - t[1] - own) / 2)

    def ruzicka(self, wanted: Floats, shifts: Sequence[int], power: float) -> Table:
        """Σ min(tᵖ, bᵖ) / Σ max(tᵖ, bᵖ): Ružička's similarity of wish t and song b.

        1 for equal distributions, 0 for those that share nothing. A power below 1 lets the rare
        notes speak: a note that only one of the two has costs more than the same difference on a
        common note.
        """
        wish, own = wanted**power, self.values**power
        shared = self._each(wish[None], shifts, lambda t: np.minimum(t[0], own))
        both = wish.sum() + self._sums(own)
        # The smallest of numbers keeps 0 / 0 from being asked where nothing is held.
        out: Table = shared / np.maximum(both - shared, np.finfo(float).tiny)
        return out

    def share_between(self, low: int, high: int, shifts: Sequence[int]) -> Table:
        """The share of the time on the pitches low…high, in each transposition."""
        zone = np.zeros((1, PITCHES))
        zone[0, low : high + 1] = 1.0
        return self._each(zone, shifts, lambda t: t[0] * self.values)

    def _each(
        self, wishes: Floats, shifts: Sequence[int], term: Callable[[Floats], Floats]
    ) -> Table:
        """In each transposition the sums of a term over each song's pitches.

        The term sees the rows of `wishes` at each stored pitch once the song is moved (0 outside
        MIDI). One transposition at a time stays in the processor's cache.
        """
        margin = max(map(abs, shifts))
        padded = np.pad(wishes, ((0, 0), (margin, margin)))
        rows = [
            self._sums(term(padded[:, margin + shift :].take(self.pitches, axis=1)))
            for shift in shifts
        ]
        return np.array(rows)

    def _sums(self, terms: Floats) -> Floats:
        return np.add.reduceat(terms, self.starts) if len(self.starts) else terms


def _entropic(x: Floats) -> Floats:
    """Of each value x: x log₂ x, with 0 log 0 = 0."""
    return x * np.log2(np.where(x > 0, x, 1.0))
