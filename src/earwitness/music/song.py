"""Songs as singers meet them: how long each pitch is held, and who wrote what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

PITCHES = 128
"""MIDI numbers 0 to 127; 60 is C4."""


@dataclass(frozen=True, slots=True)
class Song:
    """One thing to sing: a whole score as written, or one vocal line as sung.

    `histogram[p]` is how long MIDI pitch p is held, in `unit` (quarter beats, or seconds where
    the score gives a tempo). `sounded[p]` says whether p occurs at all: a grace note occurs with
    length 0. `halves` are the histograms of the first and the second half of the sung time, in
    written order; nan where the source does not tell. `total` is the sung time; as written it
    holds the rests too, as the source has it. `part` names the vocal lines. `language` is that of
    the first line of lyrics, in English, and empty where it cannot be told. `verses` is how many
    verses stand under the same notes. `longest_phrase` is the longest time without a rest or
    breath mark, in `unit`, and `largest_leap` the widest step within a phrase, in semitones; both
    are None where the song is not counted as sung.
    """

    id: str
    composer: str
    title: str
    histogram: NDArray[np.float64]
    sounded: NDArray[np.bool_]
    halves: NDArray[np.float64]
    unit: str = "beats"
    total: float = 0.0
    filename: str = ""
    part: str = ""
    set: str = ""
    poet: str = ""
    language: str = ""
    lc: str = ""
    licence: str = ""
    verses: int = 1
    longest_phrase: float | None = None
    largest_leap: int | None = None

    @property
    def cluster(self) -> str:
        """Composer and set, since names such as "6 Lieder" recur; the file if there is no set."""
        return f"{self.composer}: {self.set}" if self.set else self.filename or self.id

    @property
    def low(self) -> int:
        """The lowest MIDI pitch."""
        return int(np.argmax(self.sounded))

    @property
    def high(self) -> int:
        """The highest MIDI pitch."""
        return PITCHES - 1 - int(np.argmax(self.sounded[::-1]))


@dataclass(frozen=True)
class Songs(Sequence[Song]):
    """A library: songs, and their histograms as one array."""

    songs: tuple[Song, ...]
    source: str = ""

    def __len__(self) -> int:
        return len(self.songs)

    def __iter__(self) -> Iterator[Song]:
        return iter(self.songs)

    @overload
    def __getitem__(self, index: int) -> Song: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Song, ...]: ...
    def __getitem__(self, index: int | slice) -> Song | tuple[Song, ...]:
        return self.songs[index]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(song.id for song in self.songs)

    @cached_property
    def histograms(self) -> NDArray[np.float64]:
        """Songs × 128."""
        return np.array([song.histogram for song in self.songs]).reshape(-1, PITCHES)

    @cached_property
    def lows(self) -> NDArray[np.int64]:
        return np.array([song.low for song in self.songs], dtype=np.int64)

    @cached_property
    def highs(self) -> NDArray[np.int64]:
        return np.array([song.high for song in self.songs], dtype=np.int64)
