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
Mask = NDArray[np.bool_]
Term = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True)
class SparseShares:
    """Shares of time by pitch, one song after another, pitches that are held only.

    `counts` says how many pitches each song has. In every method `keep` (transpositions × songs)
    says what is worth computing; the rest is −∞. None keeps all.
    """

    pitches: NDArray[np.intp]
    values: Floats
    counts: NDArray[np.intp]

    @classmethod
    def of(cls, shares: Floats) -> "SparseShares":
        held = shares > 0
        # A song that holds nothing keeps one pitch of share 0: no stretch may be empty.
        held[~held.any(axis=1), 0] = True
        songs, pitches = np.nonzero(held)
        return cls(pitches, shares[songs, pitches], held.sum(axis=1))

    def jensen_shannon(
        self, wanted: Floats, shifts: Sequence[int], keep: Mask | None = None
    ) -> Table:
        """1 − the Jensen–Shannon divergence in bits between wish t and song b (Lin 1991).

        It equals ½ Σ h(t + b) − h(t) − h(b) over the shared pitches, with h(x) = x log₂ x:
        1 for equal distributions, 0 for those that share nothing.
        """
        wish = np.stack([wanted, _entropic(wanted)])
        own = np.stack([self.values, _entropic(self.values)])
        return self._sums(
            wish, own, shifts, keep, lambda t, b: (_entropic(t[0] + b[0]) - t[1] - b[1]) / 2
        )

    def ruzicka(
        self, wanted: Floats, shifts: Sequence[int], power: float, keep: Mask | None = None
    ) -> Table:
        """Σ min(tᵖ, bᵖ) / Σ max(tᵖ, bᵖ): Ružička's similarity of wish t and song b.

        1 for equal distributions, 0 for those that share nothing. A power below 1 lets the rare
        notes speak: a note that only one of the two has costs more than the same difference on a
        common note.
        """
        wish, own = wanted[None] ** power, self.values[None] ** power
        shared = self._sums(wish, own, shifts, keep, lambda t, b: np.minimum(t[0], b[0]))
        both = wish.sum() + self._sums(wish, own, (0,), None, lambda _, b: b[0])
        # The smallest of numbers keeps 0 / 0 from being asked where nothing is held.
        larger = np.maximum(both - np.maximum(shared, 0), np.finfo(float).tiny)
        out: Table = shared / larger
        return out

    def share_between(self, low: int, high: int, shifts: Sequence[int]) -> Table:
        """The share of the time on the pitches low…high, in each transposition."""
        zone = np.zeros((1, PITCHES))
        zone[0, low : high + 1] = 1.0
        return self._sums(zone, self.values[None], shifts, None, lambda t, b: t[0] * b[0])

    def _sums(
        self, wish: Floats, own: Floats, shifts: Sequence[int], keep: Mask | None, term: Term
    ) -> Table:
        """In each transposition the sums of a term over each song's pitches.

        The term sees the rows of `wish` at each stored pitch once the song is moved (0 outside
        MIDI), and the rows of `own` there. One transposition at a time stays in the processor's
        cache.
        """
        margin = max(map(abs, shifts))
        padded = np.pad(wish, ((0, 0), (margin, margin)))
        table = np.full((len(shifts), len(self.counts)), -np.inf)
        for row, shift in enumerate(shifts):
            songs = slice(None) if keep is None else keep[row]
            counts = self.counts[songs]
            if not len(counts):
                continue
            stored = slice(None) if keep is None else np.repeat(keep[row], self.counts)
            at = padded[:, margin + shift :].take(self.pitches[stored], axis=1)
            starts = np.cumsum(counts) - counts
            table[row, songs] = np.add.reduceat(term(at, own[:, stored]), starts)
        return table


def _entropic(x: Floats) -> Floats:
    """Of each value x: x log₂ x, with 0 log 0 = 0."""
    return x * np.log2(np.where(x > 0, x, 1.0))
