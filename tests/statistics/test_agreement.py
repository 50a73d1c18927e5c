"""Kendall's tau, rank-biased overlap, overlap@k."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from earwitness.errors import StudyError
from earwitness.statistics import kendall_tau, kendall_taus, overlap_at, rbo, tau_null_sd
from earwitness.statistics.resampling import BLOCK

grades = st.integers(2, 40).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 30), min_size=n, max_size=n) for _ in range(3)])
)
lists = st.lists(st.integers(0, 12), unique=True, max_size=10)


@given(grades)
def test_tau_agrees_with_scipy_ties_included(rows):
    x, *others = rows
    expected = [
        stats.kendalltau(x, y).statistic if len(set(x)) > 1 and len(set(y)) > 1 else np.nan
        for y in others
    ]
    np.testing.assert_allclose(kendall_taus(x, others), expected, atol=1e-12)


@pytest.mark.parametrize("n", [2, 3, 64, 65, 2000])
def test_tau_agrees_with_scipy_without_ties(n):
    random = np.random.default_rng(n)
    # More rankings than go into one block.
    others = random.normal(size=(BLOCK // n + 2 if n == 2000 else 5, n))
    reference = random.normal(size=n)
    expected = [stats.kendalltau(reference, y).statistic for y in others]
    np.testing.assert_allclose(kendall_taus(reference, others), expected, atol=1e-12)


def test_tau_of_one_ranking():
    assert kendall_tau([1, 2, 3], [1, 2, 3]) == 1.0
    assert kendall_tau([1, 2, 3], [3, 2, 1]) == -1.0
    assert kendall_tau([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    assert kendall_tau([1, 1, 1], [1, 2, 3]) is None
    assert kendall_tau([1], [1]) is None


def test_null_spread_is_that_of_random_orders():
    random = np.random.default_rng(0)
    taus = kendall_taus(np.arange(20), [random.permutation(20) for _ in range(20_000)])
    assert taus.std() == pytest.approx(tau_null_sd(20), rel=0.02)
    # All six orders of three items: τ = 1, ⅓, ⅓, −⅓, −⅓, −1.
    assert tau_null_sd(3) == pytest.approx(np.sqrt((2 + 4 / 9) / 6))


def naive_rbo(a, b, p) -> float:
    """Equation 32, term by term."""
    s, l = sorted((a, b), key=len)
    x = [len(set(s[:d]) & set(l[:d])) for d in range(len(l) + 1)]
    first = sum(x[d] / d * p**d for d in range(1, len(l) + 1))
    second = sum(
        x[len(s)] * (d - len(s)) / (len(s) * d) * p**d for d in range(len(s) + 1, len(l) + 1)
    )
    tail = ((x[len(l)] - x[len(s)]) / len(l) + x[len(s)] / len(s)) * p ** len(l)
    return (1 - p) / p * (first + second) + tail


@given(lists, lists, st.sampled_from([0.5, 0.9, 0.98]))
def test_rbo_agrees_with_the_formula_and_keeps_its_bounds(a, b, p):
    found = rbo(a, b, p)
    if a and b:
        assert found == pytest.approx(naive_rbo(a, b, p))
        assert found == rbo(b, a, p) == pytest.approx(found)
        assert -1e-12 <= found <= 1 + 1e-12
        assert rbo(a, a, p) == pytest.approx(1.0)
    else:
        assert found == (0.0 if a or b else None)


def test_rbo_by_hand():
    # Agreement 1, 1/2, 1/3 at depths 1 to 3, and 1/3 beyond: .5(1 + .25 + 1/12) + 1/24.
    assert rbo("abc", "axy", 0.5) == pytest.approx(0.5 * (1 + 0.25 + 1 / 12) + 1 / 24)
    # A shorter list that agrees so far is taken to go on agreeing.
    assert rbo("ab", "abcd") == pytest.approx(1.0)
    assert rbo("abc", "xyz") == 0.0


def test_overlap_at_k():
    assert overlap_at("abcd", "bcxa", 3) == pytest.approx(2 / 3)
    assert overlap_at("abcd", "dcba", 4) == 1.0
    assert overlap_at("ab", "ab", 4) == 0.5
    assert overlap_at("ab", "", 2) == 0.0
    assert overlap_at([], [], 2) is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: kendall_taus([1, 2], [[1, 2, 3]]), "lengths differ"),
        (lambda: kendall_tau([1, np.nan], [1, 2]), "undefined"),
        (lambda: tau_null_sd(1), "items is 1"),
        (lambda: rbo("ab", "ab", 1.0), "p is 1.0"),
        (lambda: rbo("aa", "ab"), "twice"),
        (lambda: overlap_at("aa", "ab", 1), "twice"),
        (lambda: overlap_at("a", "b", 0), "k is 0"),
    ],
)
def test_refuses_what_it_cannot_use(call, words):
    with pytest.raises(StudyError, match=words):
        call()
