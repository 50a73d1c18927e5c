"""Libraries of songs: read from score files, built into the package, and loaded from it."""

import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal

from earwitness.errors import DataError
from earwitness.music.counting import Tally, count_written
from earwitness.music.musicxml import read_musicxml
from earwitness.music.plainxml import check_size, unzip_score
from earwitness.music.score import Score
from earwitness.music.song import Song, Songs

Counting = Literal["written", "sung"]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Unread:
    name: str
    reason: str


def read_songs(path, counting="written", progress=None):
    songs=[]; unread=[]
    entries = list(_entries(Path(path)))
    for done,(name, data) in enumerate(entries):
        try:
            check_size(len(data))
            score = read_musicxml(unzip_score(data) if name.endswith('.mxl') else data)
            t = count_written(score)
        except DataError as error:
            unread.append(Unread(name,str(error))); continue
        fn = PurePosixPath(name).name
        songs.append(Song(fn, score.composer, score.title, t.histogram, t.sounded, t.halves, "beats", t.total, fn))
        if progress: progress(done+1,len(entries))
    songs.sort(key=lambda s: s.id)
    return Songs(tuple(songs), str(path)), unread


def _entries(path):
    if path.is_dir():
        for p in sorted(path.rglob('*')):
            if p.suffix in {'.mxl','.musicxml','.xml'}: yield str(p.relative_to(path)), p.read_bytes()
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as t:
            for m in t:
                if m.name.endswith(('.mxl','.musicxml','.xml')): yield m.name, t.extractfile(m).read()
    else:
        yield path.name, path.read_bytes()
