"""Power of a paired comparison: against statsmodels and by simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import TTestPower

from earwitness.errors import StudyError
from earwitness.statistics import paired_t, power_of, sample_size, smallest_difference

THEIRS = TTestPower()


@pytest.mark.parametrize("n", [3, 10, 50, 1000])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_agrees_with_statsmodels(n, alpha):
    for noncentrality in (0.5, 2, 4):
        effect = noncentrality / np.sqrt(n)
        theirs = THEIRS.power(effect, n, alpha)
        assert power_of(n, effect * 2, 2, alpha=alpha) == pytest.approx(theirs, abs=1e-9)
    smallest = smallest_difference(n, 2, alpha=alpha)
    assert THEIRS.power(smallest / 2, n, alpha) == pytest.approx(0.8)


@pytest.mark.parametrize(("effect", "n"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_sample_sizes_are_the_known_ones(effect, n):
    # Also what G*Power gives for a two-sided paired t-test at power .8.
    assert sample_size(effect, 1) == n
    assert sample_size(-effect, 1) == n
    assert np.ceil(THEIRS.solve_power(effect, power=0.8, alpha=0.05)) == n


@given(st.integers(2, 5000), st.floats(0.01, 100), st.sampled_from([0.5, 0.8, 0.95]))
def test_the_three_fit_together(n, sd, power):
    smallest = smallest_difference(n, sd, power=power)
    assert power_of(n, smallest, sd) == pytest.approx(power, abs=1e-6)
    # Just above the smallest difference, n pairs are enough, and one fewer is not.
    assert sample_size(smallest * 1.000001, sd, power=power) == n


@pytest.mark.parametrize("difference", [5.0, 50.0, 1e6])
def test_a_huge_difference_is_seen(difference):
    assert power_of(10, difference, 1.0) == pytest.approx(1.0)


def test_simulated_power_is_the_computed_one():
    random = np.random.default_rng(0)
    difference = smallest_difference(25, 1.5)
    samples = random.normal(difference, 1.5, (4000, 25))
    seen = [paired_t(sample, np.zeros(25)).p <= 0.05 for sample in samples]
    assert np.mean(seen) == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: power_of(1, 1, 1), "pairs is 1"),
        (lambda: smallest_difference(10, 0), "deviation of the differences is 0"),
        (lambda: smallest_difference(10, 1, power=0.01), "power is 0.01"),
        (lambda: sample_size(0, 1), "difference is 0"),
        (lambda: sample_size(1e-9, 1), "pairs"),
    ],
)
def test_refuses_what_it_cannot_use(call, words):
    with pytest.raises(StudyError, match=words):
        call()
