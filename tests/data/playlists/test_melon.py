import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists import Note, WorldOptions, make_world, read_melon, write_melon
from earwitness.errors import DataError, InputError

SONGS = [
    {
        "id": 7,
        "song_name": "밤편지",
        "artist_id_basket": [1, 2],
        "artist_name_basket": ["아이유", "다른 사람"],
        "song_gn_gnr_basket": ["GN0100", "GN2500"],
        "song_gn_dtl_gnr_basket": ["GN0101"],
        "album_id": 5,
        "album_name": "}, {",
        "issue_date": "20170324",
    },
    {
        "_id": 9,
        "song_name": "두 번째",
        "artist_id_basket": [3],
        "artist_name_basket": ["아이유"],
        "song_gn_gnr_basket": ["GN0700"],
        "issue_date": "20170000",
    },
]
PLAYLIST = {
    "id": 61281,
    "plylst_title": "여행같은 음악",
    "tags": ["락"],
    "songs": [9, 7],
    "like_cnt": 71,
    "updt_date": "2013-12-19 18:36:19.000",
}
GENRES = {"GN0100": "발라드", "GN0101": "세부장르", "GN2500": "아이돌"}


@pytest.fixture
def melon(tmp_path):
    """Write the files; texts are written as they stand."""

    def write(playlists=(PLAYLIST,), songs=SONGS, genres=GENRES):
        for name, value in {"train": playlists, "song_meta": songs, "genre_gn_all": genres}.items():
            if value is not None:
                text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                (tmp_path / f"{name}.json").write_text(text, "utf-8")
        return tmp_path

    return write


def listed(data):
    """Playlists by id, as ids of songs."""
    pairs = zip(data.playlists.ids, data.playlists, strict=True)
    return {name: [data.tracks.ids[code] for code in songs] for name, songs in pairs}


def test_reads_every_field_as_the_dataset_means_it(melon):
    data = read_melon(melon())
    tracks = data.tracks
    assert list(tracks.ids) == ["7", "9"]
    assert list(tracks.titles) == ["밤편지", "두 번째"]
    # Two artists share a name and are still two.
    assert tracks.artist[0] != tracks.artist[1]
    assert [tracks.artists[a] for a in tracks.artist] == ["아이유", "아이유"]
    assert [tracks.genres[g] for g in tracks.genre] == ["GN0100", "GN0700"]
    assert [tracks.genre_names[g] for g in tracks.genre] == ["발라드", "GN0700"]
    assert "GN0101" not in tracks.genres
    assert tracks.issued.tolist() == [20170324, 20170000]
    assert listed(data) == {"61281": ["9", "7"]}
    assert data.playlists.updated.tolist() == [20131219183619]
    assert data.notes == {}


@pytest.mark.parametrize(
    ("change", "expected", "notes"),
    [
        ({"songs": [9, 404, 7]}, ["9", "404", "7"], {Note.UNDESCRIBED: 1}),
        ({"songs": [9, 7, 9, 9]}, ["9", "7"], {Note.ENTRY_TWICE: 2}),
        ({"songs": ["9", 7]}, ["9", "7"], {Note.ID_AS_TEXT: 1}),
        ({"songs": ["9", 9]}, ["9"], {Note.ID_AS_TEXT: 1, Note.ENTRY_TWICE: 1}),
        ({"songs": [None, True, 1.5, "x", [], 7]}, ["7"], {Note.ENTRY_WITHOUT_ID: 5}),
        ({"id": "61281"}, ["9", "7"], {Note.ID_AS_TEXT: 1}),
        ({"updt_date": None}, ["9", "7"], {Note.NO_UPDATE: 1}),
        ({"updt_date": "yesterday"}, ["9", "7"], {Note.NO_UPDATE: 1}),
        ({"tags": None, "plylst_title": None, "like_cnt": None}, ["9", "7"], {}),
    ],
)
def test_flawed_playlists_are_repaired_and_counted(melon, change, expected, notes):
    data = read_melon(melon([PLAYLIST | change]))
    assert listed(data) == {"61281": expected}
    assert data.notes == notes


@pytest.mark.parametrize("songs", [[], None, "7", {}])
def test_playlists_without_songs_are_left_out(melon, songs):
    data = read_melon(melon([PLAYLIST | {"id": 1, "songs": songs}, PLAYLIST]))
    assert listed(data) == {"61281": ["9", "7"]}
    assert data.notes == {Note.EMPTY: 1}


def test_a_playlist_without_id_is_named_by_its_place(melon):
    data = read_melon(melon([PLAYLIST, PLAYLIST | {"id": None, "songs": [7]}]))
    assert listed(data) == {"61281": ["9", "7"], "#2": ["7"]}
    assert data.notes == {Note.PLAYLIST_WITHOUT_ID: 1}


def test_the_first_of_two_playlists_with_one_id_stays(melon):
    data = read_melon(melon([PLAYLIST, PLAYLIST | {"songs": [7]}]))
    assert listed(data) == {"61281": ["9", "7"]}
    assert data.notes == {Note.PLAYLIST_TWICE: 1}


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"artist_id_basket": []}, Note.NO_ARTIST),
        ({"artist_id_basket": None}, Note.NO_ARTIST),
        ({"song_gn_gnr_basket": []}, Note.NO_GENRE),
        ({"song_gn_gnr_basket": None}, Note.NO_GENRE),
        ({"issue_date": None}, Note.NO_ISSUE_DATE),
        ({"issue_date": "00000000"}, Note.NO_ISSUE_DATE),
        ({"issue_date": "20171301"}, Note.NO_ISSUE_DATE),
    ],
)
def test_missing_metadata_is_unknown_and_counted(melon, change, note):
    data = read_melon(melon(songs=[SONGS[0] | change, SONGS[1]]))
    assert data.notes == {note: 1}
    known = {
        Note.NO_ARTIST: data.tracks.artist[0] != UNKNOWN,
        Note.NO_GENRE: data.tracks.genre[0] != UNKNOWN,
        Note.NO_ISSUE_DATE: data.tracks.issued[0] != 0,
    }
    assert [n for n, is_known in known.items() if not is_known] == [note]


def test_null_texts_are_empty_and_an_unnamed_artist_is_called_by_its_id(melon):
    data = read_melon(melon(songs=[SONGS[0] | {"song_name": None, "artist_name_basket": None}]))
    assert data.tracks.titles[0] == ""
    assert data.tracks.artists[data.tracks.artist[0]] == "1"


def test_songs_without_id_or_twice_are_left_out(melon):
    songs = [*SONGS, SONGS[0] | {"id": None}, SONGS[0] | {"song_name": "again"}]
    data = read_melon(melon(songs=songs))
    assert list(data.tracks.titles) == ["밤편지", "두 번째"]
    assert data.notes == {Note.TRACK_WITHOUT_ID: 1, Note.TRACK_TWICE: 1}


def test_without_metadata_all_songs_are_unknown(melon):
    data = read_melon(melon(songs=None, genres=None))
    assert list(data.tracks.ids) == ["9", "7"]
    assert data.tracks.artist.tolist() == [UNKNOWN, UNKNOWN]
    assert data.notes == {Note.UNDESCRIBED: 2}


RECORD = json.dumps(PLAYLIST, ensure_ascii=False)
OTHER = json.dumps(PLAYLIST | {"id": 2})
UNQUOTED = OTHER.replace('"songs"', '"songs')


@pytest.mark.parametrize(
    ("text", "kept", "record", "byte"),
    [
        (f"[{OTHER}, {RECORD[:60]}", ["2"], 2, len(OTHER) + 3),
        (f"[{OTHER}, {RECORD[:-10]}, {RECORD}]", ["2", "61281"], 2, len(OTHER) + 3),
        (f"[{OTHER.replace('[9', '[9,,')}, {RECORD}]", ["61281"], 1, 1),
        (f"[{UNQUOTED}, {RECORD}]", ["61281"], 1, 1),
        (f"[5, {RECORD}]", ["61281"], 1, 1),
        (f"[{OTHER}, null, {RECORD}]", ["2", "61281"], 2, len(OTHER) + 1),
        (f"[{OTHER} {RECORD}]", ["2", "61281"], 2, len(OTHER) + 1),
        (f"[{OTHER},{RECORD[:60]},{RECORD}]", ["2", "61281"], 2, len(OTHER) + 2),
        (f"[{OTHER}", ["2"], 2, len(OTHER) + 1),
        (f"[{OTHER}]trailing", ["2"], 2, len(OTHER) + 1),
        (f"[{OTHER[:60]}", [], 1, 1),
    ],
)
def test_damage_is_named_by_record_and_byte_and_the_rest_is_read(melon, text, kept, record, byte):
    folder = melon(text)
    place = f"train.json, record {record}, byte {byte}"
    if not kept:
        with pytest.raises(DataError, match=f"no playlist.*{place}"):
            read_melon(folder)
        return
    data = read_melon(folder)
    assert list(data.playlists.ids) == kept
    assert data.damage == (place,)
    assert data.notes == {Note.DAMAGED: 1}


def test_bytes_that_are_not_utf8_damage_their_record_only(melon):
    folder = melon([PLAYLIST | {"id": 2, "plylst_title": "X"}, PLAYLIST])
    path = folder / "train.json"
    path.write_bytes(path.read_bytes().replace(b'"X"', b'"\xff"'))
    assert list(read_melon(folder).playlists.ids) == ["61281"]


def test_damage_in_all_files_is_counted(melon):
    data = read_melon(melon(songs=f"[{json.dumps(SONGS[0])}, {{]", genres='{"GN0100": '))
    assert data.notes[Note.DAMAGED] == 2
    assert data.damage[0].startswith("genre_gn_all.json, byte ")
    assert data.damage[1].startswith("song_meta.json, record 2, byte ")
    assert "2 damaged records" in data.summary()


@pytest.mark.parametrize("title", ['}, {"', "}]", "\\", '"', "{", "}" * 5 + ", {", "]\n"])
def test_texts_that_look_like_structure_are_texts(melon, title):
    folder = melon([PLAYLIST | {"plylst_title": title}, PLAYLIST | {"id": 2}])
    data = read_melon(folder)
    assert list(data.playlists.ids) == ["61281", "2"]
    assert data.notes == {}


@pytest.mark.parametrize("text", ["", "{}", "nothing"])
def test_what_is_no_array_is_refused(melon, text):
    with pytest.raises(DataError, match=r"train\.json is (empty|not a JSON array)"):
        read_melon(melon(text))


def test_an_empty_array_and_a_missing_file_are_refused(melon, tmp_path):
    with pytest.raises(DataError, match="no playlist"):
        read_melon(melon("[]"))
    with pytest.raises(DataError, match=r"has no val\.json"):
        read_melon(tmp_path, part="val")


def test_without_the_extra_the_remedy_is_named(melon, monkeypatch):
    folder = melon()
    monkeypatch.setitem(sys.modules, "orjson", None)
    with pytest.raises(InputError, match=r"pip install 'earwitness\[playlists\]'"):
        read_melon(folder)


def test_progress_ends_where_the_files_end(melon):
    told = []
    folder = melon()
    read_melon(folder, lambda done, total: told.append((done, total)))
    size = sum((folder / name).stat().st_size for name in ("train.json", "song_meta.json"))
    assert told[-1] == (size, size)


ids = st.lists(st.integers(0, 10**9), min_size=1, max_size=8, unique=True)
dates = st.sampled_from([0, 20170324, 20170300, 20170000])


@st.composite
def catalogues(draw):
    names = draw(ids)
    n = len(names)
    column = lambda values: draw(st.lists(values, min_size=n, max_size=n))  # noqa: E731
    return Tracks(
        [str(name) for name in names],
        column(st.text(st.characters(codec="utf-8"))),
        np.array(column(st.sampled_from([UNKNOWN, 0, 1])), np.int32),
        ["one", "two"],
        np.array(column(st.sampled_from([UNKNOWN, 0, 1])), np.int32),
        ["GN0100", "GN0200"],
        ["ballad", "dance"],
        np.array(column(dates), np.int32),
    )


@given(data=st.data(), tracks=catalogues())
def test_what_is_written_is_read_again(tmp_path_factory, data, tracks):
    codes = st.lists(st.integers(0, len(tracks) - 1), min_size=1, unique=True)
    lists = data.draw(st.lists(codes, min_size=1, max_size=5))
    playlists = Playlists(
        [str(place) for place in range(len(lists))],
        np.cumsum([0, *map(len, lists)]),
        np.concatenate(lists).astype(np.int32),
        np.array([data.draw(st.sampled_from([0, 20131219183619])) for _ in lists]),
    )
    folder = tmp_path_factory.mktemp("melon")
    write_melon(folder, tracks, {"train": playlists})
    read = read_melon(folder)
    assert read.tracks.ids == tracks.ids
    assert read.tracks.titles == tracks.titles
    assert read.tracks.issued.tolist() == tracks.issued.tolist()
    assert read.tracks.genre.tolist() == tracks.genre.tolist()
    assert read.tracks.genre_names == tracks.genre_names
    named = [["one", "two", "unknown"][a] for a in tracks.artist]
    assert [[*read.tracks.artists, "unknown"][a] for a in read.tracks.artist] == named
    assert read.playlists.tracks.tolist() == playlists.tracks.tolist()
    assert read.playlists.starts.tolist() == playlists.starts.tolist()
    assert read.playlists.updated.tolist() == playlists.updated.tolist()


READ = """
import resource, sys, time
from earwitness.data.playlists import read_melon
began = time.perf_counter()
data = read_melon(sys.argv[1])
print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
      len(data.playlists), len(data.playlists.tracks), len(data.tracks))
"""


def read_apart(folder):
    """Seconds, GB at most, playlists, entries and songs, of a reading in its own process."""
    found = subprocess.run(
        [sys.executable, "-c", READ, folder], check=True, capture_output=True, env=os.environ
    )
    return [float(number) for number in found.stdout.split()]


def test_memory_grows_with_the_columns_and_not_with_the_records(tmp_path):
    # Twenty times the text in each record must not show in what is held.
    small, large = tmp_path / "small", tmp_path / "large"
    for folder, note in ((small, "x"), (large, "x" * 4_000)):
        folder.mkdir()
        record = json.dumps(PLAYLIST | {"tags": [note]})
        lists = ",".join(record.replace("61281", str(i)) for i in range(10_000))
        (folder / "train.json").write_text(f"[{lists}]", "utf-8")
    gigabytes = [read_apart(folder)[1] for folder in (small, large)]
    # The file itself is mapped, and counts while it is read: 0.04 GB.
    assert gigabytes[1] - gigabytes[0] < 0.06


@pytest.mark.slow
def test_the_full_size_is_read_within_a_minute_and_4_gigabytes(tmp_path):
    world = make_world("melon", seed=1)
    world.write(tmp_path, mels=0)
    seconds, gigabytes, playlists, entries, songs = read_apart(tmp_path)
    assert (playlists, songs) == (115_071, 707_989)
    assert entries > 5_000_000
    assert seconds < 60
    assert gigabytes < 4


def test_worlds_are_written_as_the_dataset_is(tmp_path):
    world = make_world(WorldOptions(200, 50, 30, genres=5, eras=2, moods=2), seed=3)
    world.write(tmp_path, mels=4)
    for part, size in (("train", 50), ("val", 10), ("test", 5)):
        assert len(read_melon(tmp_path, part=part).playlists) == size
    assert set(json.loads((tmp_path / "train.json").read_bytes())[0]) == set(PLAYLIST)
    assert set(json.loads((tmp_path / "song_meta.json").read_bytes())[0]) == set(SONGS[0])
    assert len(list((tmp_path / "arena_mel").rglob("*.npy"))) == 4
    data = read_melon(tmp_path)
    assert data.notes == {}
    assert data.tracks.genres == list(world.tracks.genres)
    assert data.tracks.issued.tolist() == world.tracks.issued.tolist()
    assert data.playlists.tracks.tolist() == world.playlists().tracks.tolist()
    assert data.playlists.updated.tolist() == world.playlists().updated.tolist()
