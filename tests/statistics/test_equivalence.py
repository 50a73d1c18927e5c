"""Two one-sided tests: against statsmodels and pingouin, and on the edge of equivalence."""

import numpy as np
import pingouin
import pytest
from scipy import stats
from statsmodels.stats.weightstats import ttost_paired

from earwitness.errors import StudyError
from earwitness.statistics import tost


@pytest.mark.parametrize("bound", [0.1, 0.5, 2.0])
def test_agrees_with_the_oracles(bound):
    a, b = np.random.default_rng(3).normal(size=(2, 40))
    ours = tost(a, b, bound=bound)
    assert ours.p == pytest.approx(ttost_paired(a, b, -bound, bound)[0])
    assert ours.p == pytest.approx(pingouin.tost(a, b, bound=bound, paired=True)["pval"].iloc[0])
    assert tost(b, a, bound=bound).p == ours.p
    assert ours.test == f"TOST within ±{bound:g}"


def test_is_the_same_as_inclusion_of_the_interval():
    a, b = np.random.default_rng(3).normal(size=(2, 40))
    low, high = stats.ttest_rel(a, b).confidence_interval(0.90)
    edge = max(abs(low), abs(high))
    assert tost(a, b, bound=edge * 1.001).p < 0.05
    assert tost(a, b, bound=edge * 0.999).p > 0.05


def test_is_undefined_without_spread_and_refuses_a_bound_of_zero():
    assert tost([1, 2], [1, 2], bound=1).p is None
    assert tost([], [], bound=1).n == 0
    with pytest.raises(StudyError, match="bound is 0"):
        tost([1, 2], [2, 3], bound=0)


@pytest.mark.slow
def test_rejects_at_most_as_often_as_it_says():
    random = np.random.default_rng(1)
    zero = np.zeros(30)
    # On the edge, the true difference being the bound.
    ps = [tost(random.normal(0.5, 1, 30), zero, bound=0.5).p for _ in range(10_000)]
    assert np.mean(np.array(ps) <= 0.05) <= 0.055
