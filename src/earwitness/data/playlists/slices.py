"""Slices of Spotify's Million Playlist Dataset: `mpd.slice.0-999.json` and so on.

They name tracks and artists by addresses, and know neither genres nor dates of issue.
Source: Chen et al., "RecSys Challenge 2018: automatic music playlist continuation", RecSys 2018.
"""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists.fastjson import fast_json
from earwitness.data.playlists.gathering import Gathering, Note, PlaylistData, Progress
from earwitness.errors import DataError

PATTERN = "mpd.slice.*.json"
_NUMBERS = re.compile(r"\d+")


def read_slices(folder: Path | str, progress: Progress | None = None) -> PlaylistData:
    """All slices in a folder, in the order of their numbers, one in memory at a time."""
    folder = Path(folder)
    paths = sorted(folder.glob(PATTERN), key=lambda path: _numbers(path.name))
    if not paths:
        raise DataError(f"{folder} has no {PATTERN}")
    total, done = sum(path.stat().st_size for path in paths), 0
    gathering, orjson = Gathering(), fast_json()
    for path in paths:
        text = path.read_bytes()
        try:
            _add_slice(gathering, orjson.loads(text), path.name)
        except orjson.JSONDecodeError as error:
            gathering.damaged(f"{path.name}, byte {error.pos}")
        done += len(text)
        if progress is not None:
            progress(done, total)
    return gathering.finish(folder)


def _numbers(name: str) -> list[int]:
    return [int(number) for number in _NUMBERS.findall(name)]


def _add_slice(gathering: Gathering, document: Any, name: str) -> None:
    playlists = document.get("playlists") if isinstance(document, dict) else None
    if not isinstance(playlists, list):
        gathering.damaged(f"{name}, which has no list of playlists")
        return
    for number, playlist in enumerate(playlists, start=1):
        if isinstance(playlist, dict):
            _add_playlist(gathering, playlist, f"{name}#{number}")
        else:
            gathering.damaged(f"{name}, record {number}")


def _add_playlist(gathering: Gathering, playlist: dict[str, Any], place: str) -> None:
    pid = playlist.get("pid")
    usable = isinstance(pid, int | str) and not isinstance(pid, bool) and pid != ""
    if not usable:
        gathering.notes[Note.PLAYLIST_WITHOUT_ID] += 1
    entries = playlist.get("tracks")
    songs = []
    for entry in entries if isinstance(entries, list) else []:
        key = _text(entry.get("track_uri")) if isinstance(entry, dict) else ""
        if not key:
            gathering.notes[Note.ENTRY_WITHOUT_ID] += 1
            continue
        songs.append(key)
        if not gathering.knows(key):
            _add_track(gathering, key, entry)
    gathering.playlist(str(pid) if usable else place, songs, _moment(playlist.get("modified_at")))


def _add_track(gathering: Gathering, key: str, entry: dict[str, Any]) -> None:
    name = _text(entry.get("artist_name"))
    artist_key = _text(entry.get("artist_uri")) or name
    artist = UNKNOWN
    if artist_key:
        artist = gathering.artist(artist_key, name or artist_key)
    else:
        gathering.notes[Note.NO_ARTIST] += 1
    gathering.track(key, _text(entry.get("track_name")), artist)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _moment(seconds: Any) -> int:
    """YYYYMMDDhhmmss in UTC of seconds since 1970; 0 where nothing can be read."""
    try:
        return int(datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%d%H%M%S"))
    except (TypeError, ValueError, OverflowError, OSError):
        return 0
