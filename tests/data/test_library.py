import gzip
import io
import tarfile
import time
import zipfile

import numpy as np
import pytest

from earwitness.data.library import (
    build_library,
    load_library,
    read_songs,
    summary,
)
from earwitness.errors import DataError

TABLES = {
    "data/scores.tsv": "id\tpath\tname\tset_id\tlyricist_url\n"
    "7\tElsewhere/_/Lied\tDas Lied\t70\thttps://imslp.org/wiki/Category:M%C3%BCller,_Wilhelm\n",
    "data/sets.tsv": "id\tpath\tname\tcomposer_id\n70\tElsewhere/_\tOther songs\t700\n",
    "data/composers.tsv": "id\tpath\tname\n700\tElsewhere\tJane Q. Doe\n",
}


def score(*parts, title="From the file"):
    """One note a part: (name, step)."""
    listed = "".join(
        f'<score-part id="P{n}"><part-name>{name}</part-name></score-part>'
        for n, (name, _) in enumerate(parts)
    )
    body = "".join(
        f'<part id="P{n}"><measure><attributes><divisions>1</divisions></attributes><note><pitch>'
        f"<step>{step}</step><octave>4</octave></pitch><duration>2</duration>"
        "<lyric><text>ich und die Nacht</text></lyric></note></measure></part>"
        for n, (_, step) in enumerate(parts)
    )
    return (
        f"<score-partwise><work><work-title>{title}</work-title></work><identification>"
        '<creator type="composer">J. Doe</creator><rights>mine</rights></identification>'
        f"<part-list>{listed}</part-list>{body}</score-partwise>"
    ).encode()


def mxl(data):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("score.xml", data)
    return stream.getvalue()


@pytest.fixture
def folder(tmp_path):
    """A small corpus with two good songs, a duet, and three files that cannot be read."""
    root = tmp_path / "corpus"
    files = {name: text.encode() for name, text in TABLES.items()} | {
        "scores/Doe,_Jane/6_Lieder,_Op.1/1_Lied/lc7.mxl": mxl(score(("Voice", "C"))),
        "scores/Doe,_Jane/_/Neu/lc8.mxl": mxl(score(("Voice", "D"))),
        "scores/Able,_Ann/_/Duett/lc9.mxl": mxl(score(("Soprano", "E"), ("Alto", "C"))),
        "scores/Able,_Ann/_/Empty/lc10.mxl": b"",
        "scores/Able,_Ann/_/Text/lc11.mxl": b"no zip",
        "other.xml": b"<html/>",
        "README.txt": b"not a score",
        ".hidden.xml": b"",
    }
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


@pytest.fixture
def archive(folder):
    path = folder.with_suffix(".tar")
    with tarfile.open(path, "w") as tar:
        tar.add(folder, arcname=".")
    return path


def test_reads_a_folder_and_tells_what_it_did_not_read(folder):
    songs, unread = read_songs(folder)
    assert songs.ids == ("lc7.mxl", "lc8.mxl", "lc9.mxl")
    assert [failure.name for failure in unread] == [
        "other.xml",
        "scores/Able,_Ann/_/Empty/lc10.mxl",
        "scores/Able,_Ann/_/Text/lc11.mxl",
    ]
    told = summary(songs, unread)
    assert told.startswith("3 of 6 scores were not read: other.xml is not a MusicXML score")
    assert summary(*read_songs(folder, "sung")) == told
    assert "lc10.mxl is empty; " in told


def test_all_or_nothing_is_said_too(folder, tmp_path):
    songs, _ = read_songs(folder)
    assert summary(songs, []) == "All 3 scores were read."
    (tmp_path / "empty").mkdir()
    told = summary(*read_songs(tmp_path / "empty"))
    assert told == "No scores were found; their names end in .mid, .midi, .musicxml, .mxl, .xml."


def test_a_file_that_cannot_be_opened_does_not_stop_the_others(folder, monkeypatch):
    from pathlib import Path

    real = Path.open

    def locked(path, *args):
        if path.name == "lc7.mxl":
            raise PermissionError(13, "Permission denied")
        return real(path, *args)

    monkeypatch.setattr(Path, "open", locked)
    songs, unread = read_songs(folder)
    assert songs.ids == ("lc8.mxl", "lc9.mxl")
    assert "cannot be opened (Permission denied)" in [failure.reason for failure in unread]


def test_an_archive_gives_what_its_folder_gives(folder, archive):
    from_folder, from_archive = read_songs(folder)[0], read_songs(archive)[0]
    assert from_folder.ids == from_archive.ids
    assert (from_folder.histograms == from_archive.histograms).all()


def test_tables_are_joined_by_number_and_the_file_tells_the_rest(folder):
    first, second, third = read_songs(folder)[0]
    assert (first.composer, first.title, first.set, first.poet, first.lc) == (
        "Jane Q. Doe",
        "Das Lied",
        "6 Lieder, Op.1",
        "Wilhelm Müller",
        "7",
    )
    assert (second.composer, second.title, second.set) == ("Jane Q. Doe", "From the file", "")
    assert (third.composer, third.licence, third.language) == ("Ann Able", "CC0 1.0", "German")
    assert (first.cluster, second.cluster) == ("Jane Q. Doe: 6 Lieder, Op.1", "lc8.mxl")


def test_duets_are_pooled_as_written_and_apart_as_sung(folder):
    duet = read_songs(folder)[0][2]
    assert duet.histogram[[60, 64]].tolist() == [2, 2]
    lines = read_songs(folder, "sung")[0][2:]
    assert [(line.id, line.part, line.low) for line in lines] == [
        ("lc9.mxl#1", "Soprano", 64),
        ("lc9.mxl#2", "Alto", 60),
    ]


def test_one_file_alone_is_read_with_its_own_data(tmp_path):
    path = tmp_path / "song.musicxml"
    path.write_bytes(score(("Voice", "C"), title=""))
    (song,), unread = read_songs(path)
    assert not unread
    assert (song.id, song.title, song.composer, song.licence) == (
        "song.musicxml",
        "song",
        "J. Doe",
        "mine",
    )


def test_recurring_names_are_told_apart_by_their_folders(tmp_path):
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "1.xml").write_bytes(score(("Voice", "C")))
    assert read_songs(tmp_path)[0].ids == ("a/1.xml", "b/1.xml")


def test_progress_counts_every_file_read_or_not(folder):
    seen = []
    read_songs(folder, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, 6) for n in range(1, 7)]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [("none", None, "does not exist"), ("a.tar", b"no tar at all", "is not an uncompressed tar")],
)
def test_what_cannot_be_opened_is_said(tmp_path, name, data, says):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(DataError, match=says):
        read_songs(tmp_path / name)


def test_an_archive_cut_short_is_said(archive):
    archive.write_bytes(archive.read_bytes()[:3000])
    with pytest.raises(DataError, match="is a damaged tar archive"):
        read_songs(archive)


def test_a_library_reads_back_as_it_was_built(archive, tmp_path):
    seen = []
    built, unread = build_library(archive, tmp_path / "out", lambda *done: seen.append(done))
    assert len(unread) == 3
    assert (seen[0], seen[-1]) == ((1, 12), (12, 12))
    for counting, songs in built.items():
        loaded = load_library(counting, tmp_path / "out")
        assert loaded.source == "corpus.tar"
        assert loaded.ids == songs.ids
        for ours, theirs in zip(songs, loaded, strict=True):
            assert (ours.halves == theirs.halves).all()
            assert (ours.histogram == theirs.histogram).all()
            assert (ours.sounded == theirs.sounded).all()
            for name in ("title", "set", "poet", "total", "unit", "verses", "largest_leap"):
                assert getattr(ours, name) == getattr(theirs, name)


def test_provenance_tells_source_licence_command_and_what_is_left_out(archive, tmp_path):
    build_library(archive, tmp_path / "out")
    told = (tmp_path / "out" / "PROVENANCE.md").read_text()
    for words in (
        "earwitness repertoire build corpus.tar",
        "SHA-256",
        "doi:10.17613/1my2-dm23",
        "CC0 1.0 (3 scores)",
        "3 scores, counted as written",
        "4 vocal lines, counted as sung",
        "Left out: other.xml is not a MusicXML score",
    ):
        assert words in told


def test_a_missing_or_damaged_library_is_said(tmp_path):
    with pytest.raises(DataError, match="make it with `earwitness repertoire build`"):
        load_library("sung", tmp_path)
    for damage in (b"no gzip", gzip.compress(b"{"), gzip.compress(b'{"songs": [{}]}')):
        (tmp_path / "sung.json.gz").write_bytes(damage)
        with pytest.raises(DataError, match="is damaged"):
            load_library("sung", tmp_path)


@pytest.mark.parametrize(("counting", "count"), [("written", 1460), ("sung", 1679)])
def test_the_library_in_the_package_is_whole_and_quick(counting, count):
    begin = time.perf_counter()
    songs = load_library(counting)
    assert time.perf_counter() - begin < 0.5
    assert len(songs) == len(set(songs.ids)) == count
    assert len({song.composer for song in songs}) in {125, 126}
    assert (songs.histograms.sum(axis=1) > 0).all()
    assert all(song.licence == "CC0 1.0" and song.lc and song.title for song in songs)
    assert np.allclose(songs.histograms.sum(axis=1), [s.halves.sum() for s in songs])


def test_the_library_in_the_package_is_small():
    from importlib.resources import files

    stored = [path.read_bytes() for path in (files("earwitness.data") / "lieder").iterdir()]
    assert sum(map(len, stored)) < 1_500_000
