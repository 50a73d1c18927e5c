"""Bootstrap intervals: against scipy, by their properties, and by simulation."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from earwitness.errors import StudyError
from earwitness.statistics import (
    crossed_interval,
    mean_interval,
    mean_intervals,
    paired_interval,
    paired_intervals,
)
from earwitness.statistics.bootstrap import bca_limits

scores = st.lists(
    st.floats(-1e6, 1e6, allow_subnormal=False) | st.sampled_from([0.0, 1.0, np.nan]),
    min_size=1,
    max_size=25,
)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize("n", [30, 400])
def test_agrees_with_scipy(method, n):
    values = rng().gamma(1.5, size=n)
    ours = mean_interval(values, method=method, resamples=40_000)
    scipys = stats.bootstrap(
        (values,), np.mean, method=method, n_resamples=40_000, batch=500, rng=1
    )
    width = ours.high - ours.low
    assert ours.value == pytest.approx(values.mean(), rel=1e-12)
    # The error of a quantile from 40,000 resamples is about 1 % of the width.
    assert ours.low == pytest.approx(scipys.confidence_interval.low, abs=0.02 * width)
    assert ours.high == pytest.approx(scipys.confidence_interval.high, abs=0.02 * width)


def test_bca_limits_by_the_formula():
    resampled = np.arange(1001.0)
    left_out = np.array([0.0, 1.0, 5.0])
    # 600½ of 1,001 resamples lie below 600, which counts half itself.
    z0 = stats.norm.ppf(600.5 / 1001)
    d = np.array([2.0, 1.0, -3.0])
    a = np.sum(d**3) / (6 * np.sum(d**2) ** 1.5)
    shares = [
        stats.norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z))) for z in stats.norm.ppf([0.05, 0.95])
    ]
    limits = bca_limits(600.0, resampled, left_out, 0.90)
    assert limits == pytest.approx([1000 * share for share in shares])


def test_clusters_agree_with_drawing_them_one_by_one():
    random = rng()
    clusters = np.repeat(np.arange(35), random.integers(1, 8, 35))
    values = random.normal(size=35)[clusters] + random.normal(size=len(clusters))
    members = [values[clusters == c] for c in range(35)]
    means = []
    for _ in range(20_000):
        drawn = [members[c] for c in random.integers(0, 35, 35)]
        means.append(np.concatenate(drawn).mean())
    low, high = np.quantile(means, [0.025, 0.975])
    ours = mean_interval(values, clusters=clusters, method="percentile", resamples=20_000)
    assert ours.low == pytest.approx(low, abs=0.03 * (high - low))
    assert ours.high == pytest.approx(high, abs=0.03 * (high - low))
    assert ours.method == "percentile bootstrap over clusters"


def test_clusters_of_one_case_are_cases():
    values = rng().normal(size=40)
    names = [f"song {i}" for i in range(40)]
    alone, clustered = mean_interval(values), mean_interval(values, clusters=names)
    assert (alone.low, alone.high) == (clustered.low, clustered.high)


def test_cases_that_repeat_within_clusters_widen_the_interval():
    values = np.repeat(rng().normal(size=40), 10)
    by_cluster = mean_interval(values, clusters=np.repeat(np.arange(40), 10))
    by_case = mean_interval(values)
    assert by_cluster.high - by_cluster.low > 2.5 * (by_case.high - by_case.low)


def test_each_column_gets_what_it_would_get_alone():
    table = rng().normal(size=(50, 5))
    table[:7, 1] = np.nan
    table[3:5, 4] = np.nan
    assert mean_intervals(table) == [mean_interval(column) for column in table.T]


def test_many_columns_come_in_batches():
    table = rng().normal(size=(12, 300))
    assert mean_intervals(table, resamples=50)[299] == mean_interval(table[:, 299], resamples=50)


def test_undefined_scores_are_left_out_and_counted():
    values = [0.2, None, 0.4, np.nan, 0.9]
    with_gaps, without = mean_interval(values), mean_interval([0.2, 0.4, 0.9])
    assert (with_gaps.low, with_gaps.high) == (without.low, without.high)
    assert (with_gaps.n, with_gaps.undefined) == (3, 2)


@pytest.mark.parametrize("values", [[], [None, np.nan]])
def test_nothing_defined_gives_no_value(values):
    found = mean_interval(np.array(values, dtype=float))
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def test_one_case_gives_a_value_but_no_interval():
    found = mean_interval([0.5])
    assert (found.value, found.low, found.high) == (0.5, None, None)
    assert found.warning == "No interval: there is only one of the cases."
    assert mean_interval([0.5, 0.7], clusters=["a", "a"]).low is None


def test_constant_scores_have_no_width_and_say_so():
    found = mean_interval([0.1] * 50)
    assert found.low == found.high == found.value == 0.1
    assert "no width" in found.warning


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.linspace(0, 1, 12), "only 12 cases"),
        (np.r_[np.zeros(97), np.ones(3)], "only 3 of 100 values"),
        (np.r_[np.linspace(0, 1, 49), 40.0], "skewed"),
    ],
)
def test_warns_where_the_interval_may_not_hold(values, words):
    assert words in mean_interval(values, resamples=100).warning


def test_does_not_warn_without_need():
    assert mean_interval(np.linspace(0, 1, 30), resamples=100).warning is None
    assert mean_interval(np.arange(60) % 2, resamples=100).warning is None


@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_cases_changes_nothing(values, random):
    shuffled = values.copy()
    random.shuffle(shuffled)
    assert mean_interval(shuffled, resamples=40) == mean_interval(values, resamples=40)


@given(st.lists(st.tuples(st.floats(-10, 10), st.sampled_from("abc")), min_size=1, max_size=15))
def test_the_names_of_clusters_change_nothing(pairs):
    values, names = zip(*pairs, strict=True)
    renamed = [{"a": "z", "b": "y", "c": "x"}[name] for name in names]
    assert mean_interval(values, clusters=names, resamples=40) == mean_interval(
        values[::-1], clusters=renamed[::-1], resamples=40
    )


@given(scores, st.sampled_from(["bca", "percentile"]))
def test_the_interval_stays_within_the_scores(values, method):
    found = mean_interval(values, method=method, resamples=50)
    if found.low is not None:
        slack = 1e-9 * (1 + np.nanmax(values) - np.nanmin(values))
        assert np.nanmin(values) - slack <= found.low <= found.high <= np.nanmax(values) + slack


@given(scores, scores)
def test_swapping_a_pair_flips_the_difference(a, b):
    n = min(len(a), len(b))
    there = paired_interval(a[:n], b[:n], resamples=50)
    back = paired_interval(b[:n], a[:n], resamples=50)
    if there.value:
        assert back.value == -there.value
        if there.low is not None:
            assert (back.low, back.high) == (-there.high, -there.low)


def test_a_pair_counts_where_both_are_defined():
    found = paired_interval([1, 2, np.nan, 4], [0, np.nan, 1, 1])
    assert (found.value, found.n, found.undefined) == (2.0, 2, 2)


def test_pairs_in_one_go_get_what_they_would_get_alone():
    a, b = rng().normal(size=(2, 40, 3))
    a[2, 1] = np.nan
    alone = [paired_interval(x, y) for x, y in zip(a.T, b.T, strict=True)]
    assert paired_intervals(a, b) == alone
    assert {interval.value > 0 for interval in alone} == {True, False}


def test_seeds_matter_and_repeat():
    values = rng().normal(size=40)
    assert mean_interval(values, seed=1) == mean_interval(values, seed=1)
    assert mean_interval(values, seed=1).low != mean_interval(values, seed=2).low


PROGRAM = """
import numpy as np
from earwitness.statistics import *
random = np.random.default_rng(0)
table = random.lognormal(size=(5000, 6))
clusters = random.integers(0, 900, 5000)
print(mean_intervals(table, resamples=300))
print(mean_intervals(table, clusters=clusters, resamples=300))
print(crossed_interval(table[:, 0], clusters, random.integers(0, 400, 5000), resamples=100))
print(correlation_interval(table[:, 0], table[:, 1], resamples=300))
print(correlation_interval(table[:400, 0], table[:400, 1], "spearman", resamples=300))
print(sign_flip(table[:, 0], table[:, 1], resamples=300), skillings_mack(table))
"""


def test_the_number_of_threads_changes_no_byte():
    def output(threads: int) -> str:
        env = os.environ | {"OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
        )
        return hashlib.sha256(run.stdout.encode()).hexdigest()

    assert output(1) == output(2)


def test_crossed_agrees_with_drawing_raters_and_items_one_by_one():
    random = rng()
    table = random.normal(size=(25, 1)) + random.normal(size=(1, 22)) + random.normal(size=(25, 22))
    table[random.random(table.shape) < 0.4] = np.nan
    raters, items = np.nonzero(~np.isnan(table))
    means = [
        np.nanmean(table[random.integers(0, 25, 25)][:, random.integers(0, 22, 22)])
        for _ in range(10_000)
    ]
    low, high = np.quantile(means, [0.025, 0.975])
    ours = crossed_interval(table[raters, items], raters, items)
    assert ours.value == pytest.approx(np.nanmean(table))
    assert ours.low == pytest.approx(low, abs=0.04 * (high - low))
    assert ours.high == pytest.approx(high, abs=0.04 * (high - low))
    assert ours.warning is None


def test_crossed_does_not_hang_on_the_listing():
    random = rng()
    values, raters, items = (
        random.random(200),
        random.integers(0, 9, 200),
        random.integers(0, 8, 200),
    )
    order = random.permutation(200)
    assert crossed_interval(values, raters, items) == crossed_interval(
        values[order], raters[order], items[order]
    )


def test_crossed_leaves_out_what_is_undefined():
    found = crossed_interval([1.0, None, 3.0, 3.0], list("aabb"), list("xyxy"), resamples=50)
    assert (found.n, found.undefined) == (3, 1)
    assert found.value == pytest.approx(7 / 3)
    assert "only 2" in found.warning
    assert crossed_interval([np.nan], ["a"], ["x"]).value is None
    constant = crossed_interval([0.1] * 6, list("aabbcc"), list("xyxyxy"))
    assert constant.low == constant.high == constant.value == 0.1


def test_no_interval_where_no_resample_holds_a_rating():
    # Each rated one item; with this seed the only resample draws the one with the other's.
    found = crossed_interval([1.0, 2.0], ["a", "b"], ["x", "y"], resamples=1, seed=1)
    assert (found.value, found.low, found.high) == (1.5, None, None)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mean_interval([1, 2], level=1.0), "level is 1.0"),
        (lambda: mean_interval([1, 2], resamples=0), "resamples is 0"),
        (lambda: mean_interval([1, 2], method="studentised"), "studentised"),
        (lambda: mean_interval([[1, 2]]), "2 dimensions"),
        (lambda: mean_interval([1, np.inf]), "infinite"),
        (lambda: mean_interval([1, 2], clusters=["a"]), "clusters has 1"),
        (lambda: paired_interval([1, 2], [1]), "b has 1"),
        (lambda: paired_intervals([[1, 2]], [[1], [2]]), "shapes differ"),
        (lambda: crossed_interval([1, 2], ["a", "b"], ["x"]), "items has 1"),
        (lambda: crossed_interval([1], ["a"], ["x"], level=0), "level is 0"),
    ],
)
def test_refuses_what_it_cannot_use(call, words):
    with pytest.raises(StudyError, match=words):
        call()


def covered(intervals, truth: float) -> float:
    hits = [found.low - 1e-9 <= truth <= found.high + 1e-9 for found in intervals]
    return float(np.mean(hits))


DISTRIBUTIONS = {
    "normal": (lambda random, shape: random.normal(size=shape), 0.0),
    "skewed": (lambda random, shape: random.exponential(size=shape), 1.0),
    "0/1": (lambda random, shape: (random.random(shape) < 0.5).astype(float), 0.5),
}


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize(
    ("name", "n", "least", "most"),
    [
        ("normal", 30, 0.92, 0.98),
        ("0/1", 30, 0.92, 0.98),
        ("normal", 300, 0.93, 0.97),
        ("skewed", 300, 0.93, 0.97),
        ("0/1", 300, 0.93, 0.97),
    ],
)
def test_intervals_cover_as_they_say(method, name, n, least, most):
    draw, truth = DISTRIBUTIONS[name]
    # Each column is a data set of its own.
    samples = draw(np.random.default_rng(n), (n, 2000))
    assert least <= covered(mean_intervals(samples, method=method), truth) <= most


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize("kind", ["lognormal", "rare 0/1"])
def test_hard_small_samples_are_no_worse_than_scipys_and_warned_of(method, kind):
    random = np.random.default_rng(3)
    if kind == "lognormal":
        samples, truth = random.lognormal(size=(20, 1500)), np.exp(0.5)
    else:
        samples, truth = (random.random((20, 1500)) < 0.08).astype(float), 0.08
    ours = mean_intervals(samples, method=method, resamples=2000)
    with pytest.MonkeyPatch.context() as patch, np.errstate(all="ignore"):
        patch.setattr("warnings.warn", lambda *_, **__: None)  # scipy warns of constant samples
        theirs = stats.bootstrap(
            (samples,), np.mean, axis=0, method=method, n_resamples=2000, batch=50, rng=1
        ).confidence_interval
    scipys = np.mean((theirs.low - 1e-9 <= truth) & (truth <= theirs.high + 1e-9))
    assert covered(ours, truth) >= scipys - 0.01
    assert all(found.warning for found in ours)


@pytest.mark.slow
def test_clusters_cover_like_the_textbook_interval():
    """Against the linearised variance of a ratio (Cochran 1977, section 6.4), on the same data.

    Unequal clusters lower the coverage of both, so that 200 of them do what 60 do not.
    """
    random = np.random.default_rng(8)
    hits, textbook = [], []
    for _ in range(1000):
        sizes = random.integers(1, 9, 200)
        clusters = np.repeat(np.arange(200), sizes)
        values = random.normal(size=200)[clusters] + random.normal(size=len(clusters))
        found = mean_interval(values, clusters=clusters, resamples=1000)
        hits.append(found.low <= 0 <= found.high)
        residuals = np.bincount(clusters, values) - found.value * sizes
        error = np.sqrt(200 / 199 * np.sum(residuals**2)) / sizes.sum()
        textbook.append(abs(found.value) <= 1.96 * error)
    assert 0.93 <= np.mean(hits) <= 0.97
    assert np.mean(hits) == pytest.approx(np.mean(textbook), abs=0.015)


@pytest.mark.slow
def test_crossed_factors_cover():
    random = np.random.default_rng(8)
    hits = []
    for _ in range(600):
        table = random.normal(size=(30, 1)) + random.normal(size=(1, 30))
        table = table + random.normal(size=(30, 30))
        raters, items = np.nonzero(random.random(table.shape) < 0.6)
        found = crossed_interval(table[raters, items], raters, items, resamples=1000)
        hits.append(found.low <= 0 <= found.high)
    # Conservative for the noise of single ratings, narrow as any bootstrap of 30 units.
    assert 0.92 <= np.mean(hits) <= 0.98
