"""Anyone's system stands beside the built-in ones, and its failures are counted."""

import pytest

from earwitness.errors import StudyError
from earwitness.studies.execution import _outcomes
from earwitness.studies.repertoire.source import RQ1

FEW = {"candidates": 3, "baselines": 2, "profiles": 3, "alphas": [0.0, 0.5]}
MODULE = '''
from earwitness.domain import Answer
from earwitness.systems.repertoire import SourceRecommender

class AsAnswer:
    def __init__(self, songs):
        self.inner = SourceRecommender(songs)
    def answer(self, query, rng):
        return self.inner.answer(query, rng)

class AsBatch(AsAnswer):
    def answer_many(self, queries, rngs):
        return [self.answer(q, r) for q, r in zip(queries, rngs)]

class AsIds(AsAnswer):
    def answer(self, query, rng):
        return list(super().answer(query, rng).items)

class AsPairs(AsAnswer):
    def answer(self, query, rng):
        answer = super().answer(query, rng)
        return list(zip(answer.items, answer.scores))

class AsMapping(AsAnswer):
    def answer(self, query, rng):
        answer = super().answer(query, rng)
        return dict(zip(answer.items, answer.scores))

def as_function(query, songs, rng):
    import numpy as np
    return np.array(SourceRecommender(songs).answer(query, rng).items)

class Moody(AsAnswer):
    """Fails on every other song, by the length of its range."""
    def answer(self, query, rng):
        if (query["high"] - query["low"]) % 2:
            raise ValueError("not this range")
        return super().answer(query, rng)

class Silent(AsAnswer):
    def answer(self, query, rng):
        return []
'''
ALIKE = ("AsAnswer", "AsBatch", "AsIds", "AsPairs", "AsMapping", "as_function")


@pytest.fixture
def run(conclude, small_library, own_module):
    own_module("their_systems", MODULE)
    names = (*ALIKE, "Moody", "Silent")
    return conclude(
        protocol="source",
        data={"library": str(small_library)},
        source=FEW,
        systems={f"my {name}": {"use": f"their_systems:{name}"} for name in names},
    )


def test_own_systems_are_measured_as_the_built_in_ones_and_failures_counted(run):
    theirs = [run.estimate("source", m, task=RQ1) for m in ("HR@1", "MRR", "HR@5")]
    for name in ALIKE:
        mine = [run.estimate(f"my {name}", m, task=RQ1) for m in ("HR@1", "MRR", "HR@5")]
        assert [e.value for e in mine] == [e.value for e in theirs], name
        assert [(e.low, e.high, e.null) for e in mine] == [(e.low, e.high, e.null) for e in theirs]
    compared = {c.b for c in run.results.comparisons}
    assert {f"my {name}" for name in ALIKE} <= compared
    assert run.results.systems["my AsIds"] == "their_systems:AsIds"

    # A failure scores the floor: the mean is over all cases, with 0 for those that failed.
    records = [r for r in run.records[RQ1] if r.system == "my Moody"]
    failed = [r for r in records if r.failure]
    hits = sum(r.answer.items[0] == r.case for r in records if r.answer)
    assert 0 < len(failed) < len(records)
    moody = run.estimate("my Moody", "HR@1", task=RQ1)
    assert (moody.n, moody.undefined) == (len(records), 0)
    assert moody.value == pytest.approx(hits / len(records))
    outcome = _outcomes(run.records)["my Moody"]
    assert outcome == {
        "answers": len(records) - len(failed),
        "failures": len(failed),
        "first_failure": failed[0].failure,
    }
    assert "ValueError: not this range (their_systems.py:" in outcome["first_failure"]
    assert run.estimate("my Silent", "MRR", task=RQ1).value == 0


@pytest.mark.slow
def test_failures_are_shown_in_the_manifest_the_report_and_the_terminal(
    small_library, own_module, tmp_path
):
    import json
    import subprocess
    import sys

    own_module("their_systems", MODULE)
    (tmp_path / "s.toml").write_text(
        f'study = "repertoire"\nprotocol = "source"\nresamples = 200\n'
        f'[data]\nlibrary = "{small_library}"\n[source]\ncandidates = 3\nbaselines = 2\n'
        'profiles = 3\n[systems.moody]\nuse = "their_systems:Moody"\n'
    )
    done = subprocess.run(
        [sys.executable, "-m", "earwitness", "run", "s.toml", "--out", "run"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "moody failed on " in done.stdout
    told = json.loads((tmp_path / "run" / "manifest.json").read_text())["systems"]["moody"]
    assert told["failures"] > 0
    report = (tmp_path / "run" / "report.html").read_text()
    assert "ValueError: not this range" in report


def test_a_built_in_system_with_other_options_is_another_system(conclude, small_library):
    run = conclude(
        protocol="source",
        data={"library": str(small_library)},
        source=FEW,
        systems={"heavy": {"use": "source", "options": {"alpha": 5.0}}},
    )
    assert run.results.systems["heavy"] == "source with alpha = 5.0"
    heavy = [r.answer.items for r in run.records[RQ1] if r.system == "heavy"]
    plain = [r.answer.items for r in run.records[RQ1] if r.system == "source"]
    assert heavy != plain


def test_a_name_that_the_study_uses_itself_is_refused(conclude, small_library):
    with pytest.raises(ValueError, match="is the name of a built-in"):
        conclude(systems={"histogram cosine": {"use": "fit"}})
    with pytest.raises(StudyError, match="names no system"):
        conclude(
            protocol="source",
            data={"library": str(small_library)},
            source=FEW,
            systems={"x": {"use": "fitt"}},
        )
