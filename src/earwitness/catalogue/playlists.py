"""Playlists as one array: who stands where in which list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Playlists:
    """Playlist p holds the tracks `tracks[starts[p]:starts[p + 1]]`, codes in their order.

    `updated` is when it was last changed, as YYYYMMDDhhmmss; 0 where that is not known.
    """

    ids: Sequence[str]
    starts: NDArray[np.int64]
    tracks: NDArray[np.int32]
    updated: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[NDArray[np.int32]]:
        return (self.tracks[a:b] for a, b in zip(self.starts[:-1], self.starts[1:], strict=True))

    @classmethod
    def joined(cls, parts: Sequence["Playlists"]) -> "Playlists":
        """All playlists of the parts, one part after another."""
        lengths = np.concatenate([part.lengths for part in parts])
        return cls(
            [name for part in parts for name in part.ids],
            np.concatenate([[0], np.cumsum(lengths)]),
            np.concatenate([part.tracks for part in parts]),
            np.concatenate([part.updated for part in parts]),
        )

    @property
    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.starts)

    def take(self, places: NDArray[np.integer]) -> "Playlists":
        """The playlists at these places, in this order."""
        lengths = self.lengths[places]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        # The place of every entry in the old array: its list's start, and how far it is into it.
        within = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
        entries = np.repeat(self.starts[:-1][places], lengths) + within
        return Playlists(
            [self.ids[p] for p in places.tolist()],
            starts,
            self.tracks[entries],
            self.updated[places],
        )
