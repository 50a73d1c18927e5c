"""Reading scores and counting them as written: ours against music21, in one run, on one core."""

import hashlib
import os
import tarfile
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

FILES = 40
TARGET = 60.0


def _corpus() -> Path | None:
    root = Path(__file__).parent.parent
    folder = Path(os.environ.get("EARWITNESS_CORPUS", root.parent / "shared" / "data"))
    archive = folder / "openscore-lieder.tar"
    return archive if archive.exists() else None


def _sample(archive: Path, folder: Path) -> list[Path]:
    """The scores with the lowest SHA-256 of their names, as files."""
    with tarfile.open(archive) as tar:
        names = [name for name in tar.getnames() if name.endswith(".mxl")]
        names.sort(key=lambda name: hashlib.sha256(name.rpartition("/")[2].encode()).digest())
        paths = []
        for name in names[:FILES]:
            paths.append(folder / name.rpartition("/")[2])
            paths[-1].write_bytes(tar.extractfile(name).read())
    return paths


def _music21(path: Path) -> dict[int, float]:
    """The source's rules on music21's objects."""
    from music21 import chord, converter, harmony, note

    held: dict[int, float] = {}
    for part in converter.parse(path, forceSource=True).parts:
        flat = part.flatten()
        if any(n.lyrics for n in flat.getElementsByClass(note.Note)):
            for element in flat.notes:
                if isinstance(element, harmony.ChordSymbol):
                    continue
                top = element.pitches[-1] if isinstance(element, chord.Chord) else element.pitch
                held[top.midi] = held.get(top.midi, 0.0) + float(element.quarterLength)
    return held


def _timed(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


def bench() -> list[dict]:
    """CPU seconds for a fixed sample of the corpus; nothing where the corpus is not there."""
    archive = _corpus()
    if archive is None:
        return []
    from music21 import converter  # noqa: F401 - imported before the clock starts

    from earwitness.data.library import read_songs

    with tempfile.TemporaryDirectory() as name, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(name)
        paths = _sample(archive, folder)
        read_songs(folder)  # once before the clock: imports, tables of words
        # Ours before and after the peer, since the machine may grow busier.
        first = _timed(lambda: read_songs(folder))
        peer = _timed(lambda: [_music21(path) for path in paths])
        ours = (first + _timed(lambda: read_songs(folder))) / 2
    return [
        {
            "name": "reading and counting scores",
            "ours": ours,
            "peer": peer,
            "ratio": peer / ours,
            "peer_name": "music21",
            "target": TARGET,
            "note": f"{FILES} scores of the Lieder corpus, as written, in one process; "
            "ours tells the language of the lyrics too",
        }
    ]


if __name__ == "__main__":
    print(*bench(), sep="\n")
