import json

import pytest

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.data.playlists import Note, read_slices
from earwitness.errors import DataError


def track(name, artist="a"):
    return {
        "pos": 0,
        "track_uri": f"spotify:track:{name}",
        "track_name": name.upper(),
        "artist_uri": f"spotify:artist:{artist}",
        "artist_name": artist.upper(),
        "album_uri": "spotify:album:z",
        "duration_ms": 1000,
    }


def playlist(pid, *tracks, **fields):
    return {"pid": pid, "name": "n", "modified_at": 1493424000, "tracks": list(tracks)} | fields


def write(folder, slices):
    for name, content in slices.items():
        text = content if isinstance(content, str) else json.dumps({"playlists": content})
        (folder / f"mpd.slice.{name}.json").write_text(text, "utf-8")
    return folder


def test_slices_are_read_in_the_order_of_their_numbers(tmp_path):
    first = [playlist(0, track("x"), track("y", "b")), playlist(1, track("y", "b"))]
    write(tmp_path, {"10000-10999": [playlist(10_000, track("x"))], "2000-2999": first})
    data = read_slices(tmp_path)
    assert list(data.playlists.ids) == ["0", "1", "10000"]
    assert list(data.tracks.ids) == ["spotify:track:x", "spotify:track:y"]
    assert list(data.tracks.titles) == ["X", "Y"]
    assert [data.tracks.artists[a] for a in data.tracks.artist] == ["A", "B"]
    assert data.playlists.tracks.tolist() == [0, 1, 1, 0]
    assert data.playlists.updated[0] == 20170429000000
    assert data.notes == {}


@pytest.mark.parametrize(
    ("flawed", "notes"),
    [
        (playlist(1), {Note.EMPTY: 1}),
        (playlist(1, tracks=None), {Note.EMPTY: 1}),
        (playlist(1, None, {}, {"track_uri": None}), {Note.ENTRY_WITHOUT_ID: 3, Note.EMPTY: 1}),
        (playlist(1, track("x"), track("x")), {Note.ENTRY_TWICE: 1}),
        (playlist(None, track("x")), {Note.PLAYLIST_WITHOUT_ID: 1}),
        (playlist(0, track("x")), {Note.PLAYLIST_TWICE: 1}),
        (playlist("1", track("x"), modified_at="noon"), {Note.NO_UPDATE: 1}),
        (playlist(1, {"track_uri": "t"}), {Note.NO_ARTIST: 1}),
        (None, {Note.DAMAGED: 1}),
    ],
)
def test_flaws_are_counted_and_the_rest_is_read(tmp_path, flawed, notes):
    data = read_slices(write(tmp_path, {"0-999": [playlist(0, track("x")), flawed]}))
    assert data.playlists.ids[0] == "0"
    assert data.notes == notes


def test_a_damaged_slice_is_named_and_the_others_are_read(tmp_path):
    good = [playlist(0, {"track_uri": "t"})]
    slices = {"0-999": good, "1000-1999": '{"playlists": [', "2000-2999": "[]"}
    data = read_slices(write(tmp_path, slices))
    assert list(data.playlists.ids) == ["0"]
    assert data.tracks.artist[0] == UNKNOWN
    assert data.notes[Note.DAMAGED] == 2
    assert "mpd.slice.1000-1999.json, byte 15" in data.damage


def test_a_folder_without_slices_is_refused(tmp_path):
    with pytest.raises(DataError, match=r"has no mpd\.slice"):
        read_slices(tmp_path)
