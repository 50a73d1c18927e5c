"""The sound protocol: every task is there, and says what it must."""

import json

import numpy as np
import pytest

from earwitness.errors import DataError
from earwitness.studies.repertoire import sound
from earwitness.studies.repertoire.sound import (
    AVOIDS,
    HISTOGRAM,
    KEY,
    NOISE,
    SELF,
    STABILITY,
    TRANSPOSED,
    VOICE,
    WISHES,
)

SMALL = {"songs": 12, "candidates": 3, "singers_per_voice": 4, "transposed_singers": 6}
SYSTEMS = {"source", "cosine only", "fit", "random"}


@pytest.fixture(scope="module")
def run(conclude, small_library):
    return conclude(data={"library": str(small_library)}, sound=SMALL)


def test_every_task_is_asked_of_its_systems(run):
    met = {task: {record.system for record in part} for task, part in run.records.items()}
    plain = dict.fromkeys((SELF, *NOISE, WISHES, STABILITY, AVOIDS, TRANSPOSED, VOICE), SYSTEMS)
    assert met == plain | {
        HISTOGRAM: SYSTEMS | {"histogram cosine", "histogram JS"},
        KEY: {"fit"},
    }
    shown = {section.where["task"] for section in run.results.sections}
    assert shown == set(met)
    assert all(record.failure is None for part in run.records.values() for record in part)


def test_a_sample_asks_about_so_many_songs_and_all_are_candidates(run):
    cases = run.study.protocol.cases
    assert len(cases[WISHES]) == len(cases[HISTOGRAM]) == len(cases[KEY]) == 12
    assert {case.truth["candidates"] for case in cases[WISHES]} == {40}
    answers = [r.answer.items for r in run.records[WISHES] if r.system == "fit"]
    assert {len(items) for items in answers} == {40}


def test_chance_is_exact(run):
    for task in (WISHES, HISTOGRAM):
        hit = run.estimate("source", "HR@1", task=task)
        assert hit.null == pytest.approx(1 / 40)
        assert run.estimate("fit", "HR@5", task=task).null == pytest.approx(5 / 40)
    counts = np.array([case.truth["candidates"] for case in run.study.protocol.cases[SELF]])
    assert run.estimate("fit", "HR@1", task=SELF).null == pytest.approx((1 / counts).mean())
    assert run.estimate("fit", "key found", task=KEY).null == pytest.approx(1 / 13)


def test_moving_songs_and_singers_together_changes_nothing(run):
    for system in ("source", "cosine only", "fit"):
        assert run.estimate(system, "same order", task=TRANSPOSED).value == 1.0


def test_the_transposition_test_can_fail(conclude, small_library, own_module):
    """A system that knows a pitch by its name and not by its place is found out."""
    own_module(
        "pitchbound",
        "def low_c(query, songs):\n"
        "    return {s.id: float(s.histogram[60] / s.histogram.sum()) for s in songs}\n",
    )
    own = {"bound": {"use": "pitchbound:low_c"}}
    run = conclude(data={"library": str(small_library)}, sound=SMALL, systems=own)
    assert run.estimate("bound", "same order", task=TRANSPOSED).value < 1.0
    assert run.estimate("fit", "same order", task=TRANSPOSED).value == 1.0


def test_coverage_has_its_ceiling_beside_it(run):
    rows = [e for e in run.results.estimates if e.measure == "Coverage@10"]
    assert {e.groups["voice"] for e in rows} >= {"soprano", "mezzo"}
    assert {e.system for e in rows} == SYSTEMS
    assert all(e.value <= e.ceiling + 1e-12 for e in rows)


def test_intervals_are_over_sets_and_p_values_corrected(run):
    assert run.results.clusters == "set"
    assert all(c.p_adjusted >= c.p for c in run.results.comparisons)
    assert {c.groups["task"] for c in run.results.comparisons} == {
        SELF,
        *NOISE,
        WISHES,
        HISTOGRAM,
        STABILITY,
    }


def test_results_hold_no_nan_and_every_measure_is_described(run):
    plain = run.plain
    described = {info["label"] for info in plain["measures"]}
    assert {e["measure"] for e in plain["estimates"]} <= described
    assert plain["account"]["verdict"]


def test_a_library_without_halves_leaves_out_what_needs_them_and_says_so(conclude, tmp_path):
    from earwitness.data.library import load_library
    from earwitness.data.tessituragrams import write_tessituragrams

    songs = sorted(load_library("written"), key=lambda song: song.id)[::60]
    write_tessituragrams(songs, tmp_path / "t.json")
    run = conclude(data={"library": str(tmp_path / "t.json")}, sound=SMALL)
    assert not {WISHES, HISTOGRAM, KEY} & run.records.keys()
    assert {SELF, STABILITY, AVOIDS, TRANSPOSED, VOICE} <= run.records.keys()
    assert any("split-half retrieval and the hidden key" in x for x in run.results.account.limits)
    assert all("half" not in sentence for sentence in run.results.account.verdict)
    shown = {section.where["task"] for section in run.results.sections}
    assert shown == set(run.records)
    names = {figure.name for figure in run.results.figures}
    assert {f for section in run.results.sections for f in section.figures} <= names


def test_a_library_without_stability_says_so(conclude, tmp_path):
    songs = [
        {"filename": f"{i}.xml", "tessituragram": {"60": i + 1, "64": 1, "67": 2}} for i in range(3)
    ]
    (tmp_path / "t.json").write_text(json.dumps(songs))
    run = conclude(data={"library": str(tmp_path / "t.json")})
    assert STABILITY not in run.records
    assert any("No song has 10 candidates" in x for x in run.results.account.limits)


def test_a_single_song_is_nothing_to_choose_from(conclude, tmp_path):
    (tmp_path / "t.json").write_text('[{"filename": "a", "tessituragram": {"60": 1}}]')
    with pytest.raises(DataError, match="nothing to choose from"):
        conclude(data={"library": str(tmp_path / "t.json")})


def test_measures_that_look_deeper_than_the_studys_own_see_all(
    conclude, small_library, monkeypatch
):
    monkeypatch.setattr(sound, "DEPTH", 5)
    data = {"library": str(small_library)}
    shallow = conclude(data=data, sound=SMALL)
    deep = conclude(data=data, sound=SMALL, measures=["MRR"])
    kept = [len(r.answer.items) for r in shallow.records[WISHES]]
    assert max(kept) == 5
    ranks = [r.answer.items.index(r.case) + 1 for r in deep.records[WISHES] if r.system == "random"]
    assert max(ranks) > 5
    found = deep.estimate("random", "MRR", task=WISHES).value
    assert found == pytest.approx(np.mean([1 / rank for rank in ranks]))


def test_files_that_could_not_be_read_are_among_the_limits(conclude, tmp_path):
    note = (
        "<note><pitch><step>{}</step><octave>4</octave></pitch><duration>1</duration>"
        "<lyric><text>la</text></lyric></note>"
    )
    for i in range(3):
        notes = "".join(note.format(step) for step in "CDEFG"[: 3 + i % 2] * (i + 1))
        (tmp_path / f"{i}.musicxml").write_text(
            '<score-partwise><part-list><score-part id="P1"><part-name>Voice</part-name>'
            '</score-part></part-list><part id="P1"><measure number="1"><attributes><divisions>1'
            f"</divisions></attributes>{notes}</measure></part></score-partwise>"
        )
    (tmp_path / "torn.musicxml").write_text("<score-partwise><part")
    run = conclude(data={"library": str(tmp_path)})
    (told,) = [x for x in run.results.account.limits if "could not be read" in x]
    assert told.startswith("1 file of the library could not be read: torn.musicxml")
