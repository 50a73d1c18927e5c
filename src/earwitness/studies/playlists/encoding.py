"""From mel arrays beside playlists to audio embeddings."""

from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists
from earwitness.data.playlists import Embeddings, SplitOptions, read_melon, split, write_embeddings
from earwitness.data.playlists.mels import mel_path, read_mel
from earwitness.domain import generator
from earwitness.errors import DataError
from earwitness.run import Progress

Lesson = Literal["two-crops", "playlists"]
PAIRS = 10
"""So many pairs of neighbours are drawn from a playlist."""


def encode(
    folder: Path,
    out: Path,
    lesson: Lesson,
    *,
    epochs: int,
    frames: int,
    seed: int,
    progress: Progress,
) -> int:
    """Train an encoder on the arrays in `folder`, write `out`, and say how many tracks it heard.

    "two-crops" is the source's lesson: two pieces of one recording are alike. "playlists" takes
    tracks of one training playlist instead. A training that was cut off goes on from the
    checkpoint beside `out`.
    """
    from earwitness.systems.audio.network import NetworkOptions
    from earwitness.systems.audio.objectives import CoOccurring, TwoCrops
    from earwitness.systems.audio.training import Training, train

    data = read_melon(folder, lambda done, total: progress("reading", done, total))
    ids = [name for name in data.tracks.ids if mel_path(folder, name).exists()]
    if not ids:
        raise DataError(f"{folder} has no arena_mel with arrays of its songs; nothing can be heard")
    codes = np.array([data.tracks.code[name] for name in ids])

    def mel(place: int) -> NDArray[np.float32]:
        found = read_mel(folder, ids[place])
        if found is None:
            raise DataError(f"{mel_path(folder, ids[place])} has gone; put it back")
        return found

    everyone = np.arange(len(ids))
    if lesson == "playlists":
        parts = split(data.playlists, len(data.tracks), SplitOptions(seed=seed))
        pairs = neighbours(parts.train, codes, len(data.tracks), seed)
        objective: CoOccurring | TwoCrops = CoOccurring(pairs)
    else:
        objective = TwoCrops(everyone)
    encoder = train(
        mel,
        objective,
        Training(epochs=epochs, seed=seed),
        NetworkOptions(frames=frames),
        checkpoint=out.with_suffix(".checkpoint.npz"),
        progress=progress,
    )
    vectors = encoder.embed(mel, everyone, progress=progress)
    write_embeddings(out, Embeddings(ids, vectors))
    return len(ids)


def neighbours(
    playlists: Playlists, codes: NDArray[np.int64], tracks: int, seed: int
) -> NDArray[np.int64]:
    """Pairs of heard tracks that stand in one playlist, by their places in `codes`."""
    place = np.full(tracks, -1)
    place[codes] = np.arange(len(codes))
    rng = generator(seed, "pairs")
    pairs = []
    for songs in playlists:
        heard = place[songs][place[songs] >= 0]
        if len(heard) > 1:
            drawn = rng.integers(len(heard), size=(PAIRS, 2))
            pairs.append(heard[drawn[drawn[:, 0] != drawn[:, 1]]])
    if not sum(map(len, pairs)):
        raise DataError("no training playlist holds two tracks with audio; use --lesson two-crops")
    return np.concatenate(pairs)
