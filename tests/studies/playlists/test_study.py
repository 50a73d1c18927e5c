"""The playlists study from its file to its report, on small synthetic data."""

import csv
import json
from pathlib import Path

import pytest

from earwitness.errors import DataError, StudyError
from earwitness.run import LocalEngine
from earwitness.studies import execute
from earwitness.studies.words import find

MAIN = {"task": "continue a playlist"}
SMALL = """
study = "playlists"
protocol = "{protocol}"
resamples = 200
cutoffs = [20]
[cases]
most = 120
[item2vec]
epochs = 2
vector_size = 32
"""


def run(folder: Path, text: str, workers: int = 1):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "study.toml"
    file.write_text(text)
    return execute(
        file,
        folder / "run",
        resume=False,
        engine=LocalEngine(workers),
        progress=lambda *_: None,
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return run(tmp_path_factory.mktemp("source"), SMALL.format(protocol="source"))


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return run(tmp_path_factory.mktemp("sound"), SMALL.format(protocol="sound"))


@pytest.mark.slow
def test_the_leak_is_seen_as_a_difference(source):
    results = source.results()
    leaky = find(results.estimates, "Stage 1, leaky", "Recall@20", **MAIN)
    clean = find(results.estimates, "Stage 1", "Recall@20", **MAIN)
    assert leaky.value > clean.value
    pair = [c for c in results.comparisons if (c.a, c.b) == ("Stage 1, leaky", "Stage 1")]
    assert {c.measure for c in pair} >= {"Recall@20", "nDCG@20"}
    assert "leak" in results.account.verdict[0]


@pytest.mark.slow
def test_ceilings_and_caps_stand_beside_the_values(sound):
    estimates = sound.results().estimates
    recall = find(estimates, "Stage 1", "Recall@20", **MAIN)
    assert 0.5 < recall.ceiling < 1
    assert 0 < recall.null < recall.value
    coverage = find(estimates, "Stage 1", "Coverage@20", **MAIN)
    assert coverage.value <= coverage.ceiling


@pytest.mark.slow
def test_nobody_beats_the_oracle_and_the_hard_cut_holds(sound):
    rows = [e for e in sound.results().estimates if dict(e.groups) == MAIN]
    recall = {e.system: e.value for e in rows if e.measure == "Recall@20"}
    assert max(recall, key=recall.get) == "oracle"
    assert recall["co-occurrence"] > recall["audio"]
    share = {e.system: e.value for e in rows if e.measure == "MaxArtistShare@20"}
    assert share["Stage 1.5"] <= 0.1 < share["1.5 without hard cut"]


@pytest.mark.slow
def test_cold_tracks_are_found_by_audio_alone(sound):
    rows = [
        e
        for e in sound.results().estimates
        if dict(e.groups) == {"task": "a warm seed, cold targets"} and e.measure == "Recall@20"
    ]
    values = {e.system: e.value for e in rows}
    assert values["audio"] > 0
    assert values["co-occurrence"] == values["Stage 1"] == 0


@pytest.mark.slow
def test_exports_are_as_the_document_asks(source):
    lines = (source.path / "eval_cases.jsonl").read_text().splitlines()
    case = json.loads(lines[0])
    assert list(case) == ["playlist_id", "seed_song_id", "target_song_ids"]
    assert case["seed_song_id"] not in case["target_song_ids"]
    with (source.path / "stage_table.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [row["system"] for row in rows[:3]] == [
        "Stage 1, leaky",
        "Stage 1.5, leaky",
        "Stage 3, leaky",
    ]
    assert 0 < float(rows[0]["Recall@20"]) < 1
    fixed = (source.path / "seed_artist_fixed.md").read_text()
    assert fixed.count("## ") == 4
    assert "| 10 |" in fixed


@pytest.mark.slow
def test_the_same_bytes_from_two_workers(sound, tmp_path):
    again = run(tmp_path, SMALL.format(protocol="sound"), workers=2)
    assert (again.path / "results.json").read_bytes() == (sound.path / "results.json").read_bytes()


def test_data_that_are_not_there_are_named(tmp_path):
    with pytest.raises(DataError, match="nowhere does not exist"):
        run(tmp_path, 'study = "playlists"\n[data]\npath = "nowhere"\n')


def test_a_seed_that_nobody_knows_is_named(tmp_path):
    text = SMALL.format(protocol="source").replace(
        "cutoffs", 'fixed_seeds = ["Nobody – Nothing"]\ncutoffs'
    )
    with pytest.raises(StudyError, match="Nobody – Nothing"):
        run(tmp_path, text)


def test_too_few_playlists_say_so(tmp_path):
    lines = ["playlist,position,track,artist,genre,date"]
    lines += [f"{p},{i},t{p}-{i},a,g,2020-01-01" for p in range(3) for i in range(6)]
    (tmp_path / "lists.csv").write_text("\n".join(lines))
    with pytest.raises(StudyError, match="left to train"):
        run(tmp_path, 'study = "playlists"\n[data]\npath = "lists.csv"\n')
