"""Tracks, column by column: who sings them, of which genre, from which year."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

UNKNOWN = -1
"""The code of an artist or a genre that is not known."""


@dataclass(frozen=True)
class Tracks:
    """A catalogue of tracks. A track's place in the columns is its code.

    `ids` are the names by which data files, cases and answers speak of tracks. `artist` and
    `genre` are codes into `artists` and `genres` (the first artist and the main genre), or
    UNKNOWN. `issued` is the date of issue as YYYYMMDD, with 00 for a part that is not known and 0
    where nothing is. `genres` are codes such as GN0100; `genre_names` say what they mean.
    """

    ids: Sequence[str]
    titles: Sequence[str]
    artist: NDArray[np.int32]
    artists: Sequence[str]
    genre: NDArray[np.int32]
    genres: Sequence[str]
    genre_names: Sequence[str]
    issued: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def code(self) -> dict[str, int]:
        """A track's code by its id."""
        return {name: code for code, name in enumerate(self.ids)}

    @property
    def year(self) -> NDArray[np.int32]:
        """The year of issue, 0 where it is not known."""
        return self.issued // 10_000

    def take(self, codes: NDArray[np.integer]) -> "Tracks":
        """The tracks with these codes, in this order, with new codes 0, 1, …"""
        kept = codes.tolist()
        return Tracks(
            [self.ids[c] for c in kept],
            [self.titles[c] for c in kept],
            self.artist[codes],
            self.artists,
            self.genre[codes],
            self.genres,
            self.genre_names,
            self.issued[codes],
        )
