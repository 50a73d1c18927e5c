"""The interval of catalogue coverage."""

import numpy as np
import pytest
from scipy.special import stdtrit

from earwitness.errors import StudyError
from earwitness.statistics import coverage_interval


def test_follows_from_the_coverages_with_one_and_two_cases_left_out():
    random = np.random.default_rng(0)
    cases = [set(random.choice(60, 5, replace=False).tolist()) for _ in range(12)]

    def coverage(*left_out: int) -> int:
        return len(set().union(*(case for i, case in enumerate(cases) if i not in left_out)))

    whole = coverage()
    ones = np.array([coverage(i) for i in range(12)])
    first = 11 / 12 * np.sum((ones - ones.mean()) ** 2)
    second = sum(
        (whole - ones[i] - ones[j] + coverage(i, j)) ** 2 for i in range(12) for j in range(i)
    )
    half = stdtrit(11, 0.975) * np.sqrt(first / (1 + second / first)) / 60
    found = coverage_interval([sorted(case) for case in cases], 60)
    assert found.value == whole / 60
    assert found.low == pytest.approx(found.value - half)
    assert found.high == pytest.approx(found.value + half)
    assert found.method == "jackknife over cases"


def test_items_within_a_cluster_count_once():
    alone = coverage_interval([[0, 1], [1, 2, 3], [5]], 10)
    clustered = coverage_interval(
        [[0], [1, 1], [1, 2], [3, 2], [5]], 10, clusters=["a", "a", "b", "b", "c"]
    )
    assert (clustered.value, clustered.low, clustered.high) == (alone.value, alone.low, alone.high)
    assert (clustered.n, clustered.method) == (5, "jackknife over clusters")


def test_stays_within_0_and_1_and_tells_of_small_samples():
    found = coverage_interval([[0], [1, 2, 3, 4], []], 5)
    assert (found.low, found.high) == (0.0, 1.0)
    assert "only 3 cases" in found.warning
    assert "only 2 cases hold an item that no other holds" in found.warning


def test_tells_when_all_cases_add_the_same():
    found = coverage_interval([[i] for i in range(40)], 100)
    assert found.low == found.high == 0.4
    assert found.warning == "The interval may be too narrow: all cases add equally many items."


def test_no_cases_and_one_case():
    assert coverage_interval([], 5).value is None
    one = coverage_interval([[1, 2]], 4)
    assert (one.value, one.low) == (0.5, None)
    assert coverage_interval([[], []], 4).value == 0.0


def test_refuses_what_it_cannot_use():
    with pytest.raises(StudyError, match="outside 0 to 4"):
        coverage_interval([[5]], 5)
    with pytest.raises(StudyError, match="0 items"):
        coverage_interval([], 0)
    with pytest.raises(StudyError, match="clusters has 1"):
        coverage_interval([[1], [2]], 5, clusters=["a"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("catalogue", "cases", "popularity"),
    [(1000, 30, 0.0), (1000, 100, 0.0), (1000, 300, 0.0), (1000, 100, 1.0), (1000, 300, 1.0)],
)
def test_covers_as_it_says_from_sparse_to_nearly_complete(catalogue, cases, popularity):
    """Lists of 10 items, drawn evenly or by Zipf's law; the truth is the mean of all studies."""
    random = np.random.default_rng(cases)
    chance = 1 / np.arange(1, catalogue + 1) ** popularity
    found = []
    for _ in range(400):
        # The 10 items of a case by Efraimidis and Spirakis: the largest u^(1/chance).
        keys = np.log(random.random((cases, catalogue))) / chance
        found.append(coverage_interval(list(np.argpartition(-keys, 10, axis=1)[:, :10]), catalogue))
    truth = np.mean([interval.value for interval in found])
    hits = [interval.low <= truth <= interval.high for interval in found]
    assert 0.915 <= np.mean(hits) <= 0.99
