"""From the study file's data section to playlists that train, validate and test."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists, Tracks
from earwitness.data.playlists import (
    World,
    make_world,
    read_embeddings,
    read_playlists,
)
from earwitness.run import Progress
from earwitness.studies.playlists.config import PlaylistsConfig
from earwitness.systems.playlists import Audio


@dataclass(frozen=True)
class Data:
    """What was read or made. `world` is there for synthetic data, and knows their truth."""

    name: str
    tracks: Tracks
    playlists: Playlists
    audio: Audio | None
    world: World | None
    notes: str


def load_data(config: PlaylistsConfig, folder: Path, progress: Progress) -> Data:
    """Playlists, metadata and, where there are any, audio embeddings."""
    options = config.data
    if options.path == "synthetic":
        progress("making synthetic playlists", 0, 1)
        world = make_world(options.world, options.world_seed)
        data = Data(
            f"synthetic: {options.world}, seed {options.world_seed}",
            world.tracks,
            world.playlists(),
            Audio(np.arange(len(world.tracks), dtype=np.int32), world.embeddings()),
            world,
            "The data are synthetic: their truth is planted.",
        )
        progress("making synthetic playlists", 1, 1)
    else:
        read = read_playlists(
            folder / options.path, lambda done, total: progress("reading", done, total)
        )
        data = Data(options.path, read.tracks, read.playlists, None, None, read.summary())
    if options.embeddings:
        rows = read_embeddings(folder / options.embeddings).aligned(data.tracks)
        data = _with_audio(data, rows)
    return data


def _with_audio(data: Data, rows: NDArray[np.float32]) -> Data:
    heard = np.flatnonzero(~np.isnan(rows[:, 0])).astype(np.int32)
    audio = Audio(heard, rows[heard])
    return Data(data.name, data.tracks, data.playlists, audio, data.world, data.notes)
