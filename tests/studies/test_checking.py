from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from earwitness.domain import Answer, Record, Scores
from earwitness.run.table import records_table
from earwitness.studies.checking import check_folder

HALF = [float(i % 2) for i in range(12)]


@pytest.fixture
def run(make_run):
    folder = make_run("run", {"HR@1": {"a": HALF, "b": HALF[::-1]}})
    (folder.path / "report.html").touch()
    for name in ("figures", "tables"):
        (folder.path / name).mkdir()
        (folder.path / name / "one").touch()
    return folder


def faults(folder):
    return {check.name: check.fault for check in check_folder(folder) if check.fault}


def test_a_whole_run_has_no_fault(run):
    assert faults(run) == {}


def test_an_unfinished_run_and_leftovers_are_seen(run):
    manifest = run.manifest()
    run.write_manifest(manifest | {"complete": False})
    assert "not finished" in faults(run)["complete"]
    run.write_manifest(manifest)
    run.shards.mkdir()
    assert "shards" in faults(run)["complete"]


def test_missing_files_are_named(run):
    (run.path / "report.html").unlink()
    (run.path / "tables" / "one").unlink()
    assert faults(run) == {"files": "missing or empty: report.html, tables"}


def test_a_changed_configuration_is_seen(run):
    run.write_manifest(run.manifest() | {"config": {"seed": 43}})
    assert faults(run).keys() == {"configuration"}


@pytest.mark.parametrize(
    ("records", "fault"),
    [
        ([Record("a", "1", None, None)], "neither answer nor failure"),
        ([Record("a", "1", Answer()), Record("a", "1", Answer())], "two records of one case"),
        ([Record("a", "1", Answer()), Record("b", "2", Answer())], "met other cases"),
    ],
    ids=["empty", "twice", "other cases"],
)
def test_records_that_cannot_be_are_seen(run, records, fault):
    run.write_records([records_table("task", records)])
    assert fault in faults(run)["records"]


def test_a_score_outside_its_range_is_seen(run):
    (scores,) = run.scores()
    run.write_scores([replace(scores, values=scores.values + 0.5)])
    assert "HR@1 is 1.5, outside 0 to 1" in faults(run)["score ranges"]


def test_a_measure_that_nobody_describes_is_seen(run):
    run.write_results(replace(run.results(), measures=[]))
    assert "results.json does not describe HR@1" in faults(run)["score ranges"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"value": 1.0, "low": 0.1, "high": 0.2}, "lies outside its interval"),
        ({"value": None}, "undefined over 12 scores"),
        ({"undefined": 3, "n": 9}, "says 3 undefined, the scores have 0"),
    ],
    ids=["interval", "value", "undefined"],
)
def test_estimates_that_do_not_follow_from_the_scores_are_seen(run, change, fault):
    results = run.results()
    first, *others = results.estimates
    run.write_results(replace(results, estimates=[replace(first, **change), *others]))
    assert fault in faults(run)["estimates"]


def test_nan_in_the_results_is_seen(run):
    path = run.path / "results.json"
    path.write_text(path.read_text().replace('"value": 0.5', '"value": NaN', 1))
    assert faults(run)["no nan"] == "results.json holds NaN"


def test_one_fault_does_not_hide_another(run):
    (run.path / "scores.parquet").write_bytes(b"")
    run.write_records([records_table("task", [Record("a", "1", None, None)])])
    assert faults(run).keys() == {"records", "score ranges", "estimates"}


def test_scores_of_another_shape_are_seen(run):
    table = pa.table({"task": ["t"], "value": [1.0]})
    import pyarrow.parquet as pq

    pq.write_table(table, run.path / "scores.parquet")
    assert "is damaged" in faults(run)["score ranges"]


def test_scores_keep_undefined_apart_from_zero(run):
    values = np.array([[[np.nan, 0.0, 1.0]]])
    run.write_scores([Scores("t", ("HR@1",), ("a",), ("1", "2", "3"), values)])
    (back,) = run.scores()
    assert np.array_equal(back.values, values, equal_nan=True)
