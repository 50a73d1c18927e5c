"""Counting as written, against music21, on which the source's own code rests."""

import hashlib
import io
import tarfile
import warnings

import numpy as np
import pytest

from earwitness.music.counting import count_written
from earwitness.music.reading import read_score

pytestmark = pytest.mark.slow


def oracle(path):
    """The source's rules on music21's objects: pitches and their quarter lengths."""
    from music21 import chord, converter, harmony, note

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parts = list(converter.parse(path, forceSource=True).parts)
        vocal = [
            p for p in parts if any(n.lyrics for n in p.flatten().getElementsByClass(note.Note))
        ]
        if not vocal:
            vocal = [max(parts, key=_mean_pitch)]
        held = {}
        for part in vocal:
            for element in part.flatten().notes:
                if isinstance(element, harmony.ChordSymbol):
                    continue
                if isinstance(element, chord.Chord):
                    pitch = max(p.midi for p in element.pitches)
                else:
                    pitch = element.pitch.midi
                held[pitch] = held.get(pitch, 0.0) + float(element.quarterLength)
    return held


def _mean_pitch(part):
    from music21 import note

    return np.mean([n.pitch.midi for n in part.flatten().getElementsByClass(note.Note)] or [0])


def ours(name, data):
    tally = count_written(read_score(name, io.BytesIO(data), len(data)))
    return {int(p): float(tally.histogram[p]) for p in np.flatnonzero(tally.sounded)}


@pytest.mark.needs("corpus")
def test_a_sample_of_the_corpus_counts_as_in_music21(corpus, tmp_path):
    with tarfile.open(corpus / "openscore-lieder.tar") as archive:
        names = [name for name in archive.getnames() if name.endswith(".mxl")]
        names.sort(key=lambda name: hashlib.sha256(name.rpartition("/")[2].encode()).digest())
        for name in names[:12]:
            data = archive.extractfile(name).read()
            path = tmp_path / name.rpartition("/")[2]
            path.write_bytes(data)
            assert ours(name, data) == pytest.approx(oracle(path), abs=1e-6), name


def test_corner_cases_count_as_in_music21(xml, tmp_path):
    down = (
        "<transpose><diatonic>-1</diatonic><chromatic>-2</chromatic>"
        "<octave-change>-1</octave-change></transpose>"
    )
    staves = [f"<staff>{n}</staff>" for n in (1, 2)]
    voice = xml.part(
        xml.note("A5", before="<grace/>")
        + xml.sung("C4", 2)
        + xml.note("E4", 2)
        + xml.note("G4", 2, before="<chord/>")
        + xml.backup(4)
        + xml.note("D4", 3, "<voice>2</voice>")
        + xml.note("Bb3", 1, "<voice>2</voice>", before="<cue/>"),
        xml.repeat("forward") + xml.sung("F#4", 3) + xml.rest(1) + xml.repeat("backward"),
        attributes=down,
    )
    keys = xml.part(
        "<harmony><root><root-step>C</root-step></root><kind>major</kind></harmony>"
        + xml.note("C5", 4, staves[0], xml.lyric())
        + xml.backup(4)
        + xml.note("C3", 4, staves[1]),
        attributes="<staves>2</staves>",
    )
    data = xml.document(voice, keys)
    path = tmp_path / "corners.musicxml"
    path.write_bytes(data)
    assert ours(path.name, data) == oracle(path)


def test_a_score_without_lyrics_counts_as_in_music21(xml, tmp_path):
    data = xml.document(
        xml.part(xml.note("C3") + xml.note("C6")), xml.part(xml.note("C5", 4)), xml.part(xml.rest())
    )
    path = tmp_path / "silent.musicxml"
    path.write_bytes(data)
    assert ours(path.name, data) == oracle(path)
