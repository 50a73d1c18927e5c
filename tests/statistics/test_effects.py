"""Effect sizes against pingouin and by hand."""

import numpy as np
import pingouin
import pytest

from earwitness.statistics import (
    cohen_d,
    cohen_dz,
    kendall_w,
    rank_biserial,
    signed_rank_biserial,
)


def test_cohens_d_agrees_with_pingouin():
    random = np.random.default_rng(0)
    a, b = random.normal(1, 2, 30), random.normal(0, 1, 12)
    assert cohen_d(a, b) == pytest.approx(pingouin.compute_effsize(a, b, eftype="cohen"))
    assert cohen_d([*a, np.nan], b) == cohen_d(a, b)


def test_cohens_dz_is_t_over_root_n():
    a, b = np.random.default_rng(0).normal(size=(2, 30))
    t = pingouin.ttest(a, b, paired=True)["T"].iloc[0]
    assert cohen_dz(a - b) == pytest.approx(t / np.sqrt(30))


def test_effects_are_undefined_without_spread():
    assert cohen_d([1, 1], [2, 2]) is None
    assert cohen_d([1, 2], []) is None
    assert cohen_dz([0.5]) is None
    assert cohen_dz([0.5, 0.5]) is None
    assert signed_rank_biserial(0, 0) is None


def test_bounds():
    assert signed_rank_biserial(10, 0) == 1.0
    assert signed_rank_biserial(0, 10) == -1.0
    assert (rank_biserial(0, 3, 4), rank_biserial(6, 3, 4), rank_biserial(12, 3, 4)) == (-1, 0, 1)
    # Three subjects in full agreement on four treatments: χ² = n(k − 1).
    assert kendall_w(9, 3, 4) == 1.0
