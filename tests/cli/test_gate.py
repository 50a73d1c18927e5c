"""The gate in continuous integration: does a worse system fail it, and only a worse one?"""

import json
import shutil

import pytest

from earwitness.domain import Account, MeasureInfo, Results, Scores
from earwitness.run import RunFolder
from earwitness.studies.estimating import Estimator

HALF = [float(i % 2) for i in range(60)]
WORSE = [0.0 if i % 5 == 1 else x for i, x in enumerate(HALF)]
BETTER = [1.0 if i % 5 == 0 else x for i, x in enumerate(HALF)]
MIXED = [1.0 - x if i in {0, 1, 2, 3} else x for i, x in enumerate(HALF)]


@pytest.fixture
def make(tmp_path):
    import numpy as np

    def write(name, systems):
        values = np.array([[systems[s] for s in systems]])
        cases = tuple(map(str, range(60)))
        scores = Scores("task", ("HR@1",), tuple(systems), cases, values)
        folder = RunFolder(tmp_path / name)
        folder.begin(study="repertoire", protocol="sound", config={}, data=[], seed=1, resume=False)
        folder.write_scores([scores])
        info = MeasureInfo("HR@1", "Hit rate", "higher", 0.0, 1.0, 0.0, "x")
        account = Account("T", "Q", [], [], [], [], "", "")
        about = dict.fromkeys(systems, "")
        estimates = Estimator(1, 200, 0.95).estimates(scores)
        folder.write_results(Results("repertoire", "sound", account, about, [info], estimates))
        folder.write_manifest(folder.finished({}))
        return folder.path

    return write


@pytest.mark.parametrize(
    ("values", "code"), [(HALF, 0), (BETTER, 0), (MIXED, 0), (WORSE, 1)], ids="=+~-"
)
def test_only_what_is_worse_beyond_its_interval_fails(earwitness, make, values, code):
    old = make("old", {"mine": HALF, "other": HALF})
    new = make("new", {"mine": values, "other": HALF})
    outcome = earwitness("gate", new, "--baseline", old)
    assert outcome.code == code
    told = json.loads(earwitness("gate", new, "--baseline", old, "--json").out)
    assert told["passed"] is (code == 0)
    if code:
        assert outcome.sentence == f"1 of 2 measures got worse than in {old}"
        (worse,) = told["worse"]
        assert (worse["system"], worse["n"]) == ("mine", 60)
        assert worse["high"] < 0


def test_the_gate_can_be_narrowed_to_systems_and_measures(earwitness, make):
    old = make("old", {"mine": HALF, "other": HALF})
    new = make("new", {"mine": WORSE, "other": HALF})
    gate = ("gate", new, "--baseline", old)
    assert earwitness(*gate, "--system", "other").code == 0
    assert earwitness(*gate, "--system", "mine", "--measure", "HR@1").code == 1
    unknown = earwitness(*gate, "--system", "mien")
    assert unknown.code == 2
    assert "no system 'mien' in both runs; there are: mine, other" in unknown.sentence


def test_names_that_look_like_markup_are_printed_as_they_are(earwitness, make):
    names = ["[bold]x[/bold]", "[/red]", "a/b", "🎵"]
    old = make("old", dict.fromkeys(names, HALF))
    new = make("new", dict.fromkeys(names, WORSE))
    outcome = earwitness("compare", old, new)
    assert outcome.code == 0
    assert all(name in outcome.out for name in names)
    rows = json.loads(earwitness("compare", old, new, "--json").out)
    assert [row["system"] for row in rows] == names


def test_compare_says_what_stayed_the_same_only_when_asked(earwitness, make):
    old, new = make("old", {"a": HALF, "b": HALF}), make("new", {"a": WORSE, "b": HALF})
    assert len(json.loads(earwitness("compare", old, new, "--json").out)) == 1
    assert len(json.loads(earwitness("compare", old, new, "--json", "--all").out)) == 2
    assert "2 measures compared, 1 exactly the same." in earwitness("compare", old, new).out


@pytest.mark.slow
def test_a_real_system_made_worse_fails_the_gate(earwitness, small, tmp_path):
    (tmp_path / "mine.py").write_text(
        "def good(query, songs):\n"
        "    held = {s.id: sum(s.histogram[query['favourites']]) / s.histogram.sum()\n"
        "            for s in songs if query['low'] <= s.low and s.high <= query['high']}\n"
        "    return held\n"
        "def bad(query, songs):\n"
        "    return {name: -score for name, score in good(query, songs).items()}\n"
    )
    for name in ("good", "bad"):
        text = small(more=f'systems.mine.use = "mine:{name}"').replace(
            "queries = 12", "queries = 40"
        )
        (tmp_path / f"{name}.toml").write_text(text)
        assert earwitness("run", f"{name}.toml", "--out", name).code == 0
    assert earwitness("gate", "bad", "--baseline", "good").code == 1
    assert earwitness("gate", "good", "--baseline", "bad").code == 0
    assert earwitness("gate", "bad", "--baseline", "good", "--system", "source").code == 0
    shutil.copytree("bad", "copy")
    assert "exactly the same" in earwitness("compare", "bad", "copy").out
