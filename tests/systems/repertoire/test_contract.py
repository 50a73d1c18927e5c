"""Each recommender of songs keeps the contract of systems."""

from dataclasses import replace
from typing import ClassVar

from tests.systems.contract import SystemContract
from tests.systems.repertoire.specimens import random_songs

from earwitness.data.singers import singer_of
from earwitness.music.singer import Singer
from earwitness.systems.repertoire import (
    Fit,
    HistogramCosine,
    HistogramJS,
    RandomInRange,
    SourceRecommender,
)

SONGS = random_songs(1)
WISHES = [singer_of(song) for song in SONGS]
HISTOGRAMS = [
    replace(singer, favourites=(), avoids=(), histogram=tuple(song.histogram.tolist()))
    for singer, song in zip(WISHES, SONGS, strict=True)
]
LOOSE = [replace(singer, strict=False) for singer in WISHES]


class _Singers(SystemContract):
    items = frozenset(SONGS.ids)
    queries: ClassVar = [s.to_query() for s in (*WISHES, *HISTOGRAMS, *LOOSE)]
    empty: ClassVar = Singer(1, 2, (1,), (2,)).to_query()


class TestSource(_Singers):
    system = SourceRecommender(SONGS, detail=True)


class TestRandom(_Singers):
    system = RandomInRange(SONGS)


class TestFitAsWritten(_Singers):
    system = Fit(SONGS)


class TestFitTransposed(_Singers):
    system = Fit(SONGS, transpose=True)


class _Histograms(_Singers):
    queries: ClassVar = [s.to_query() for s in HISTOGRAMS]
    empty: ClassVar = replace(HISTOGRAMS[0], low=1, high=2).to_query()


class TestHistogramCosine(_Histograms):
    system = HistogramCosine(SONGS)


class TestHistogramJS(_Histograms):
    system = HistogramJS(SONGS)
