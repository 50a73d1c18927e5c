"""Libraries of songs: read from score files, and the one that comes with the package."""

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import numpy as np

from earwitness.data.collection import Item, open_collection
from earwitness.data.corpus import CITATION, LICENCE, TABLES, Entry, read_tables
from earwitness.errors import DataError
from earwitness.music.counting import Tally, count_sung, count_written
from earwitness.music.reading import READABLE, read_score
from earwitness.music.score import Score
from earwitness.music.song import PITCHES, Song, Songs

Counting = Literal["written", "sung"]
Progress = Callable[[int, int], None]
"""Called with how many files are done, and how many there are."""

COUNTINGS: tuple[Counting, ...] = ("written", "sung")
_LINE = re.compile(r"#\d+$")
"""What tells the lines of one score apart."""
_ARRAYS = frozenset({"histogram", "sounded", "halves"})
_TEXTS = tuple(field for field in fields(Song) if field.name not in _ARRAYS)


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that was not read, and why: the reason reads on after the name."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} {self.reason}"


def read_songs(
    path: Path | str, counting: Counting = "written", progress: Progress | None = None
) -> tuple[Songs, list[Unread]]:
    """Read the scores in a folder, in a tar archive or in one file, sorted by id.

    A song's id is its file's name, or its path where names recur; as sung, a score with several
    vocal lines gives several songs, with #1, #2… after it. A bad file does not stop the others.
    """
    songs: list[Song] = []
    unread: list[Unread] = []
    with open_collection(Path(path)) as items:
        scores = [item for item in items if PurePosixPath(item.name).suffix.lower() in READABLE]
        entries = _entries(items)
        recurring = Counter(PurePosixPath(item.name).name for item in scores)
        for done, item in enumerate(scores, start=1):
            name = PurePosixPath(item.name).name
            try:
                with item.open() as stream:
                    score = read_score(item.name, stream, item.size)
                tallies = [count_written(score)] if counting == "written" else count_sung(score)
            except DataError as error:
                unread.append(Unread(item.name, str(error)))
            except OSError as error:
                unread.append(Unread(item.name, f"cannot be opened ({error.strerror})"))
            else:
                identifier = name if recurring[name] == 1 else item.name
                songs += _songs(identifier, name, score, tallies, entries.get(item.name))
            if progress is not None:
                progress(done, len(scores))
    songs.sort(key=lambda song: song.id)
    return Songs(tuple(songs), str(path)), unread


def summary(songs: Songs, unread: Sequence[Unread]) -> str:
    """One sentence: how many files were read, how many were not, and why."""
    read = len({_LINE.sub("", song.id) for song in songs})
    total = read + len(unread)
    if not total:
        return f"No scores were found; their names end in {', '.join(sorted(READABLE))}."
    if not unread:
        return f"All {total} scores were read."
    return f"{len(unread)} of {total} scores were not read: {'; '.join(map(str, unread))}."


def build_library(
    source: Path | str, out: Path | str, progress: Progress | None = None
) -> tuple[dict[Counting, Songs], list[Unread]]:
    """Read all scores in both ways of counting, and store them in the folder `out`.

    The same source gives the same bytes. PROVENANCE.md tells where they come from.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    library: dict[Counting, Songs] = {}
    failures: list[Unread] = []
    for turn, counting in enumerate(COUNTINGS):
        library[counting], unread = read_songs(source, counting, _turn(progress, turn))
        failures += [failure for failure in unread if failure not in failures]
        _store(library[counting], folder / f"{counting}.json.gz")
    (folder / "PROVENANCE.md").write_text(_provenance(Path(source), library, failures), "utf-8")
    return library, failures


def load_library(counting: Counting = "sung", folder: Path | None = None) -> Songs:
    """The library that `build_library` stored; without a folder, the one in the package."""
    place = files("earwitness.data") / "lieder" if folder is None else folder
    name = f"{counting}.json.gz"
    try:
        stored = json.loads(gzip.decompress((place / name).read_bytes()))
        return Songs(tuple(map(_load, stored["songs"])), stored["source"])
    except FileNotFoundError:
        raise DataError(
            f"{place} has no {name}; make it with `earwitness repertoire build`"
        ) from None
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{place / name} is damaged ({error}); build it again") from None


def _entries(items: Sequence[Item]) -> dict[str, Entry]:
    """What the corpus' tables say, where they are among the files."""
    tables = {item.name: item for item in items if item.name in TABLES}
    if len(tables) < len(TABLES):
        return {}
    texts = {}
    for name, item in tables.items():
        with item.open() as stream:
            texts[name] = stream.read().decode()
    return read_tables(texts, [item.name for item in items])


def _songs(
    identifier: str, name: str, score: Score, tallies: Sequence[Tally], entry: Entry | None
) -> list[Song]:
    known = entry or Entry("", "", "", "", "")
    return [
        Song(
            id=identifier if len(tallies) == 1 else f"{identifier}#{number}",
            composer=known.composer or score.composer,
            title=known.title or score.title or PurePosixPath(name).stem,
            histogram=tally.histogram,
            sounded=tally.sounded,
            halves=tally.halves,
            unit=tally.unit,
            total=tally.total,
            filename=name,
            part=tally.part,
            set=known.set if entry else score.set,
            poet=known.poet or score.poet,
            language=tally.language,
            lc=known.lc,
            licence=LICENCE if entry else score.licence,
            verses=tally.verses,
            longest_phrase=tally.longest_phrase,
            largest_leap=tally.largest_leap,
        )
        for number, tally in enumerate(tallies, start=1)
    ]


def _store(songs: Songs, path: Path) -> None:
    name = PurePosixPath(songs.source).name
    document = {"source": name, "songs": [_plain(song) for song in songs]}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _plain(song: Song) -> dict[str, Any]:
    """The song for JSON: texts and numbers where they are not the default, pitches that occur."""
    pitches = np.flatnonzero(song.sounded)
    values = {field.name: getattr(song, field.name) for field in _TEXTS}
    return {f.name: values[f.name] for f in _TEXTS if values[f.name] != f.default} | {
        "pitches": pitches.tolist(),
        "halves": song.halves[:, pitches].tolist(),
    }


def _load(stored: dict[str, Any]) -> Song:
    pitches = stored.pop("pitches")
    sounded = np.zeros(PITCHES, dtype=bool)
    sounded[pitches] = True
    halves = np.zeros((2, PITCHES))
    halves[:, pitches] = stored.pop("halves")
    return Song(**stored, histogram=halves.sum(axis=0), sounded=sounded, halves=halves)


def _turn(progress: Progress | None, turn: int) -> Progress | None:
    """The progress of one reading as part of the progress of all."""
    if progress is None:
        return None
    return lambda done, total: progress(turn * total + done, len(COUNTINGS) * total)


def _provenance(source: Path, library: dict[Counting, Songs], failures: Sequence[Unread]) -> str:
    written, sung = library["written"], library["sung"]
    licences = Counter(song.licence or "not named" for song in written)
    lines = [
        "# Where this library comes from",
        "",
        f"Made by `earwitness repertoire build {source.name}`.",
        "",
        f"- Source: {source.name}" + (f", SHA-256 {_sha256(source)}" if source.is_file() else ""),
        *([f"- {CITATION}"] if any(song.lc for song in written) else []),
        *(f"- Licence: {name} ({count} scores)" for name, count in licences.most_common()),
        f"- `written.json.gz`: {len(written)} scores, counted as written, in quarter beats",
        f"- `sung.json.gz`: {len(sung)} vocal lines, counted as sung",
        *(f"- Left out: {failure}" for failure in failures),
        "",
        "Both hold, for each song, the time on each MIDI pitch in the first and in the second half",
        "of its sung time, and what the source says of its composer, title, set, poet and licence.",
        "The language is told from the lyrics, which are not stored.",
    ]
    return "\n".join(lines) + "\n"


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
