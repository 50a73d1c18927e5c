"""What all readers of playlists share: the columns they fill, and the account of what they met."""

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.errors import DataError

Progress = Callable[[int, int], None]
"""Called with how much is read, and how much there is: bytes, or rows of a Parquet table."""

NAMED_PLACES = 10
"""So many damaged places are named; all are counted."""


class Note(StrEnum):
    """What can be amiss in the data, and what is then done. A reader never stops at these."""

    DAMAGED = "damaged records, left out"
    TRACK_WITHOUT_ID = "songs without a usable id, left out"
    TRACK_TWICE = "songs described twice, the first kept"
    NO_ARTIST = "songs without an artist, kept as unknown"
    NO_GENRE = "songs without a genre, kept as unknown"
    NO_ISSUE_DATE = "songs without a readable date of issue, kept as unknown"
    UNDESCRIBED = "songs in playlists but without metadata, kept as unknown"
    ENTRY_WITHOUT_ID = "playlist entries without a usable song id, left out"
    NO_POSITION = "entries without a readable position, placed last"
    ENTRY_TWICE = "songs repeated within a playlist, the first kept"
    ID_AS_TEXT = "ids written as text, read as numbers"
    PLAYLIST_WITHOUT_ID = "playlists without a usable id, named by their place in the file"
    PLAYLIST_TWICE = "playlists with an id that was used before, left out"
    EMPTY = "playlists without any song, left out"
    NO_UPDATE = "playlists without a readable date, kept as unknown"


@dataclass(frozen=True)
class PlaylistData:
    """Tracks and playlists as read, with what was repaired or left out.

    `notes` counts; `damage` names the first damaged places by file, record and byte.
    """

    tracks: Tracks
    playlists: Playlists
    notes: Mapping[Note, int]
    damage: Sequence[str] = ()

    def summary(self) -> str:
        """What was read, and what was amiss, in sentences."""
        read = (
            f"{len(self.playlists)} playlists with {len(self.playlists.tracks)} entries and "
            f"{len(self.tracks)} songs were read."
        )
        amiss = [f"{count} {note}." for note, count in self.notes.items()]
        return " ".join([read, *amiss, *(f"Damaged: {place}." for place in self.damage)])


class Gathering:
    """Columns that grow record by record."""

    def __init__(self) -> None:
        self.notes: Counter[Note] = Counter()
        self.damage: list[str] = []
        self._code: dict[Hashable, int] = {}
        self._titles: list[str] = []
        self._artist = array("i")
        self._genre = array("i")
        self._issued = array("i")
        self._artists: dict[Hashable, int] = {}
        self._artist_names: list[str] = []
        self._genres: dict[str, int] = {}
        self._genre_names: list[str] = []
        self._playlists: dict[str, None] = {}
        self._lengths = array("q")
        self._entries = array("i")
        self._updated = array("q")

    def damaged(self, place: str) -> None:
        self.notes[Note.DAMAGED] += 1
        if len(self.damage) < NAMED_PLACES:
            self.damage.append(place)

    def artist(self, key: Hashable, name: str) -> int:
        """The artist's code. Artists are told apart by their key: two may share a name."""
        code = self._artists.setdefault(key, len(self._artists))
        if code == len(self._artist_names):
            self._artist_names.append(name)
        return code

    def genre(self, key: str, name: str = "") -> int:
        """The genre's code; without a name, it is called by its key."""
        code = self._genres.setdefault(key, len(self._genres))
        if code == len(self._genre_names):
            self._genre_names.append(name or key)
        return code

    def knows(self, key: Hashable) -> bool:
        return key in self._code

    def track(
        self,
        key: Hashable,
        title: str = "",
        artist: int = UNKNOWN,
        genre: int = UNKNOWN,
        issued: int = 0,
    ) -> None:
        if key in self._code:
            self.notes[Note.TRACK_TWICE] += 1
            return
        self._code[key] = len(self._code)
        self._titles.append(title)
        self._artist.append(artist)
        self._genre.append(genre)
        self._issued.append(issued)

    def playlist(self, name: str, songs: Sequence[Hashable], updated: int) -> None:
        if name in self._playlists:
            self.notes[Note.PLAYLIST_TWICE] += 1
            return
        distinct = dict.fromkeys(songs)
        if not distinct:
            self.notes[Note.EMPTY] += 1
            return
        self._count(Note.ENTRY_TWICE, len(songs) - len(distinct))
        self._playlists[name] = None
        self._lengths.append(len(distinct))
        self._entries.extend(self._codes(distinct))
        self._updated.append(updated)
        self._count(Note.NO_UPDATE, not updated)

    def finish(self, source: object) -> PlaylistData:
        """The columns as they stand; data without a single playlist cannot be used."""
        if not self._playlists:
            why = "; ".join([*(f"{n} {note}" for note, n in self.notes.items()), *self.damage])
            raise DataError(
                f"{source} holds no playlist with a song" + (f" ({why})" if why else "")
            )
        tracks = Tracks(
            [str(key) for key in self._code],
            self._titles,
            np.array(self._artist, np.int32),
            self._artist_names,
            np.array(self._genre, np.int32),
            list(self._genres),
            self._genre_names,
            np.array(self._issued, np.int32),
        )
        playlists = Playlists(
            list(self._playlists),
            np.concatenate([[0], np.cumsum(np.array(self._lengths, np.int64))]),
            np.array(self._entries, np.int32),
            np.array(self._updated, np.int64),
        )
        return PlaylistData(tracks, playlists, dict(self.notes), tuple(self.damage))

    def _codes(self, songs: Iterable[Hashable]) -> list[int]:
        try:
            return [self._code[song] for song in songs]
        except KeyError:
            for song in songs:
                if song not in self._code:
                    self.notes[Note.UNDESCRIBED] += 1
                    self.track(song)
            return [self._code[song] for song in songs]

    def _count(self, note: Note, times: int) -> None:
        if times:
            self.notes[note] += int(times)
