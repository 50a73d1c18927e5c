"""Correlations, their intervals, and their mean over runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from earwitness.errors import StudyError
from earwitness.statistics import correlation_interval, fisher_mean, pearson, spearman
from earwitness.statistics.correlation import _weighted_pearson, _weighted_spearman

pairs = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=30)


@given(pairs)
def test_agrees_with_scipy(pairs):
    x, y = np.array(pairs, dtype=float).T
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert pearson(x, y) is None
        assert spearman(x, y) is None
    else:
        assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-12)
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)
        assert -1 <= pearson(x, y) <= 1


def test_pairs_with_an_undefined_score_are_left_out():
    assert pearson([1, 2, None, 4], [2, 1, 5, np.nan]) == -1.0
    assert spearman([1], [2]) is None
    found = correlation_interval([1, 2, 4, 3, None], [1, 3, 4, 2, 1], resamples=50)
    assert (found.n, found.undefined) == (4, 1)
    assert "only 4 pairs" in found.warning


@given(pairs, st.data())
def test_a_weight_counts_as_repeats(pairs, data):
    x, y = np.array(pairs, dtype=float).T
    n = len(x)
    drawn = data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n))
    weights = np.bincount(drawn, minlength=n)[None, :].astype(float)
    if np.ptp(x) > 0 < np.ptp(y):
        for of_weights, plain in ((_weighted_pearson, pearson), (_weighted_spearman, spearman)):
            expected = plain(x[drawn], y[drawn])
            found = of_weights(x, y)(weights, n)[0]
            assert found == pytest.approx(np.nan if expected is None else expected, nan_ok=True)


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_interval_agrees_with_scipy(kind):
    random = np.random.default_rng(2)
    x = random.normal(size=60).round(1)
    y = (0.6 * x + random.normal(size=60)).round(1)

    def rank(values):
        return stats.rankdata(values, axis=-1) if kind == "spearman" else values

    def correlation(a, b, axis):
        u, v = rank(a), rank(b)
        u, v = u - u.mean(axis, keepdims=True), v - v.mean(axis, keepdims=True)
        return (u * v).sum(axis) / np.sqrt((u * u).sum(axis) * (v * v).sum(axis))

    theirs = stats.bootstrap(
        (x, y), correlation, paired=True, n_resamples=20_000, batch=2000, rng=1
    ).confidence_interval
    ours = correlation_interval(x, y, kind, resamples=20_000)
    width = theirs.high - theirs.low
    assert ours.value == pytest.approx(float(correlation(x, y, -1)))
    assert ours.low == pytest.approx(theirs.low, abs=0.03 * width)
    assert ours.high == pytest.approx(theirs.high, abs=0.03 * width)


@given(pairs, st.randoms(use_true_random=False), st.sampled_from(["pearson", "spearman"]))
def test_the_order_of_pairs_changes_nothing_that_can_be_seen(pairs, random, kind):
    shuffled = pairs.copy()
    random.shuffle(shuffled)
    here = correlation_interval(*np.array(pairs, dtype=float).T, kind, resamples=30)
    there = correlation_interval(*np.array(shuffled, dtype=float).T, kind, resamples=30)
    if here.low is not None:
        assert (here.low, here.high) == pytest.approx((there.low, there.high), abs=1e-9)
        assert -1 <= here.low <= here.high <= 1


def test_a_constant_score_has_no_correlation():
    found = correlation_interval([1, 1, 1], [1, 2, 3])
    assert (found.value, found.low) == (None, None)
    # With this seed a score is constant in the only resample.
    unlucky = correlation_interval([0, 0, 1], [0, 1, 1], resamples=1, seed=4)
    assert (unlucky.value, unlucky.low) == (pytest.approx(0.5), None)
    two = correlation_interval([1, 2], [1, 2])
    assert (two.value, two.low) == (1.0, None)


def test_fisher_mean_by_hand():
    found = fisher_mean([0.2, None, 0.8, np.nan])
    assert found.value == pytest.approx(np.tanh((np.arctanh(0.2) + np.arctanh(0.8)) / 2))
    assert (found.n, found.undefined) == (2, 2)
    # Both runs alike in a resample is likely enough to reach the ends.
    assert (found.low, found.high) == pytest.approx((0.2, 0.8))
    assert found.method == "BCa bootstrap of Fisher's z over runs"


def test_perfect_correlations_stay_finite():
    assert fisher_mean([1.0, 1.0]).value == pytest.approx(0.9999)
    assert fisher_mean([1.0, -1.0]).value == pytest.approx(0.0)
    assert fisher_mean([None]).value is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pearson([1, 2], [1]), "y has 1"),
        (lambda: fisher_mean([1.5]), "outside"),
        (lambda: correlation_interval([1, 2], [1, 2], "kendall"), "kendall"),
        (lambda: correlation_interval([1, 2], [1, 2], resamples=0), "resamples is 0"),
        (lambda: correlation_interval([1, 2], [1, 2], level=2), "level is 2"),
    ],
)
def test_refuses_what_it_cannot_use(call, words):
    with pytest.raises(StudyError, match=words):
        call()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_interval_covers(kind):
    random = np.random.default_rng(9)
    # Spearman's ρ of a bivariate normal is 6/π · asin(r/2).
    truth = 0.5 if kind == "pearson" else 6 / np.pi * np.arcsin(0.25)
    hits = []
    for _ in range(500):
        x, y = random.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], 100).T
        found = correlation_interval(x, y, kind, resamples=1000)
        hits.append(found.low <= truth <= found.high)
    assert 0.92 <= np.mean(hits) <= 0.98
