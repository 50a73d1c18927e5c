"""A world of songs and playlists whose truth is planted, and so known.

Playlists are drawn from a mixture: each comes from one component c with probability π(c), and each
of its entries is drawn from that component's own distribution p(song | c). There are three kinds of
components: cells (one genre, era and mood), moods across the general genres of an era, and circles
of related artists. Repeated songs are then removed. So the probability that an entry is a song,
given seeds that stand in the same playlist, has a closed form:

    P(song | seeds) = Σ_c P(c | seeds) p(song | c),   P(c | seeds) ∝ π(c) Π p(seed | c)

No system that sees the playlists alone can rank better in expectation, but for the removal of
repeated songs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists, Tracks
from earwitness.data.playlists.components import Components, make_components
from earwitness.data.playlists.melon import write_melon
from earwitness.data.playlists.mels import planted_mel, write_mel
from earwitness.data.playlists.planting import Traits, plant, plant_tracks
from earwitness.data.playlists.presets import MOODS, PRESETS, WorldOptions
from earwitness.domain import generator
from earwitness.domain.naming import nearest
from earwitness.errors import StudyError

SHORTEST, LONGEST = 5, 200
_END = date(2020, 4, 30).toordinal()
_NOISE_IN_AUDIO = 0.8


@dataclass(frozen=True)
class World:
    """Songs with planted traits, and the components that their playlists come from."""

    options: WorldOptions
    seed: int
    tracks: Tracks
    traits: Traits
    components: Components

    def playlists(self, n: int | None = None, seed: int | None = None) -> Playlists:
        """Draw so many playlists; by default the world's own number, from its own seed."""
        n = self.options.playlists if n is None else n
        rng = generator(self.seed if seed is None else seed, "playlists")
        lengths = np.exp(rng.normal(np.log(self.options.median_length), self.options.spread, n))
        lengths = np.clip(lengths, SHORTEST, LONGEST).astype(np.int64)
        chosen = self.components.draw(rng, n)
        songs = self.components.draw_songs(rng, np.repeat(chosen, lengths))
        owner = np.repeat(np.arange(n), lengths)
        first = np.sort(np.unique(owner * len(self.tracks) + songs, return_index=True)[1])
        owner, songs = owner[first], songs[first].astype(np.int32)
        starts = np.searchsorted(owner, np.arange(n + 1))
        updated = self._updated(rng, songs, starts)
        return Playlists([str(i) for i in range(n)], starts, songs, updated)

    def posterior(self, seeds: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """P(component | seeds), a row for each list of seed codes."""
        logs = np.tile(np.log(self.components.prior), (len(seeds), 1))
        sizes = np.array([len(row) for row in seeds])
        for turn in range(sizes.max(initial=0)):
            rows = np.flatnonzero(sizes > turn)
            codes = np.array([seeds[row][turn] for row in rows.tolist()])
            with np.errstate(divide="ignore"):  # a component without the seed has log 0 = −∞
                logs[rows] += np.log(self.components.probability(codes))
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def likelihood(self, seeds: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """P(song | seeds), a row for each list of seed codes; each row sums to 1.

        The seeds keep their own probability: an answer that may not name them leaves them out.
        """
        return self.components.mix(self.posterior(seeds))

    def embeddings(self, dims: int = 64) -> NDArray[np.float32]:
        """What audio would tell of every song: its mood above all, its genre and artist somewhat.

        Unit vectors, as an encoder gives them. The era and the circle cannot be heard.
        """
        rng = generator(self.seed, "embeddings")
        o = self.options
        found = self.traits.mood_share.astype(np.float32) @ _directions(rng, o.moods, dims)
        found += 0.5 * _directions(rng, o.genres, dims)[self.tracks.genre]
        found += 0.3 * _directions(rng, o.artists, dims)[self.tracks.artist]
        noise = rng.standard_normal(found.shape, dtype=np.float32)
        found += _NOISE_IN_AUDIO / np.sqrt(np.float32(dims)) * noise
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)

    def mel(self, code: int) -> NDArray[np.float32]:
        """A mel-like array in decibels, 48 bands × 256 frames, whose timbre follows the mood."""
        rng = generator(self.seed, "mel", str(code))
        return planted_mel(self.traits.mood_share[code], len(MOODS), rng)

    def write(self, folder: Path | str, mels: int = 500) -> None:
        """Write the world as the Melon dataset's files, mel arrays of the most popular songs first.

        `val.json` and `test.json` are a fifth and a tenth as long as `train.json`; as in the
        dataset, they show but the first half of each playlist.
        """
        n = self.options.playlists
        hidden = self.playlists(n // 5 + n // 10, seed=self.seed + 1)
        shown = replace(_first_halves(hidden), ids=[str(n + place) for place in range(len(hidden))])
        write_melon(
            folder,
            self.tracks,
            {
                "train": self.playlists(),
                "val": shown.take(np.arange(n // 5)),
                "test": shown.take(np.arange(n // 5, len(shown))),
            },
        )
        for code in np.argsort(-self.traits.popularity, kind="stable")[:mels].tolist():
            write_mel(folder, self.tracks.ids[code], self.mel(code))

    def _updated(
        self, rng: np.random.Generator, songs: NDArray[np.int32], starts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """A moment between the newest song's issue and the end: no list knows a later song."""
        newest = np.maximum.reduceat(self.traits.issue_day[songs], starts[:-1])
        day = newest + rng.integers(0, _END - newest + 1)
        clock = rng.integers(0, 24, len(day)) * 10_000 + rng.integers(0, 60, len(day)) * 100
        return np.asarray(_as_number(day) * 1_000_000 + clock)


def make_world(preset: str | WorldOptions = "tiny", seed: int = 0) -> World:
    """Plant a world. The same options and seed give the same songs, playlists and files."""
    if isinstance(preset, str):
        if preset not in PRESETS:
            raise StudyError(
                f"the world {preset!r} is not known{nearest(preset, PRESETS)}; use one of "
                f"{', '.join(PRESETS)}"
            )
        preset = PRESETS[preset]
    traits = plant(preset, seed)
    tracks = plant_tracks(preset, traits, _as_number(traits.issue_day))
    return World(preset, seed, tracks, traits, make_components(preset, traits))


def _as_number(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """YYYYMMDD of days counted as `datetime.date.toordinal` does."""
    moments = (days - date(1970, 1, 1).toordinal()).astype("datetime64[D]")
    months = moments.astype("datetime64[M]")
    years = moments.astype("datetime64[Y]")
    month = (months - years).astype(np.int64) + 1
    day = (moments - months).astype(np.int64) + 1
    return np.asarray((years.astype(np.int64) + 1970) * 10_000 + month * 100 + day)


def _first_halves(playlists: Playlists) -> Playlists:
    lengths = playlists.lengths
    within = np.arange(len(playlists.tracks)) - np.repeat(playlists.starts[:-1], lengths)
    shown = within < np.repeat((lengths + 1) // 2, lengths)
    starts = np.concatenate([[0], np.cumsum((lengths + 1) // 2)])
    return Playlists(playlists.ids, starts, playlists.tracks[shown], playlists.updated)


def _directions(rng: np.random.Generator, n: int, dims: int) -> NDArray[np.float32]:
    drawn = rng.standard_normal((n, dims), dtype=np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))
