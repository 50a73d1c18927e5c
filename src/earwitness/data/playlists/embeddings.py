"""Anyone's embeddings: an .npz with `song_ids` (n) and `embeddings` (n × dimensions)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.errors import DataError


@dataclass(frozen=True)
class Embeddings:
    """Vectors by song id. `dropped` counts those with values that are not finite."""

    song_ids: Sequence[str]
    vectors: NDArray[np.float32]
    dropped: int = 0

    def aligned(self, tracks: Tracks) -> NDArray[np.float32]:
        """A row for each track; all nan where it has no embedding, which is not the same as 0.

        Embeddings of songs that are not among the tracks are left out.
        """
        rows = np.full((len(tracks), self.vectors.shape[1]), np.nan, np.float32)
        codes = [tracks.code.get(name, -1) for name in self.song_ids]
        known = np.array(codes, np.int64) >= 0
        rows[np.array(codes, np.int64)[known]] = self.vectors[known]
        return rows


def read_embeddings(path: Path | str) -> Embeddings:
    """Read and check: both arrays there, of one length, ids once, values finite."""
    path = Path(path)
    if not path.is_file():
        raise DataError(f"{path} does not exist")
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            ids, vectors = stored["song_ids"], stored["embeddings"]
    except KeyError as error:
        raise DataError(f"{path} lacks an array: {error.args[0]}") from None
    except (ValueError, OSError, EOFError, BadZipFile, TypeError) as error:
        raise DataError(
            f"{path} is not an .npz of plain arrays ({error}); store ids as integers or as texts "
            "of a fixed length, not as objects"
        ) from None
    if ids.ndim != 1 or vectors.ndim != 2 or len(ids) != len(vectors):
        raise DataError(
            f"{path} has song_ids of shape {ids.shape} and embeddings of shape {vectors.shape}; "
            "they must be (n,) and (n, dimensions)"
        )
    if ids.dtype.kind not in "iuU" or vectors.dtype.kind not in "fiu":
        raise DataError(
            f"{path} has song_ids of type {ids.dtype} and embeddings of type {vectors.dtype}; "
            "use integers or texts, and numbers"
        )
    names, counts = np.unique(ids, return_counts=True)
    if (counts > 1).any():
        raise DataError(f"{path} has the song {names[counts > 1][0]} more than once")
    finite = np.isfinite(vectors).all(axis=1)
    kept = [str(name) for name in ids[finite].tolist()]
    return Embeddings(kept, vectors[finite].astype(np.float32), int((~finite).sum()))


def write_embeddings(path: Path | str, embeddings: Embeddings) -> None:
    """Write with ids as integers where all are, as Melon's, else as texts."""
    try:
        ids = np.array([int(name) for name in embeddings.song_ids], np.int64)
    except ValueError:
        ids = np.array(embeddings.song_ids, np.str_)
    with Path(path).open("wb") as stream:
        np.savez(stream, song_ids=ids, embeddings=embeddings.vectors)
