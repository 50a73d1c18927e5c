"""Small catalogues and playlists made for the tests."""

from collections.abc import Sequence

import numpy as np

from earwitness.catalogue import Playlists, Tracks
from earwitness.data.playlists import World, WorldOptions, make_world

SMALL = WorldOptions(300, 400, 60, genres=4, eras=2, moods=2, median_length=12)


def tracks_of(
    artist: Sequence[int],
    genre: Sequence[int] | None = None,
    ids: Sequence[str] | None = None,
    years: Sequence[int] | None = None,
    genres: Sequence[str] = ("GN0100", "GN0200", "GN0700", "GN2100"),
) -> Tracks:
    n = len(artist)
    names = [f"t{code}" for code in range(n)] if ids is None else list(ids)
    return Tracks(
        names,
        names,
        np.array(artist, dtype=np.int32),
        [f"artist {code}" for code in range(max(artist, default=-1) + 1)],
        np.zeros(n, dtype=np.int32) if genre is None else np.array(genre, dtype=np.int32),
        genres,
        genres,
        np.zeros(n, dtype=np.int32) if years is None else np.array(years, np.int32) * 10_000,
    )


def playlists_of(*lists: Sequence[int]) -> Playlists:
    return Playlists(
        [f"p{place}" for place in range(len(lists))],
        np.concatenate([[0], np.cumsum([len(codes) for codes in lists], dtype=np.int64)]),
        np.array([code for codes in lists for code in codes], dtype=np.int32),
        np.zeros(len(lists), dtype=np.int64),
    )


def codes(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def small_world(seed: int = 0) -> World:
    return make_world(SMALL, seed)
