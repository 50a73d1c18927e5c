"""Playlists in a plain table, CSV or Parquet: a row for each entry.

The columns `playlist` and `track` must be there. `position` orders a playlist's entries (else the
rows' order does), `artist`, `genre`, `title` and `issued` (YYYY-MM-DD) describe the track, where it
first occurs, and `date` is when the playlist was changed: the latest of its rows counts.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists.gathering import Gathering, Note, PlaylistData, Progress
from earwitness.errors import DataError

REQUIRED = ("playlist", "track")
OPTIONAL = ("position", "artist", "genre", "title", "issued", "date")
SUFFIXES = (".csv", ".parquet")
_MOMENT = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:[ T]?(\d\d):?(\d\d):?(\d\d))?")
_NUMBER = r"^-?\d+(\.\d+)?$"


def read_table(path: Path | str, progress: Progress | None = None) -> PlaylistData:
    """Read the table batch by batch; only codes of entries are kept, and each text once.

    Rows that cannot be parsed, or lack a playlist or a track, are left out and counted.
    """
    import pyarrow as pa

    path = Path(path)
    if not path.is_file():
        raise DataError(f"{path} does not exist")
    gathering = Gathering()
    table = _Table(gathering)
    try:
        batches = _csv_batches if path.suffix == ".csv" else _parquet_batches
        for batch in batches(path, gathering, progress):
            table.add(batch)
    except (pa.ArrowException, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path} cannot be read as {path.suffix[1:]}: {error}") from None
    table.finish()
    return gathering.finish(path)


class _Table:
    """Entries as arrays of codes, one array for each batch."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._playlists: dict[str, int] = {}
        self._tracks: dict[str, int] = {}
        self._updated = np.zeros(0, np.int64)
        self._columns: list[tuple[NDArray[Any], ...]] = []

    def add(self, batch: Any) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        whole = pc.and_(batch["playlist"].is_valid(), batch["track"].is_valid())
        rows = batch.filter(whole)
        if len(rows) < len(batch):
            self._gathering.notes[Note.ENTRY_WITHOUT_ID] += len(batch) - len(rows)
        playlist, track = _codes(rows, "playlist", self._playlists), self._add_tracks(rows)
        position = np.arange(len(rows), dtype=float)
        if "position" in rows.column_names:
            texts = rows["position"]
            readable = pc.if_else(pc.match_substring_regex(texts, _NUMBER), texts, None)
            # A position that cannot be read is not a number, and stands last.
            position = readable.cast(pa.float64()).to_numpy(zero_copy_only=False)
            if missing := int(np.isnan(position).sum()):
                self._gathering.notes[Note.NO_POSITION] += missing
        else:
            position += sum(len(columns[0]) for columns in self._columns)
        self._columns.append((playlist, track, position))
        self._add_dates(rows, playlist)

    def finish(self) -> None:
        """Hand over the playlists in the order of their first rows."""
        if not self._columns:
            return
        playlist, track, position = map(np.concatenate, zip(*self._columns, strict=True))
        order = np.lexsort((position, playlist))
        names = list(self._tracks)
        songs = track[order].tolist()
        ends = np.cumsum(np.bincount(playlist, minlength=len(self._playlists))).tolist()
        start = 0
        for name, end, updated in zip(self._playlists, ends, self._updated.tolist(), strict=True):
            self._gathering.playlist(name, [names[s] for s in songs[start:end]], updated)
            start = end

    def _add_tracks(self, rows: Any) -> NDArray[np.int32]:
        known = len(self._tracks)
        codes = _codes(rows, "track", self._tracks)
        new, first = np.unique(codes, return_index=True)
        described = rows.take(first[new >= known])
        for row in described.to_pylist():
            self._describe(row)
        return codes

    def _describe(self, row: dict[str, str | None]) -> None:
        gathering = self._gathering
        artist = genre = UNKNOWN
        if row.get("artist"):
            artist = gathering.artist(row["artist"], str(row["artist"]))
        elif "artist" in row:
            gathering.notes[Note.NO_ARTIST] += 1
        if row.get("genre"):
            genre = gathering.genre(str(row["genre"]))
        elif "genre" in row:
            gathering.notes[Note.NO_GENRE] += 1
        issued = _moment(row.get("issued")) // 1_000_000
        if "issued" in row and not issued:
            gathering.notes[Note.NO_ISSUE_DATE] += 1
        gathering.track(row["track"], row.get("title") or "", artist, genre, issued)

    def _add_dates(self, rows: Any, playlist: NDArray[np.int32]) -> None:
        self._updated = np.pad(self._updated, (0, len(self._playlists) - len(self._updated)))
        if "date" in rows.column_names:
            texts = rows["date"].dictionary_encode().combine_chunks()
            moments = np.array([*map(_moment, texts.dictionary.to_pylist()), 0], np.int64)
            # A missing date takes the last place, which holds 0.
            places = texts.indices.fill_null(len(moments) - 1).to_numpy(zero_copy_only=False)
            np.maximum.at(self._updated, playlist, moments[places])


def _codes(rows: Any, column: str, known: dict[str, int]) -> NDArray[np.int32]:
    """The column as codes into `known`, which learns what is new."""
    texts = rows[column].dictionary_encode().combine_chunks()
    codes = [known.setdefault(text, len(known)) for text in texts.dictionary.to_pylist()]
    places = texts.indices.to_numpy(zero_copy_only=False)
    return np.asarray(np.array(codes, np.int32)[places])


def _csv_batches(path: Path, gathering: Gathering, progress: Progress | None) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    with path.open(encoding="utf-8-sig", newline="") as text:
        columns = _wanted(path, next(csv.reader(text), []))

    def skip(row: Any) -> str:
        gathering.damaged(f"{path.name}, row {row.number}: {row.text[:80]!r}")
        return "skip"

    size = path.stat().st_size
    # One thread, so that damaged rows have numbers.
    with (
        path.open("rb") as stream,
        arrow_csv.open_csv(
            stream,
            read_options=arrow_csv.ReadOptions(use_threads=False),
            parse_options=arrow_csv.ParseOptions(newlines_in_values=True, invalid_row_handler=skip),
            convert_options=arrow_csv.ConvertOptions(
                include_columns=columns,
                column_types=dict.fromkeys(columns, pa.string()),
                strings_can_be_null=True,
                null_values=[""],
            ),
        ) as reader,
    ):
        for batch in reader:
            yield pa.Table.from_batches([batch])
            if progress is not None:
                progress(stream.tell(), size)


def _parquet_batches(path: Path, _: Gathering, progress: Progress | None) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        columns = _wanted(path, file.schema_arrow.names)
        schema = pa.schema([(name, pa.string()) for name in columns])
        done, total = 0, file.metadata.num_rows
        for batch in file.iter_batches(columns=columns):
            yield pa.Table.from_batches([batch]).select(columns).cast(schema)
            done += len(batch)
            if progress is not None:
                progress(done, total)


def _wanted(path: Path, found: list[str]) -> list[str]:
    missing = [name for name in REQUIRED if name not in found]
    if missing:
        raise DataError(f"{path} has no column {missing[0]!r}; it has {', '.join(found) or 'none'}")
    return [name for name in (*REQUIRED, *OPTIONAL) if name in found]


def _moment(text: str | None) -> int:
    """YYYYMMDDhhmmss; 0 where nothing can be read."""
    found = _MOMENT.match(text or "")
    return int("".join(part or "00" for part in found.groups())) if found else 0
