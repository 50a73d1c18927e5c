import json

import numpy as np
import pytest

from earwitness.data.tessituragrams import read_tessituragrams, write_tessituragrams
from earwitness.errors import DataError, InputError
from earwitness.music.song import Song

STORED = {
    "composer": "Franz Schubert",
    "title": "Der Lindenbaum",
    "filename": "lindenbaum.mxl",
    "tessituragram": {"64": 12.0, "66": 0.0, "71": 1.5},
    "statistics": {
        "total_duration": 20.0,
        "pitch_range": {"min": "E4", "min_midi": 64, "max": "B4", "max_midi": 71},
        "unique_pitches": 3,
    },
}


@pytest.mark.parametrize("layout", [{"songs": [STORED]}, [STORED]])
def test_reads_both_layouts(tmp_path, layout):
    path = tmp_path / "tessituragrams.json"
    path.write_text(json.dumps(layout))
    (song,) = read_tessituragrams(path)
    assert (song.id, song.composer, song.title) == (
        "lindenbaum.mxl",
        "Franz Schubert",
        "Der Lindenbaum",
    )
    assert (song.low, song.high, song.total, song.unit) == (64, 71, 20, "beats")
    assert song.histogram[[64, 66, 71]].tolist() == [12, 0, 1.5]
    assert song.sounded[66]
    assert np.isnan(song.halves).all()


def test_what_is_written_is_read_back(tmp_path):
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_text(json.dumps([STORED]))
    write_tessituragrams(read_tessituragrams(first), second)
    assert json.loads(second.read_text()) == {"songs": [STORED]}


def test_seconds_are_not_written_as_beats(tmp_path):
    zeros = np.zeros(128)
    song = Song("a", "", "", zeros, zeros > 0, np.zeros((2, 128)), unit="seconds")
    with pytest.raises(InputError, match="a is counted in seconds"):
        write_tessituragrams([song], tmp_path / "a.json")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '{"songs": [\n{"a" 1}]}',
            "is not valid JSON: Expecting ':' delimiter at line 2, column 6",
        ),
        ("[1]", "song 1 is not an object"),
        ("{}", "has no list of songs"),
        ("3", "has no list of songs"),
        ('[{"filename": "x.mxl"}]', "song 1 (x.mxl) has no tessituragram"),
        ('[{"tessituragram": {}}]', "song 1 has no tessituragram"),
        ('[{"tessituragram": {"C4": 1}}]', "has the pitch 'C4'; pitches are MIDI numbers"),
        ('[{"tessituragram": {"128": 1}}]', "has the pitch '128'"),
        ('[{"tessituragram": {"60": "long"}}]', "has the duration 'long' at 60"),
        ('[{"tessituragram": {"60": -1}}]', "has the duration -1 at 60"),
        ('[{"tessituragram": {"60": NaN}}]', "has the duration nan at 60"),
        ('[{"tessituragram": {"60": true}}]', "has the duration True at 60"),
    ],
)
def test_says_where_a_file_is_damaged(tmp_path, text, says):
    path = tmp_path / "tessituragrams.json"
    path.write_text(text)
    with pytest.raises(DataError) as error:
        read_tessituragrams(path)
    assert says in str(error.value)


def test_says_that_a_file_is_missing_or_not_text(tmp_path):
    with pytest.raises(DataError, match="does not exist"):
        read_tessituragrams(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b"\xff")
    with pytest.raises(DataError, match="is not in UTF-8"):
        read_tessituragrams(tmp_path / "latin.json")
