"""Friedman, Skillings-Mack, Mann-Whitney."""

import warnings
from itertools import permutations, product

import numpy as np
import pandas as pd
import pingouin
import pytest
import scikit_posthocs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from earwitness.errors import StudyError
from earwitness.statistics import friedman, mann_whitney, skillings_mack

nan = np.nan
# Nine people assemble by four methods: the example of Skillings and Mack's paper, for which the R
# package Skillings.Mack prints 15.493049 and 0.001440296302.
ASSEMBLY = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, nan],
    [nan, 4.2, 3.4, nan],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, nan, 3.7, 3.9],
]


def test_skillings_mack_gives_the_published_example():
    found = skillings_mack(ASSEMBLY)
    assert found.statistic == pytest.approx(15.493049, abs=1e-6)
    assert found.p == pytest.approx(0.001440296302, abs=1e-10)
    assert found.n == 9


def naive_skillings_mack(table) -> float:
    """The paper's formulas as they stand, for data without ties."""
    table = np.asarray(table)
    k = table.shape[1]
    sums, covariance = np.zeros(k), np.zeros((k, k))
    for row in table:
        present = [j for j in range(k) if not np.isnan(row[j])]
        if len(present) < 2:
            continue
        ranks = stats.rankdata(row[present])
        for rank, j in zip(ranks, present, strict=True):
            sums[j] += np.sqrt(12 / (len(present) + 1)) * (rank - (len(present) + 1) / 2)
            for t in present:
                covariance[j, t] += len(present) - 1 if j == t else -1
    return float(sums @ np.linalg.pinv(covariance) @ sums)


@given(st.integers(0, 10_000), st.integers(2, 12), st.integers(2, 6))
def test_skillings_mack_agrees_with_the_formulas(seed, n, k):
    random = np.random.default_rng(seed)
    table = random.normal(size=(n, k))
    table[random.random((n, k)) < 0.3] = nan
    found = skillings_mack(table)
    if found.p is not None:
        assert found.statistic == pytest.approx(naive_skillings_mack(table), abs=1e-7)


def test_skillings_mack_is_durbins_test_in_balanced_incomplete_blocks():
    random = np.random.default_rng(2)
    blocks = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
    table = np.full((7, 7), nan)
    for i, block in enumerate(blocks):
        table[i, list(block)] = random.normal(size=3) + np.array(block)
    i, j = np.nonzero(~np.isnan(table))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-posthocs uses what pandas has deprecated
        p, statistic, _ = scikit_posthocs.test_durbin(
            pd.DataFrame({"y": table[i, j], "group": j, "block": i}),
            y_col="y",
            group_col="group",
            block_col="block",
            block_id_col="block",
            melted=True,
        )
    ours = skillings_mack(table)
    assert (ours.statistic, ours.p) == pytest.approx((statistic, p))


@given(
    hnp.arrays(
        np.float64, st.tuples(st.integers(2, 15), st.integers(3, 6)), elements=st.integers(0, 4)
    )
)
def test_complete_data_give_friedman_ties_included(table):
    ours, complete = friedman(table), skillings_mack(table)
    assert (ours.statistic, ours.p) == (complete.statistic, complete.p)
    if np.ptp(table, axis=1).any():
        theirs = stats.friedmanchisquare(*table.T)
        assert ours.statistic == pytest.approx(theirs.statistic)
        assert ours.p == pytest.approx(theirs.pvalue)
        assert 0 <= ours.effect <= 1 + 1e-12
    else:
        assert (ours.statistic, ours.p) == (0.0, 1.0)


def test_kendalls_w_agrees_with_pingouin():
    table = np.random.default_rng(1).normal(size=(12, 4)) + np.arange(4)
    i, j = np.indices(table.shape)
    long = pd.DataFrame({"score": table.ravel(), "who": i.ravel(), "what": j.ravel()})
    theirs = pingouin.friedman(long, dv="score", within="what", subject="who")
    assert friedman(table).effect == pytest.approx(theirs["W"].iloc[0])


def test_friedman_leaves_out_incomplete_subjects():
    table = np.random.default_rng(1).normal(size=(12, 4))
    gap = np.vstack([table, [1.0, nan, 2.0, 3.0]])
    assert friedman(gap) == friedman(table)


def test_permutation_p_is_near_chi_square_for_many_subjects():
    random = np.random.default_rng(6)
    table = random.normal(size=(80, 4)) + np.array([0, 0, 0.1, 0.35])
    table[random.random(table.shape) < 0.2] = nan
    by_chi_square = skillings_mack(table)
    shuffled = skillings_mack(table, permutations=5000)
    assert shuffled.statistic == by_chi_square.statistic
    assert shuffled.p == pytest.approx(by_chi_square.p, abs=0.02)
    assert shuffled == skillings_mack(table, permutations=5000)


def test_permutation_p_is_that_of_all_shuffles():
    table = np.array([[1, 2, 3, 4], [nan, 2, 4, nan], [1, 3, 2, nan], [2, 1, nan, 5]])
    observed = naive_skillings_mack(table)
    rows = [
        [
            np.put_along_axis(new := row.copy(), places, np.array(order), 0) or new
            for order in orders
        ]
        for row in table
        for places in [np.flatnonzero(~np.isnan(row))]
        for orders in [permutations(row[places])]
    ]
    all_of_them = [naive_skillings_mack(shuffle) for shuffle in product(*rows)]
    exact = np.mean(np.array(all_of_them) >= observed - 1e-9)
    assert skillings_mack(table, permutations=20_000).p == pytest.approx(exact, abs=0.01)


def test_nothing_to_rank():
    assert friedman(np.empty((0, 3))).p is None
    assert skillings_mack([[1.0, nan, nan]]).p is None


@pytest.mark.parametrize(("m", "n"), [(1, 4), (3, 3), (8, 8), (5, 60), (70, 8)])
def test_exact_mann_whitney_agrees_with_scipy(m, n):
    random = np.random.default_rng(m + n)
    a, b = random.normal(size=m) + 0.5, random.normal(size=n)
    theirs = stats.mannwhitneyu(a, b, method="exact")
    ours = mann_whitney(a, b)
    assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=20),
    st.lists(st.integers(0, 5), min_size=1, max_size=20),
)
def test_mann_whitney_with_ties_agrees_with_scipy(a, b):
    ours = mann_whitney(a, b)
    above = np.mean(np.sign(np.subtract.outer(a, b)))
    assert ours.effect == pytest.approx(above)
    assert mann_whitney(b, a).effect == pytest.approx(-above)
    if len(set(a + b)) == 1:
        assert ours.p == 1.0
    elif len(set(a + b)) < len(a + b):
        theirs = stats.mannwhitneyu(a, b, method="asymptotic")
        assert (ours.statistic, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_mann_whitney_leaves_out_the_undefined():
    assert mann_whitney([1.0, nan, 3.0], [2.0, 4.0, 5.0]) == mann_whitney([1, 3], [2, 4, 5])
    assert mann_whitney([nan], [1.0]).p is None


def test_refuses_what_it_cannot_use():
    with pytest.raises(StudyError, match="1 treatments"):
        friedman([[1.0], [2.0]])
    with pytest.raises(StudyError, match="1 dimensions"):
        skillings_mack([1.0, 2.0])
    with pytest.raises(StudyError, match="permutations is -1"):
        skillings_mack([[1.0, 2.0]], permutations=-1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["friedman", "skillings-mack", "shuffled", "mann-whitney", "small"]
)
def test_rejects_at_most_as_often_as_it_says(name):
    random = np.random.default_rng(4)

    def p(i: int) -> float:
        table = random.integers(0, 6, (30, 4)).astype(float)
        if name == "friedman":
            return friedman(table).p
        if name == "skillings-mack":
            table[random.random(table.shape) < 0.2] = nan
            return skillings_mack(table).p
        if name == "shuffled":
            table = table[:8]
            table[random.random(table.shape) < 0.2] = nan
            return skillings_mack(table, permutations=99, seed=i).p
        if name == "mann-whitney":
            return mann_whitney(table[:, 0], table[:, 1]).p
        return mann_whitney(random.normal(size=7), random.normal(size=12)).p

    assert np.mean([p(i) <= 0.05 for i in range(10_000)]) <= 0.055
