"""A library made ready for ranking, and what all recommenders of songs share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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

    def within(self, singer: Singer) -> Indices:
        """The songs whose whole range lies in the singer's.

        All of them where no range is asked for, or where it is a wish (not `strict`).
        """
        keep = np.ones(len(self.songs), dtype=bool)
        if singer.strict and singer.low is not None:
            keep &= self.songs.lows >= singer.low
        if singer.strict and singer.high is not None:
            keep &= self.songs.highs <= singer.high
        return np.flatnonzero(keep)

    def rank(self, chosen: Indices, scores: Floats, decimals: int) -> tuple[Indices, Answer]:
        """The chosen songs, best first by their rounded scores, and the order that sorts them."""
        final = rounded(scores, decimals)
        order = np.argsort(-final, kind="stable")
        items = self.ids[chosen[order]].tolist()
        return order, Answer(tuple(items), tuple(final[order].tolist()))


class Recommender(ABC):
    """Ranks the songs of a shelf for a singer.

    One query against a whole library is one pass over an array. So many queries are answered one
    by one, and an answer cannot depend on which others are asked with it.
    """

    def __init__(self, songs: Songs) -> None:
        self.shelf = Shelf.of(songs)

    @abstractmethod
    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer: ...

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        return [self.answer(query, rng) for query, rng in zip(queries, rngs, strict=True)]


def shares(histograms: Floats) -> Floats:
    """Each row divided by its sum; a row of zeros stays."""
    totals = histograms.sum(axis=-1, keepdims=True)
    out: Floats = np.divide(histograms, totals, out=np.zeros_like(histograms), where=totals > 0)
    return out


def rounded(values: Floats, decimals: int) -> Floats:
    """Rounded so that a tie is a tie.

    Rounding to 12 decimals goes first: what lies exactly half-way between two rounded values must
    not fall to either side by the last bit of a sum. + 0.0 turns −0.0 into 0.0.
    """
    out: Floats = np.round(np.round(values, 12), decimals) + 0.0
    return out
