"""The planted traits of songs: artist, genre, era, mood, circle, popularity."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.data.playlists.presets import ERAS, GENRES, SPECIAL_GENRES, WorldOptions
from earwitness.domain import generator

CIRCLE = 5
"""So many artists of one genre, contemporaries, make a circle."""
HEAD = 10
"""Popularity is (rank + HEAD)^−exponent: a power law whose head is as flat as charts are."""
_MAIN_MOOD = 0.8
"""A song's share in its main mood; the rest goes to a second one."""


@dataclass(frozen=True)
class Traits:
    """What is true of each song, by its code.

    `mood_share` (songs × moods) sums to 1 along its rows; `popularity` sums to 1; `issue_day`
    counts days as `datetime.date.toordinal` does. `genres` are the codes in this world.
    """

    genres: tuple[str, ...]
    artist: NDArray[np.int32]
    genre: NDArray[np.int32]
    era: NDArray[np.int32]
    mood: NDArray[np.int32]
    second_mood: NDArray[np.int32]
    mood_share: NDArray[np.float64]
    circle: NDArray[np.int32]
    popularity: NDArray[np.float64]
    issue_day: NDArray[np.int64]

    @property
    def special(self) -> NDArray[np.bool_]:
        """Whether a song is of a special genre."""
        return np.isin(self.genres, SPECIAL_GENRES)[self.genre]


def plant(options: WorldOptions, seed: int) -> Traits:
    """Artists first: they have a genre, an era, a circle, moods; their songs follow them."""
    rng = generator(seed, "songs")
    n, artists = options.songs, options.artists
    genres = _chosen_genres(options.genres)
    special = np.isin(genres, SPECIAL_GENRES)
    # Each genre has an artist; of the others, special genres get fewer.
    weight = np.where(special, 0.3, 1.0) * rng.uniform(0.5, 1.5, len(genres))
    others = rng.choice(len(genres), artists - len(genres), p=weight / weight.sum())
    artist_genre = np.concatenate([np.arange(len(genres)), others])
    artist_era = rng.integers(0, options.eras, artists)
    artist_fame = rng.normal(size=artists)
    # Each artist has a song; how many more is as uneven as fame.
    output = np.exp(artist_fame + rng.normal(size=artists))
    more = rng.choice(artists, n - artists, p=output / output.sum())
    artist = rng.permutation(np.concatenate([np.arange(artists), more]))
    genre = artist_genre[artist]
    shift = rng.choice([-1, 0, 1], n, p=[0.1, 0.8, 0.1])
    era = np.clip(artist_era[artist] + shift, 0, options.eras - 1)
    mood, second = _moods(rng, options, artist)
    share = np.zeros((n, options.moods))
    share[np.arange(n), mood] = _MAIN_MOOD
    share[np.arange(n), second] = 1 - _MAIN_MOOD
    # Ranks follow the artist's fame and the song's own luck; popularity is a power of the rank.
    rank = np.empty(n)
    rank[np.argsort(-(artist_fame[artist] + rng.normal(size=n)), kind="stable")] = np.arange(n)
    popularity = (rank + HEAD) ** -options.exponent
    return Traits(
        genres,
        artist.astype(np.int32),
        genre.astype(np.int32),
        era.astype(np.int32),
        mood.astype(np.int32),
        second.astype(np.int32),
        share,
        _circles(rng, artist_genre, artist_era)[artist],
        popularity / popularity.sum(),
        _issue_days(rng, era, options.eras),
    )


def plant_tracks(options: WorldOptions, traits: Traits, issued: NDArray[np.int64]) -> Tracks:
    """What a catalogue says of the songs: artist, genre and date, but neither mood nor circle."""
    return Tracks(
        [str(code) for code in range(options.songs)],
        [f"Song {code}" for code in range(options.songs)],
        traits.artist,
        [f"Artist {code}" for code in range(options.artists)],
        traits.genre,
        traits.genres,
        [GENRES[code] for code in traits.genres],
        issued.astype(np.int32),
    )


def _chosen_genres(n: int) -> tuple[str, ...]:
    """The first n when a special genre follows on three general ones, sorted by code."""
    general = [code for code in GENRES if code not in SPECIAL_GENRES]
    special = list(SPECIAL_GENRES)
    order: list[str] = []
    while general or special:
        order += general[:3] + special[:1]
        del general[:3], special[:1]
    return tuple(sorted(order[:n]))


def _moods(
    rng: np.random.Generator, options: WorldOptions, artist: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Half of the songs have their artist's mood, the others any; and a second one."""
    n, moods = options.songs, options.moods
    own = rng.integers(0, moods, options.artists)[artist]
    mood = np.where(rng.random(n) < 0.5, own, rng.integers(0, moods, n))
    return mood, (mood + rng.integers(1, moods, n)) % moods


def _circles(
    rng: np.random.Generator, genre: NDArray[np.int64], era: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Artists of a genre in the order of their eras, cut into circles."""
    order = np.lexsort((rng.random(len(genre)), era, genre))
    ordered = genre[order]
    place = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    begins = (place % CIRCLE) == 0
    circle = np.empty(len(order), np.int32)
    circle[order] = np.cumsum(begins) - 1
    return circle


def _issue_days(rng: np.random.Generator, era: NDArray[np.int64], eras: int) -> NDArray[np.int64]:
    """A day within the era; of fewer eras, the latest are taken."""
    years = [*ERAS[len(ERAS) - eras :], 2020]
    edges = np.array([date(year, 1, 1).toordinal() for year in years])
    return np.asarray(rng.integers(edges[era], edges[era + 1]))
