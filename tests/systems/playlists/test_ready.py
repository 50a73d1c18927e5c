"""Recommendations read from files."""

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.systems.playlists.specimens import tracks_of

from earwitness.errors import DataError
from earwitness.systems.playlists import Ready

TRACKS = tracks_of([0] * 4, ids=["1", "2", "3", "4"])
CSV = "seed,item,rank,score\n1,3,2,0.5\n1,2,1,0.9\n2,1,1,0.1\n1+2,4,1,1\n"


@pytest.fixture
def file(tmp_path):
    def write(name: str, text: str):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_a_table(file):
    system = Ready(TRACKS, file("ours.csv", CSV))
    assert system.recommend(1, 20) == ["2", "3"]
    assert system.recommend("1", 1) == ["2"]
    answers = system.answer_many(
        [{"seeds": ["1"], "k": 5}, {"seeds": ["1", "2"], "k": 5}, {"seeds": ["4"], "k": 5}],
        [np.random.default_rng()] * 3,
    )
    assert [answer.items for answer in answers] == [("2", "3"), ("4",), ()]
    assert answers[0].scores == (0.9, 0.5)


def test_parquet_with_numbers_as_ids_and_no_scores(tmp_path):
    table = pa.table({"seed": [1, 1], "item": [4, 2], "rank": [1, 2]})
    parquet.write_table(table, tmp_path / "ours.parquet")
    system = Ready(TRACKS, tmp_path / "ours.parquet")
    answer = system.answer({"seeds": ["1"], "k": 5}, np.random.default_rng())
    assert (answer.items, answer.scores) == (("4", "2"), None)


def test_a_trec_run(file):
    system = Ready(TRACKS, file("ours.run", "1 Q0 3 1 0.9 ours\n1 Q0 2 2 0.9 ours\n"))
    assert system.recommend("1", 5) == ["3", "2"]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.csv", "seed,item,rank\n1,9,1\n", "seed 1: track '9' is not in the catalogue"),
        ("a.csv", "seed,item,rank\n1,2,1\n1,2,2\n", "a track is named twice"),
        ("a.csv", "seed,item,rank\n1,1,1\n", "the seed itself is recommended"),
        ("a.csv", "seed,item,rank\n1+2,2,1\n", "the seed itself is recommended"),
        ("a.csv", "seed,item,rank\n1,2,1\n1,3,1\n", "ranks must be different"),
        ("a.csv", "seed,item,rank,score\n1,2,1,1\n1,3,2,2\n", "fall with the rank"),
        ("a.csv", "seed,item,rank,score\n1,2,1,inf\n", "scores must be finite"),
        ("a.csv", "seed,item\n1,2\n", "has no column 'rank'"),
        ("a.csv", "seed,item,rank\n1,2,first\n", "cannot be read"),
        ("a.csv", "seed,item,rank\n1,2,\n", "empty cells"),
        ("a.parquet", "no parquet", "cannot be read"),
        ("a.run", "1 Q0 3 1 0.9\n", "line 1: 5 fields; a TREC run has six"),
        ("a.txt", "", "use .csv, .parquet, .run or .trec"),
    ],
)
def test_faults_are_told(file, name, text, fault):
    with pytest.raises(DataError, match=fault.replace("+", r"\+")):
        Ready(TRACKS, file(name, text))


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        Ready(TRACKS, tmp_path / "none.csv")
