import numpy as np
import pytest

from earwitness.errors import FolderError
from earwitness.studies.comparing import compare_runs

CHANCE = np.random.default_rng(3)
HALF = [float(i % 2) for i in range(60)]


def by_key(changes):
    return {(c.part, c.system, c.measure): c for c in changes}


def test_the_same_run_twice_is_the_same(make_run):
    values = {"HR@1": {"a": HALF, "b": HALF[::-1]}}
    changes = compare_runs(make_run("one", values), make_run("two", values))
    assert {c.verdict for c in changes} == {"same"}
    assert all((c.difference, c.low, c.high, c.p) == (0, 0, 0, 1) for c in changes)


def test_changes_are_paired_and_read_by_the_measures_direction(make_run):
    worse = [max(0.0, x - (i % 5 == 1)) for i, x in enumerate(HALF)]
    old = make_run("old", {m: {"a": HALF} for m in ("HR@1", "delay", "length")})
    new = make_run("new", {m: {"a": worse} for m in ("HR@1", "delay", "length")})
    found = by_key(compare_runs(old, new))
    change = found["task", "a", "HR@1"]
    assert (change.old, change.new) == (pytest.approx(0.5), pytest.approx(0.4))
    assert change.difference == pytest.approx(-0.1)
    assert change.n == 60
    assert change.low < -0.1 < change.high < 0
    # Six of sixty cases got worse and none better: 2 of the 64 patterns of signs.
    assert change.p == pytest.approx(2 / 64)
    verdicts = {m: found["task", "a", m].verdict for m in ("HR@1", "delay", "length")}
    assert verdicts == {"HR@1": "worse", "delay": "better", "length": "changed"}


def test_slices_are_paired_over_their_own_cases(make_run):
    worse = [0.0 if i % 4 == 1 else x for i, x in enumerate(HALF)]
    old, new = (make_run(n, {"HR@1": {"a": v}}) for n, v in (("old", HALF), ("new", worse)))
    found = by_key(compare_runs(old, new))
    assert found["task · a", "a", "HR@1"].verdict == "same"
    part = found["task · b", "a", "HR@1"]
    assert (part.n, part.difference, part.verdict) == (30, -0.5, "worse")


def test_comparing_the_other_way_round_changes_the_signs_alone(make_run):
    x, y = CHANCE.random(80).round(3), CHANCE.random(80).round(3) + 0.2
    sets = [f"set {i // 3}" for i in range(80)]
    one = make_run("one", {"delay": {"a": x}}, sets=sets)
    two = make_run("two", {"delay": {"a": y}}, sets=sets)
    there, back = by_key(compare_runs(one, two)), by_key(compare_runs(two, one))
    assert there.keys() == back.keys()
    for key, change in there.items():
        other = back[key]
        assert change.difference == pytest.approx(-other.difference)
        assert (change.low, change.high) == pytest.approx((-other.high, -other.low))
        assert (change.p, change.n) == (other.p, other.n)
        assert {change.verdict, other.verdict} == {"better", "worse"}


def test_clusters_that_move_together_are_not_taken_for_many_cases(make_run):
    """Sixty cases of three sets: nothing can be said with three sets."""
    new = [0.0 if i < 20 else x for i, x in enumerate(HALF)]
    sets = [f"set {i // 20}" for i in range(60)]
    alone = compare_runs(*(make_run(n, {"HR@1": {"a": v}}) for n, v in (("a", HALF), ("b", new))))
    sets_ = compare_runs(
        *(make_run(n, {"HR@1": {"a": v}}, sets=sets) for n, v in (("c", HALF), ("d", new)))
    )
    single, whole = (by_key(changes)["task", "a", "HR@1"] for changes in (alone, sets_))
    assert (single.p < 0.01, single.verdict) == (True, "worse")
    assert (whole.p, whole.verdict) == (1.0, "unclear")
    assert whole.high - whole.low > 2 * (single.high - single.low)


def test_only_shared_cases_count_and_none_shared_is_unpaired(make_run):
    old = make_run("old", {"HR@1": {"a": HALF}})
    shifted = make_run("s", {"HR@1": {"a": HALF}}, cases=[f"case {i}" for i in range(30, 90)])
    assert by_key(compare_runs(old, shifted))["task", "a", "HR@1"].n == 30
    other = make_run("o", {"HR@1": {"a": [1.0] * 60}}, cases=[f"x {i}" for i in range(60)])
    change = by_key(compare_runs(old, other))["task", "a", "HR@1"]
    assert (change.n, change.p, change.verdict) == (0, None, "better")
    # The half-widths of two independent estimates add in squares; that of a constant is 0.
    estimate = next(e for e in old.results().estimates if set(e.groups) == {"task"})
    half = (estimate.high - estimate.low) / 2
    assert (change.low, change.high) == pytest.approx((0.5 - half, 0.5 + half))


def test_undefined_scores_are_left_out_in_pairs(make_run):
    gaps = [np.nan if i < 10 else x for i, x in enumerate(HALF)]
    old, new = (make_run(n, {"delay": {"a": v}}) for n, v in (("old", gaps), ("new", HALF)))
    assert by_key(compare_runs(old, new))["task", "a", "delay"].n == 50


def test_runs_that_have_nothing_in_common_are_refused(make_run):
    one = make_run("one", {"HR@1": {"a": HALF}})
    with pytest.raises(FolderError, match="share no system and measure"):
        compare_runs(one, make_run("two", {"HR@1": {"b": HALF}}))
    with pytest.raises(FolderError, match="is a run of repertoire and"):
        compare_runs(one, make_run("three", {"HR@1": {"a": HALF}}, study="dialogue"))
