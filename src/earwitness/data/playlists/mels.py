"""Mel spectrograms: `arena_mel/{id // 1000}/{id}.npy`, 48 bands, a frame each 256/16000 s."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError

BANDS = 48
FRAMES = 256
"""About 4 s: what a mel-like array of a synthetic world holds."""


def mel_path(folder: Path | str, song_id: str) -> Path:
    """Where the dataset keeps a song's array."""
    return Path(folder) / "arena_mel" / str(int(song_id) // 1000) / f"{song_id}.npy"


def read_mel(folder: Path | str, song_id: str) -> NDArray[np.float32] | None:
    """A song's array as 48 bands × frames, whichever way it lies; None where there is no file.

    A file that is damaged, of another shape, or with values that are not finite is a DataError.
    """
    path = mel_path(folder, song_id)
    try:
        found = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, EOFError) as error:
        raise DataError(f"{path} is not a readable .npy file ({error})") from None
    if found.ndim != 2 or BANDS not in found.shape or not found.size:
        raise DataError(f"{path} has the shape {found.shape}; a mel has {BANDS} bands and frames")
    if not np.issubdtype(found.dtype, np.number) or not np.isfinite(found).all():
        raise DataError(f"{path} holds values that are not finite numbers")
    # An array of 48 × 48 is taken as it lies.
    bands_first = found if found.shape[0] == BANDS else found.T
    return np.ascontiguousarray(bands_first, np.float32)


def stream_mels(
    folder: Path | str, song_ids: Iterable[str], damaged: Callable[[str], None]
) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """The arrays of those songs that have a usable one; `damaged` is told of each that has not."""
    for song_id in song_ids:
        try:
            found = read_mel(folder, song_id)
        except DataError as error:
            damaged(str(error))
            continue
        if found is not None:
            yield song_id, found


def write_mel(folder: Path | str, song_id: str, mel: NDArray[np.float32]) -> None:
    path = mel_path(folder, song_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, mel)


def planted_mel(
    mood_share: NDArray[np.float64], moods: int, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Decibels in 48 bands × 256 frames. Each mood has its own envelope and its own pulse.

    The envelope falls with the band, and bulges where the mood's formant is; the pulse is an
    amplitude modulation. A song mixes both by its share in the moods; level and noise are its own.
    """
    mood = np.arange(len(mood_share))
    band = np.arange(BANDS)[:, None]
    formant = BANDS * (mood + 0.5) / moods
    envelope = (-0.5 * band + 18 * np.exp(-0.5 * ((band - formant) / 4) ** 2)) @ mood_share
    pulse = np.sin(2 * np.pi * np.outer(np.arange(FRAMES), 2 + 3 * mood) / FRAMES) @ mood_share
    level = -45 + 4 * rng.normal()
    noise = 4 * rng.normal(size=(BANDS, FRAMES))
    return np.asarray(level + envelope[:, None] + 6 * pulse + noise, np.float32)
