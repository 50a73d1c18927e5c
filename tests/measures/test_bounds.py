"""Ceilings and chances of many cases."""

import numpy as np

from earwitness.measures import Recall, ScoreRange, ceilings, chances

TRUTHS = [
    {"relevant": ["a"], "candidates": 10},
    {"relevant": ["a", "b", "c", "d"]},
    {"relevant": [], "candidates": 10},
]


def test_each_case_has_its_own():
    np.testing.assert_array_equal(ceilings(Recall(2), TRUTHS), [1, 0.5, np.nan])
    np.testing.assert_array_equal(chances(Recall(2), TRUTHS), [0.2, np.nan, np.nan])


def test_a_measure_without_bounds_has_none():
    assert np.isnan(ceilings(ScoreRange(), TRUTHS)).all()
    assert np.isnan(chances(ScoreRange(), TRUTHS)).all()
