"""Holm and Benjamini-Hochberg."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from earwitness.errors import StudyError
from earwitness.statistics import benjamini_hochberg, holm

ADJUST = [(holm, "holm"), (benjamini_hochberg, "fdr_bh")]
ps = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@pytest.mark.parametrize(("adjust", "method"), ADJUST)
@settings(max_examples=15)  # statsmodels takes 80 ms a call
@given(ps)
def test_agrees_with_statsmodels(adjust, method, ps):
    assert adjust(ps) == pytest.approx(multipletests(ps, method=method)[1])


@pytest.mark.parametrize(("adjust", "_"), ADJUST)
def test_undefined_tests_pass_through_and_do_not_count(adjust, _):
    first, gap, second, nan = adjust([0.01, None, 0.04, np.nan])
    assert gap is None
    assert nan is None
    assert [first, second] == adjust([0.01, 0.04])
    assert adjust([]) == []


def test_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_refuses_what_is_no_probability(adjust):
    with pytest.raises(StudyError, match="outside 0 to 1"):
        adjust([0.5, 1.2])
