"""A library from wherever the user keeps it."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from earwitness.data.library import Counting, Unread, load_library, read_songs
from earwitness.data.tessituragrams import read_tessituragrams
from earwitness.errors import DataError
from earwitness.music.song import Songs

EMBEDDED = "embedded"


def open_songs(
    where: str | Path,
    counting: Counting,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Songs, Sequence[Unread]]:
    """The library that `where` names, and what of it could not be read.

    "embedded" is the one in the package. Else it is the path of a tessituragrams.json, of a folder
    that `earwitness repertoire build` made, or of scores: a folder, a tar or one file.
    """
    if where == EMBEDDED:
        return load_library(counting), ()
    path = Path(where)
    if not path.exists():
        raise DataError(
            f'the library {str(where)!r} does not exist; use "embedded", or the path of a folder, '
            "a tar or a tessituragrams.json"
        )
    if path.suffix == ".json":
        songs = read_tessituragrams(path)
        twice = [name for name, count in Counter(songs.ids).items() if count > 1]
        if twice:
            raise DataError(f"{path} has two songs with the filename {twice[0]!r}; rename one")
        if not len(songs):
            raise DataError(f"{path} holds no song")
        return songs, ()
    if (path / f"{counting}.json.gz").exists():
        return load_library(counting, path), ()
    songs, unread = read_songs(path, counting, progress)
    if not len(songs):
        why = f": {unread[0]}" if unread else "; it holds no MusicXML or MIDI file"
        raise DataError(f"no song could be read from {path}{why}")
    return songs, unread
