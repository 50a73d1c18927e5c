"""Pieces of mel arrays: drawn at random for training, at fixed places for use."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError
from earwitness.systems.audio.mel import BANDS

Mel = NDArray[np.float32]
"""48 bands × frames."""
Mels = Callable[[int], Mel]
"""A song's mel array by its number. It is called again whenever a crop is needed, so that arrays
that fill a disk need not fit in memory; `[…].__getitem__` serves for a list of arrays."""


def random_crop(mel: Mel, frames: int, rng: np.random.Generator) -> Mel:
    """So many frames from a place drawn uniformly; a shorter song is repeated."""
    mel = _long_enough(mel, frames)
    start = int(rng.integers(mel.shape[1] - frames + 1))
    return _finite(mel[:, start : start + frames])


def fixed_crops(mel: Mel, frames: int, crops: int) -> Mel:
    """So many crops[crop, band, frame], evenly spread from the beginning to the end.

    A song that is no longer than a crop gives the same crop again.
    """
    mel = _long_enough(mel, frames)
    starts = np.linspace(0, mel.shape[1] - frames, crops).astype(int)
    if crops == 1:
        starts = np.array([(mel.shape[1] - frames) // 2])
    return _finite(np.stack([mel[:, start : start + frames] for start in starts.tolist()]))


def level_of(mel: Mels, songs: NDArray[np.integer], most: int = 200) -> tuple[float, float]:
    """The mean and the standard deviation of all values in some of the songs, evenly spread."""
    chosen = songs[np.unique(np.linspace(0, len(songs) - 1, most).astype(int))]
    moments = np.array(
        [
            [m.size, m.sum(dtype=float), (m.astype(float) ** 2).sum()]
            for m in map(mel, chosen.tolist())
        ]
    ).sum(axis=0)
    mean = moments[1] / moments[0]
    deviation = float(np.sqrt(max(moments[2] / moments[0] - mean**2, 0.0)))
    return float(mean), deviation or 1.0


def _long_enough(mel: Mel, frames: int) -> Mel:
    if mel.ndim != 2 or mel.shape[0] != BANDS or not mel.shape[1]:
        raise DataError(f"a mel array has the shape {mel.shape}; give {BANDS} bands × frames")
    return np.tile(mel, (1, -(-frames // mel.shape[1])))


def _finite(crop: Mel) -> Mel:
    # The network would not pass nan on: its maxima swallow it.
    if not np.isfinite(crop).all():
        raise DataError("a mel array holds values that are not finite; leave such songs out")
    return crop
