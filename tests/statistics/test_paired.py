"""Tests of paired scores: against scipy, by enumeration, and under the null."""

from itertools import product

import numpy as np
import pingouin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from earwitness.errors import StudyError
from earwitness.statistics import paired_t, sign_flip, wilcoxon

TESTS = [
    paired_t,
    wilcoxon,
    lambda a, b: wilcoxon(a, b, zeros="pratt"),
    lambda a, b: sign_flip(a, b, resamples=99),
]


def pair(n: int, decimals: int = 12, shift: float = 0.3):
    random = np.random.default_rng(n)
    a, b = random.normal(size=(2, n)).round(decimals)
    return a + shift, b


@pytest.mark.parametrize("n", [2, 5, 40, 300])
def test_t_agrees_with_scipy(n):
    a, b = pair(n)
    theirs = stats.ttest_rel(a, b)
    ours = paired_t(a, b)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-9)
    assert ours.p == pytest.approx(theirs.pvalue, rel=1e-9)
    assert ours.effect == pytest.approx((a - b).mean() / (a - b).std(ddof=1), rel=1e-9)


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
@pytest.mark.parametrize("n", [3, 12, 50])
def test_exact_wilcoxon_agrees_with_scipy(n, zeros):
    a, b = pair(n)
    theirs = stats.wilcoxon(a, b, zero_method=zeros, method="exact")
    ours = wilcoxon(a, b, zeros=zeros)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
def test_large_wilcoxon_agrees_with_scipy(zeros):
    a, b = pair(400, decimals=1, shift=0.1)
    ours = wilcoxon(a, b, zeros=zeros)
    theirs = stats.wilcoxon(
        np.round(a - b, 9), zero_method=zeros, method="asymptotic", correction=True
    )
    assert ours.statistic == theirs.statistic
    # The correction is half of the lattice's step, which ties make smaller than scipy's one half.
    assert ours.p == pytest.approx(theirs.pvalue, rel=2e-3)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9), st.sampled_from(["wilcox", "pratt"]))
def test_wilcoxon_with_ties_and_zeros_counts_all_signs(differences, zeros):
    d = np.array(differences, dtype=float)
    kept = d if zeros == "pratt" else d[d != 0]
    ranks = stats.rankdata(np.abs(kept))[kept != 0]
    signs = np.sign(kept[kept != 0])
    total = ranks.sum()
    observed = abs(ranks @ signs)
    reached = [abs(ranks @ s) >= observed for s in product([-1, 1], repeat=len(ranks))]
    ours = wilcoxon(d, np.zeros(len(d)), zeros=zeros)
    assert ours.p == pytest.approx(np.mean(reached))
    assert ours.effect == (pytest.approx(ranks @ signs / total) if total else None)


def test_rank_biserial_agrees_with_pingouin():
    a, b = pair(25)
    theirs = pingouin.wilcoxon(a, b)
    assert wilcoxon(a, b).effect == pytest.approx(theirs["RBC"].iloc[0])


@pytest.mark.parametrize("n", [4, 9])
def test_exact_sign_flips_agree_with_scipy(n):
    a, b = pair(n, shift=1.0)
    theirs = stats.permutation_test(
        (a, b), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=10_000
    )
    ours = sign_flip(a, b)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.p == pytest.approx(theirs.pvalue)


def test_random_sign_flips_are_near_the_exact_ones():
    a, b = pair(13, shift=0.9)
    exact = sign_flip(a, b).p
    assert sign_flip(a, b, resamples=8000).p == pytest.approx(exact, abs=0.01)
    assert sign_flip(a, b, resamples=8000, seed=1).p != sign_flip(a, b, resamples=8000, seed=2).p


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=10))
def test_sign_flips_see_ties_through_rounding(whole):
    # 0.1 + 0.2 and 0.3 differ as floats.
    tenths = np.array(whole) / 10
    sums = [abs(np.dot(signs, whole)) for signs in product([-1, 1], repeat=len(whole))]
    expected = np.mean(np.array(sums) >= abs(sum(whole)))
    assert sign_flip(tenths + 0.7, np.full(len(whole), 0.7)).p == pytest.approx(expected)


@pytest.mark.parametrize("gains", [38, 41, 45])
def test_large_wilcoxon_of_equal_differences_is_the_sign_test(gains):
    # The lattice of T is coarse here; without half of its step p would be a fifth too small.
    a = np.r_[np.ones(gains), np.zeros(66 - gains)]
    exact = stats.binomtest(gains, 66).pvalue
    assert wilcoxon(a, 1 - a).p == pytest.approx(exact, rel=0.1)


def test_a_random_p_is_never_zero():
    a = np.linspace(1, 2, 2000)
    assert sign_flip(a, np.zeros(2000), resamples=99).p == 0.01


@pytest.mark.parametrize("test", TESTS)
def test_no_difference_and_no_pairs(test):
    same = test([0.3, 0.1, 0.2], [0.3, 0.1, 0.2])
    assert (same.p, same.n, same.effect) == (1.0, 3, None)
    none = test([None, 1.0], [1.0, None])
    assert (none.p, none.n) == (None, 0)


def test_t_is_undefined_where_all_differences_are_equal():
    # 0.3 − 0.1 and 0.4 − 0.2 differ as floats.
    found = paired_t([0.3, 0.4, 0.5], [0.1, 0.2, 0.3])
    assert (found.p, found.statistic) == (None, None)


@pytest.mark.parametrize("test", TESTS)
def test_swapping_changes_the_sign_of_the_effect_alone(test):
    a, b = pair(30)
    there, back = test(a, b), test(b, a)
    assert there.p == back.p
    assert there.effect == -back.effect


def test_refuses_what_it_cannot_use():
    with pytest.raises(StudyError, match="b has 1"):
        paired_t([1, 2], [1])
    with pytest.raises(StudyError, match="zsplit"):
        wilcoxon([1], [2], zeros="zsplit")
    with pytest.raises(StudyError, match="resamples is 0"):
        sign_flip([1], [2], resamples=0)


NULLS = {
    "normal": lambda random, n: random.normal(size=n),
    "grades": lambda random, n: random.integers(-2, 3, n).astype(float),
    "0/1": lambda random, n: random.integers(0, 2, n) - random.integers(0, 2, n).astype(float),
}


@pytest.mark.slow
@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize(("name", "n"), [("t", 30), ("wilcox", 12), ("wilcox", 70), ("pratt", 30)])
def test_rejects_at_most_as_often_as_it_says(name, n, null):
    random = np.random.default_rng(n)
    test = {
        "t": paired_t,
        "wilcox": wilcoxon,
        "pratt": lambda a, b: wilcoxon(a, b, zeros="pratt"),
    }[name]
    zero = np.zeros(n)
    outcomes = [test(NULLS[null](random, n), zero) for _ in range(10_000)]
    assert np.mean([found.p is not None and found.p <= 0.05 for found in outcomes]) <= 0.055


@pytest.mark.slow
@pytest.mark.parametrize(("n", "resamples"), [(9, 1000), (30, 199)])
def test_sign_flips_reject_at_most_as_often_as_they_say(n, resamples):
    random = np.random.default_rng(n)
    zero = np.zeros(n)
    ps = [
        sign_flip(random.normal(size=n), zero, resamples=resamples, seed=i).p for i in range(10_000)
    ]
    assert np.mean(np.array(ps) <= 0.05) <= 0.055
