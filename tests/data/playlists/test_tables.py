from datetime import datetime

import pyarrow as pa
import pytest
from pyarrow import parquet

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists import Note, make_world, read_playlists, read_table
from earwitness.data.playlists.presets import WorldOptions
from earwitness.errors import DataError

CSV = """playlist,position,track,artist,genre,date,title,issued
p1,2,b,Bo,rock,2020-01-02,Bee,1999-05-01
p2,1,a,Al,pop,,Ay,
p1,10,c,,,2020-03-01 10:20:30,"See, or
sea",2001-01-01
p1,1,a,Al,pop,2019-01-01,ignored,
"""


def listed(data):
    pairs = zip(data.playlists.ids, data.playlists, strict=True)
    return {name: [data.tracks.ids[code] for code in songs] for name, songs in pairs}


def write(folder, text):
    path = folder / "lists.csv"
    path.write_text(text, "utf-8")
    return path


def test_every_column_is_read(tmp_path):
    data = read_table(write(tmp_path, CSV))
    tracks = data.tracks
    # By position as a number, not as text: 10 comes after 2.
    assert listed(data) == {"p1": ["a", "b", "c"], "p2": ["a"]}
    assert data.playlists.updated.tolist() == [20200301102030, 0]
    assert dict(zip(tracks.ids, tracks.titles, strict=True)) == {
        "a": "Ay",
        "b": "Bee",
        "c": "See, or\nsea",
    }
    assert tracks.issued[tracks.code["b"]] == 19990501
    assert tracks.artists[tracks.artist[tracks.code["a"]]] == "Al"
    assert tracks.genre[tracks.code["c"]] == UNKNOWN
    assert data.notes == {
        Note.NO_ARTIST: 1,
        Note.NO_GENRE: 1,
        Note.NO_ISSUE_DATE: 1,
        Note.NO_UPDATE: 1,
    }


def test_two_columns_suffice_and_rows_give_the_order(tmp_path):
    data = read_table(write(tmp_path, "track,playlist\n7,1\n3,1\n7,1\n5,2\n"))
    assert listed(data) == {"1": ["7", "3"], "2": ["5"]}
    assert data.notes == {Note.ENTRY_TWICE: 1, Note.NO_UPDATE: 2}


def test_flawed_rows_are_left_out_and_counted(tmp_path):
    text = "playlist,position,track\n1,1,a\n1,2\n,1,b\n2,1,\n1,soon,d\n1,2,e\n"
    data = read_table(write(tmp_path, text))
    assert listed(data) == {"1": ["a", "e", "d"]}
    assert data.notes[Note.DAMAGED] == 1
    assert data.damage == ("lists.csv, row 3: '1,2'",)
    assert data.notes[Note.ENTRY_WITHOUT_ID] == 2
    assert data.notes[Note.NO_POSITION] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no column 'playlist'; it has none"),
        ("playlist,song\n1,2\n", "no column 'track'; it has playlist, song"),
        ("playlist,track\n", "holds no playlist"),
    ],
)
def test_unusable_tables_are_refused(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_table(write(tmp_path, text))


def test_bytes_that_are_no_table_are_refused(tmp_path):
    for name in ("a.csv", "a.parquet"):
        (tmp_path / name).write_bytes(b"playlist,track\n\xff\xfe,1\n")
        with pytest.raises(DataError, match=f"{name} cannot be read as"):
            read_table(tmp_path / name)


def test_parquet_with_numbers_and_times(tmp_path):
    table = pa.table(
        {
            "extra": [0.5, 0.5, 0.5],
            "track": [9, 7, None],
            "playlist": [1, 1, 1],
            "position": [2, 1, 3],
            "date": [datetime(2020, 1, 2, 3, 4, 5)] * 3,  # noqa: DTZ001 - tables hold such
        }
    )
    parquet.write_table(table, tmp_path / "lists.parquet")
    data = read_table(tmp_path / "lists.parquet")
    assert listed(data) == {"1": ["7", "9"]}
    assert data.playlists.updated.tolist() == [20200102030405]
    assert data.notes == {Note.ENTRY_WITHOUT_ID: 1}


def test_many_batches_are_one_table(tmp_path):
    world = make_world(WorldOptions(500, 4_000, 50, genres=4, eras=2, moods=2), seed=1)
    playlists = world.playlists()
    owner = [p for p, n in enumerate(playlists.lengths.tolist()) for _ in range(n)]
    table = pa.table({"playlist": owner, "track": playlists.tracks})
    path = tmp_path / "lists.parquet"
    parquet.write_table(table, path, row_group_size=10_000)
    told = []
    data = read_playlists(path, lambda done, total: told.append((done, total)))
    assert len(told) > 1
    assert told[-1] == (len(owner), len(owner))
    assert data.playlists.starts.tolist() == playlists.starts.tolist()
    assert [int(data.tracks.ids[c]) for c in data.playlists.tracks] == playlists.tracks.tolist()
