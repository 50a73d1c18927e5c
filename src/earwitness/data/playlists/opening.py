"""Playlists from wherever the user keeps them."""

from pathlib import Path

from earwitness.data.playlists.gathering import PlaylistData, Progress
from earwitness.data.playlists.melon import read_melon
from earwitness.data.playlists.slices import PATTERN, read_slices
from earwitness.data.playlists.tables import SUFFIXES, read_table
from earwitness.errors import DataError


def read_playlists(path: Path | str, progress: Progress | None = None) -> PlaylistData:
    """Read the Melon files or Million Playlist slices in a folder, or a .csv or .parquet table."""
    path = Path(path)
    if not path.exists():
        raise DataError(f"{path} does not exist")
    if path.suffix in SUFFIXES and path.is_file():
        return read_table(path, progress)
    if (path / "train.json").is_file():
        return read_melon(path, progress)
    if any(path.glob(PATTERN)):
        return read_slices(path, progress)
    raise DataError(
        f"{path} holds no playlists that can be read; give a folder with the Melon dataset's "
        f"train.json, a folder with {PATTERN}, or a table that ends in {' or '.join(SUFFIXES)}"
    )
