import pytest

from earwitness.data.playlists import make_world, read_playlists
from earwitness.data.playlists.presets import WorldOptions
from earwitness.errors import DataError


def test_the_kind_is_told_from_what_is_there(tmp_path):
    melon = tmp_path / "melon"
    make_world(WorldOptions(50, 10, 10, genres=3, eras=2, moods=2)).write(melon, mels=0)
    slices = tmp_path / "slices"
    slices.mkdir()
    text = '{"playlists": [{"pid": 3, "tracks": [{"track_uri": "t"}]}]}'
    (slices / "mpd.slice.0-999.json").write_text(text)
    table = tmp_path / "lists.csv"
    table.write_text("playlist,track\nmine,t\n")
    assert len(read_playlists(melon).playlists) == 10
    assert list(read_playlists(slices).playlists.ids) == ["3"]
    assert list(read_playlists(str(table)).playlists.ids) == ["mine"]


def test_what_cannot_be_read_is_refused_with_what_can(tmp_path):
    with pytest.raises(DataError, match="does not exist"):
        read_playlists(tmp_path / "nowhere")
    (tmp_path / "a.txt").write_text("x")
    for path in (tmp_path, tmp_path / "a.txt"):
        with pytest.raises(DataError, match=r"train\.json.*mpd\.slice.*\.csv or \.parquet"):
            read_playlists(path)
