"""A library made ready for ranking."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer
from earwitness.music.singer import Singer
from earwitness.music.song import Songs

Indices = NDArray[np.intp]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Shelf:
    """Songs in the order in which ties break: by file name A–Z, then by id."""

    songs: Songs

    @classmethod
    def of(cls, songs: Songs) -> "Shelf":
        ordered = sorted(songs, key=lambda song: (song.filename, song.id))
        return cls(Songs(tuple(ordered), songs.source))

    @cached_property
    def shares(self) -> Floats:
        """Songs × 128: the share of the sung time on each pitch; zeros where nothing is held."""
        return shares(self.songs.histograms)

    @cached_property
    def ids(self) -> NDArray[np.object_]:
        return np.array(self.songs.ids, dtype=object)

    @cached_property
    def everything(self) -> Indices:
        return np.arange(len(self.songs))

    def within(self, singer: Singer) -> Indices:
        """The songs whose whole range lies in the singer's; all where no range is asked for."""
        low, high = singer.low, singer.high
        keep = np.ones(len(self.songs), dtype=bool)
        if low is not None:
            keep &= self.songs.lows >= low
        if high is not None:
            keep &= self.songs.highs <= high
        return np.flatnonzero(keep)

    def rank(self, chosen: Indices, scores: Floats, decimals: int) -> tuple[Indices, Answer]:
        """The chosen songs, best first, and the order that sorts them.

        Scores are rounded before sorting. So a tie is a tie whatever the order of summation, and
        the file name breaks it.
        """
        # Rounding to 12 decimals first: a score that is exactly half-way between two rounded
        # values must not fall to either side by the last bit of a sum. + 0.0 turns -0.0 into 0.0.
        rounded = np.round(np.round(scores, 12), decimals) + 0.0
        order = np.argsort(-rounded, kind="stable")
        items = self.ids[chosen[order]].tolist()
        return order, Answer(tuple(items), tuple(rounded[order].tolist()))


def shares(histograms: Floats) -> Floats:
    """Each row divided by its sum; a row of zeros stays."""
    totals = histograms.sum(axis=-1, keepdims=True)
    return np.divide(histograms, totals, out=np.zeros_like(histograms), where=totals > 0)
