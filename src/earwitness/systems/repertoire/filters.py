"""Which songs a singer wants to see at all."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import InputError
from earwitness.music.song import Song, Songs
from earwitness.systems.repertoire.load import Voice, minutes
from earwitness.systems.repertoire.similarity import SparseShares


@dataclass(frozen=True, slots=True)
class Filters:
    """Every filter that is set must hold.

    `composers` match a part of the name, whatever the case. A song whose length is not known
    (no tempo in the score) is left out once `shortest` or `longest` (minutes) is set. With
    `voice` a song must lie within the band of that voice, in the key in which it is sung;
    `passaggio` is the largest share of the singing time that may lie in that voice's passaggio.
    `as_written` allows no transposition.
    """

    languages: tuple[str, ...] = ()
    composers: tuple[str, ...] = ()
    shortest: float | None = None
    longest: float | None = None
    voice: Voice | None = None
    passaggio: float | None = None
    as_written: bool = False

    def __post_init__(self) -> None:
        if self.passaggio is not None and self.voice is None:
            raise InputError(
                f"the passaggio budget {self.passaggio:g} needs a voice type: name one"
            )
        if self.shortest is not None and self.longest is not None and self.shortest > self.longest:
            raise InputError(
                f"the shortest length {self.shortest:g} min is above the longest "
                f"{self.longest:g} min: exchange them"
            )

    def keep(self, songs: Songs, sparse: SparseShares, shifts: Sequence[int]) -> NDArray[np.bool_]:
        """Transpositions × songs: what passes."""
        moves = np.array(shifts)[:, None]
        wanted = np.array([self._wanted(song) for song in songs], dtype=bool)
        keep: NDArray[np.bool_] = wanted & ((moves == 0) | (not self.as_written))
        if self.voice is not None:
            keep &= songs.lows + moves >= self.voice.low
            keep &= songs.highs + moves <= self.voice.high
        if self.voice is not None and self.passaggio is not None:
            keep &= sparse.share_between(*self.voice.passaggio, shifts) <= self.passaggio + 1e-9
        return keep

    def _wanted(self, song: Song) -> bool:
        name = song.composer.casefold()
        return (
            (not self.languages or song.language in self.languages)
            and (not self.composers or any(one.casefold() in name for one in self.composers))
            and self._fits_length(song)
        )

    def _fits_length(self, song: Song) -> bool:
        if self.shortest is None and self.longest is None:
            return True
        length = minutes(song)
        return (
            length is not None
            and (self.shortest is None or length >= self.shortest)
            and (self.longest is None or length <= self.longest)
        )
