"""The Melon Playlist Dataset's files.

`train.json`, `val.json` and `test.json` hold playlists, `song_meta.json` what is known of the
songs, `genre_gn_all.json` the names of the genre codes. A song's artist is the first of its basket,
its main genre likewise. Its terms allow research and no redistribution: this reads a copy of yours.
Source: Ferraro et al., "Melon Playlist Dataset", ICASSP 2021.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists.fastjson import fast_json
from earwitness.data.playlists.gathering import Gathering, Note, PlaylistData, Progress
from earwitness.data.playlists.records import stream_records
from earwitness.errors import DataError

Part = Literal["train", "val", "test"]

SONGS = "song_meta.json"
GENRES = "genre_gn_all.json"
_MAIN_GENRE = re.compile(r"GN\d\d00")
_NUMBER = re.compile(r"0|-?[1-9]\d*")
_ISSUED = re.compile(r"\d{4}(?:\d\d){0,2}")
_UPDATED = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)")


def read_melon(
    folder: Path | str, progress: Progress | None = None, part: Part = "train"
) -> PlaylistData:
    """The songs and one part's playlists. What is amiss is counted by `Note`, and never stops it.

    A folder without `song_meta.json` gives songs without metadata; one without the part's file, or
    without any readable playlist, cannot be used.
    """
    folder = Path(folder)
    path = folder / f"{part}.json"
    if not path.is_file():
        raise DataError(f"{folder} has no {path.name}; unpack the Melon Playlist Dataset there")
    gathering = Gathering()
    _read_genres(folder / GENRES, gathering)
    songs = folder / SONGS
    sizes = [file.stat().st_size if file.is_file() else 0 for file in (songs, path)]
    if songs.is_file():
        for song in stream_records(songs, gathering.damaged, _shifted(progress, 0, sum(sizes))):
            _add_song(gathering, song)
    playlists = stream_records(path, gathering.damaged, _shifted(progress, sizes[0], sum(sizes)))
    for number, playlist in enumerate(playlists, start=1):
        _add_playlist(gathering, playlist, number)
    return gathering.finish(path)


def write_melon(folder: Path | str, tracks: Tracks, parts: Mapping[Part, Playlists]) -> None:
    """Write songs and playlists as the dataset's files; all ids must be numbers.

    What a `Tracks` does not know is written as the dataset writes what it does not know: null, or
    an empty basket.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _write_array(folder / SONGS, _songs(tracks))
    for part, playlists in parts.items():
        _write_array(folder / f"{part}.json", _playlists(tracks, playlists))
    names = dict(zip(tracks.genres, tracks.genre_names, strict=True))
    (folder / GENRES).write_bytes(fast_json().dumps(names))


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    """The progress in one file as part of the progress in all."""
    return progress and (lambda done, _: progress(before + done, total))


def _read_genres(path: Path, gathering: Gathering) -> None:
    if not path.is_file():
        return
    orjson = fast_json()
    try:
        names = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        gathering.damaged(f"{path.name}, byte {error.pos}")
        return
    if not isinstance(names, dict):
        gathering.damaged(f"{path.name}, which is not an object of codes and names")
        return
    for code, name in names.items():
        if _MAIN_GENRE.fullmatch(code):
            gathering.genre(code, _text(name))


def _add_song(gathering: Gathering, song: dict[str, Any]) -> None:
    notes = gathering.notes
    key = _number(gathering, song.get("id", song.get("_id")))
    if key is None:
        notes[Note.TRACK_WITHOUT_ID] += 1
        return
    artist = genre = UNKNOWN
    artist_key = _first(song.get("artist_id_basket"))
    if artist_key is None:
        notes[Note.NO_ARTIST] += 1
    else:
        name = _text(_first(song.get("artist_name_basket")))
        artist = gathering.artist(str(artist_key), name or str(artist_key))
    genre_key = _first(song.get("song_gn_gnr_basket"))
    if genre_key is None:
        notes[Note.NO_GENRE] += 1
    else:
        genre = gathering.genre(str(genre_key))
    issued = _issued(song.get("issue_date"))
    if not issued:
        notes[Note.NO_ISSUE_DATE] += 1
    gathering.track(key, _text(song.get("song_name")), artist, genre, issued)


def _add_playlist(gathering: Gathering, playlist: dict[str, Any], place: int) -> None:
    key = _number(gathering, playlist.get("id"))
    if key is None:
        gathering.notes[Note.PLAYLIST_WITHOUT_ID] += 1
    songs = playlist.get("songs")
    if not isinstance(songs, list):
        songs = []
    if set(map(type, songs)) - {int}:
        songs = _usable(gathering, songs)
    name = f"#{place}" if key is None else str(key)
    gathering.playlist(name, songs, _updated(playlist.get("updt_date")))


def _usable(gathering: Gathering, songs: Sequence[Any]) -> list[int]:
    numbers = [_number(gathering, song) for song in songs]
    usable = [number for number in numbers if number is not None]
    if len(usable) < len(songs):
        gathering.notes[Note.ENTRY_WITHOUT_ID] += len(songs) - len(usable)
    return usable


def _number(gathering: Gathering, value: Any) -> int | None:
    """The id, which may be written as text; else None: null, true, 1.5, "one"."""
    if type(value) is int:
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        gathering.notes[Note.ID_AS_TEXT] += 1
        return int(value)
    return None


def _first(basket: Any) -> Any:
    """The first of a basket, or None where it is empty, null or no basket."""
    return basket[0] if isinstance(basket, list) and basket else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _issued(value: Any) -> int:
    """YYYYMMDD with 00 for parts that are not known; 0 where nothing can be read."""
    text = str(value)
    if not _ISSUED.fullmatch(text):
        return 0
    date = int(text.ljust(8, "0"))
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    return date if year and month <= 12 and day <= 31 else 0


def _updated(value: Any) -> int:
    """YYYYMMDDhhmmss; 0 where nothing can be read."""
    found = _UPDATED.match(value) if isinstance(value, str) else None
    return int("".join(found.groups())) if found else 0


def _songs(tracks: Tracks) -> Iterator[dict[str, Any]]:
    columns = (tracks.artist.tolist(), tracks.genre.tolist(), tracks.issued.tolist())
    for name, title, artist, genre, issued in zip(tracks.ids, tracks.titles, *columns, strict=True):
        yield {
            "id": int(name),
            "song_name": title,
            "artist_id_basket": [] if artist == UNKNOWN else [artist],
            "artist_name_basket": [] if artist == UNKNOWN else [tracks.artists[artist]],
            "album_id": None,
            "album_name": None,
            "song_gn_gnr_basket": [] if genre == UNKNOWN else [tracks.genres[genre]],
            "song_gn_dtl_gnr_basket": [],
            "issue_date": f"{issued:08d}" if issued else None,
        }


def _playlists(tracks: Tracks, playlists: Playlists) -> Iterator[dict[str, Any]]:
    ids = [int(name) for name in tracks.ids]
    updated = playlists.updated.tolist()
    for name, songs, date in zip(playlists.ids, playlists, updated, strict=True):
        yield {
            "id": int(name),
            "plylst_title": "",
            "tags": [],
            "songs": [ids[code] for code in songs.tolist()],
            "like_cnt": 0,
            "updt_date": _date(date),
        }


def _date(updated: int) -> str | None:
    if not updated:
        return None
    digits = f"{updated:014d}"
    year, *parts = digits[:4], *(digits[i : i + 2] for i in range(4, 14, 2))
    return f"{year}-{parts[0]}-{parts[1]} {parts[2]}:{parts[3]}:{parts[4]}.000"


def _write_array(path: Path, records: Iterable[dict[str, Any]]) -> None:
    dump = fast_json().dumps
    with path.open("wb") as stream:
        stream.write(b"[")
        separator = b"\n"
        for record in records:
            stream.write(separator + dump(record))
            separator = b",\n"
        stream.write(b"\n]\n")
